package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime/trace"
	"strings"
	"testing"
)

func TestEachProfileThatIsWantedIsWritten(t *testing.T) {
	dir := t.TempDir()
	all := profileFiles{filepath.Join(dir, "cpu"), filepath.Join(dir, "memory"), filepath.Join(dir, "trace")}
	for _, p := range []profileFiles{{}, {CPU: all.CPU}, {Memory: all.Memory}, {Trace: all.Trace}, all, all} { // the last shows that profiles end
		err := p.during(func() error { return nil })
		if err != nil || p.wanted() != (p != profileFiles{}) {
			t.Fatalf("%+v: got error %v, wanted: %v", p, err, p.wanted())
		}
		for path, begin := range map[string]string{p.CPU: "\x1f\x8b", p.Memory: "\x1f\x8b", p.Trace: "go 1."} {
			text, err := os.ReadFile(path)
			if path != "" && !strings.HasPrefix(string(text), begin) {
				t.Errorf("%+v: got %d bytes in %s and error %v, want a profile", p, len(text), path, err)
			}
			os.Remove(path)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%+v: got %v and error %v, want the wanted files only", p, left, err)
		}
	}
}

// If one profile cannot begin, none is taken: the last one could not begin otherwise.
func TestAProfileThatCannotBeginEndsTheOthers(t *testing.T) {
	cpu := filepath.Join(t.TempDir(), "cpu")
	if err := trace.Start(io.Discard); err != nil {
		t.Fatal(err)
	}
	defer trace.Stop()
	for _, p := range []profileFiles{{CPU: cpu, Memory: filepath.Join(cpu, "memory")}, {CPU: cpu, Trace: cpu + "trace"}, {CPU: cpu}} {
		if err := p.during(func() error { return nil }); (err == nil) != (p == profileFiles{CPU: cpu}) {
			t.Errorf("%+v: got error %v", p, err)
		}
	}
}
