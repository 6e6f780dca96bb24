package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"testing"
)

// wantNoProfiling fails if a profile of this process is being taken.
func wantNoProfiling(t *testing.T, when string) {
	t.Helper()
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Errorf("%s: %v", when, err)
	}
	pprof.StopCPUProfile()
	if err := trace.Start(io.Discard); err != nil {
		t.Errorf("%s: %v", when, err)
	}
	trace.Stop()
}

func TestEachProfileThatIsWantedIsWritten(t *testing.T) {
	dir := t.TempDir()
	all := profileFiles{filepath.Join(dir, "cpu"), filepath.Join(dir, "memory"), filepath.Join(dir, "trace")}
	for _, p := range []profileFiles{{}, {CPU: all.CPU}, {Memory: all.Memory}, {Trace: all.Trace}, all} {
		if p.wanted() != (p.CPU+p.Memory+p.Trace != "") {
			t.Errorf("%+v: wanted is %v", p, p.wanted())
		}
		stop, err := p.start()
		if err == nil {
			err = stop()
		}
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		wantNoProfiling(t, "after the end")
		for path, begin := range map[string]string{all.CPU: "\x1f\x8b", all.Memory: "\x1f\x8b", all.Trace: "go 1."} {
			text, _ := os.ReadFile(path)
			wanted := path == p.CPU || path == p.Memory || path == p.Trace
			if strings.HasPrefix(string(text), begin) != wanted {
				t.Errorf("%+v: got %d bytes in %s, want a profile: %v", p, len(text), path, wanted)
			}
			os.Remove(path)
		}
	}
}

// If one profile cannot begin, none is taken, and no file that cannot be read is left.
func TestAProfileThatCannotBeginEndsTheOthers(t *testing.T) {
	dir := t.TempDir()
	cpu := filepath.Join(dir, "cpu")
	if _, err := (profileFiles{CPU: cpu, Memory: filepath.Join(dir, "missing", "memory")}).start(); err == nil {
		t.Error("got no error for a folder that is not there")
	}
	wantNoProfiling(t, "after an error")
	if err := trace.Start(io.Discard); err != nil {
		t.Fatal(err)
	}
	defer trace.Stop()
	if _, err := (profileFiles{CPU: cpu, Trace: filepath.Join(dir, "trace")}).start(); err == nil {
		t.Error("got no error though a trace is being taken already")
	}
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Errorf("got %v, want the profile of the processor ended", err)
	}
	pprof.StopCPUProfile()
}
