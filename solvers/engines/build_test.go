package engines_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open returns the engine of a description, which is called a.
func open(t *testing.T, s external.Spec) solvers.Variant {
	t.Helper()
	s.Name = "a"
	all, err := engines.Open([]external.Spec{s})
	must(t, err)
	return all[0]
}

// folder makes a folder with a folder, with a program that is a script, and with a file that the
// script reads.
func folder(t *testing.T, script, table string) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "tables"), 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "run"), []byte("#!/bin/sh\n"+script+"\n"), 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "table"), []byte(table), 0o666))
	return dir
}

func buildOf(t *testing.T, s external.Spec) engines.Build {
	t.Helper()
	b, err := engines.BuildOf(t.Context(), open(t, s))
	must(t, err)
	return b
}

// Whoever has the same program has the same build, wherever it is. All that can change its answers is
// another build.
func TestABuildIsTheContentOfAnEngine(t *testing.T) {
	spec := external.Spec{Command: "./run table --fast", Protocol: "lines", Dir: folder(t, "cat", "1"), Version: "echo 1.0"}
	want := buildOf(t, spec)
	if want.Version != "1.0" || len(want.Hash) != 20 {
		t.Errorf("got %+v, want a hash and version 1.0", want)
	}
	elsewhere := folder(t, "cat", "1")
	path := filepath.Join(elsewhere, "run")
	seen := map[string]string{want.Hash: ""}
	for name, change := range map[string]func(s *external.Spec){
		"":            func(s *external.Spec) { s.Dir = elsewhere },
		"/":           func(s *external.Spec) { s.Command = path + " " + filepath.Join(elsewhere, "table") + " --fast" },
		"program":     func(s *external.Spec) { s.Dir = folder(t, "cat -", "1") },
		"argument":    func(s *external.Spec) { s.Command = "./run table --slow" },
		"folder":      func(s *external.Spec) { s.Command = "./run table tables" },
		"file":        func(s *external.Spec) { s.Dir = folder(t, "cat", "2") },
		"version":     func(s *external.Spec) { s.Version = "echo 1.1" },
		"environment": func(s *external.Spec) { s.Env = map[string]string{"MODE": "fast"} },
		"batch":       func(s *external.Spec) { s.Batch = 2 },
		"rule":        func(s *external.Spec) { s.Rule = "mrv" },
	} {
		other := spec
		change(&other)
		got := buildOf(t, other).Hash
		if same, ok := seen[got]; ok != (len(name) < 2) || same != "" {
			t.Errorf("another %s: got build %s as for another %s, and %s before", name, got, same, want.Hash)
		}
		seen[got] = strings.Trim(name, "/")
	}
	spec.Dir = t.TempDir()
	if b, err := engines.BuildOf(t.Context(), open(t, spec)); err == nil || !strings.Contains(err.Error(), "./run") {
		t.Errorf("got %+v, %v, want an error that names the program", b, err)
	}
}
