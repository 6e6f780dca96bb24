package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The golden files are checked in tools/manifests, against the types of the API of Kubernetes.
func TestManifestsAreThoseThatAreChecked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "k8s")
	var out, errs bytes.Buffer
	args := []string{"fleet", "k8s", "/shared/jobs", "--image", "registry.example/xcbench:1", "--jobs", "50", "--workers", "4", "--out", dir}
	if code := xcbench(context.Background(), args, nil, &out, &errs); code != exitOK {
		t.Fatal(errs.String())
	}
	for _, name := range []string{"volume.yaml", "work.yaml", "join.yaml", "Containerfile"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got = regexp.MustCompile(`golang:\S+`).ReplaceAll(got, []byte("golang:VERSION"))
		golden := filepath.Join("testdata", "k8s", name)
		if *update {
			must(os.WriteFile(golden, got, 0o666))
		}
		if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
