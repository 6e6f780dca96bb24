package bench

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
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
	all := ProfileFiles{filepath.Join(dir, "cpu"), filepath.Join(dir, "memory"), filepath.Join(dir, "trace")}
	for _, p := range []ProfileFiles{{}, {CPU: all.CPU}, {Memory: all.Memory}, {Trace: all.Trace}, all} {
		if p.Wanted() != (p.CPU+p.Memory+p.Trace != "") {
			t.Errorf("%+v: wanted is %v", p, p.Wanted())
		}
		stop, err := p.Start()
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
	if _, err := (ProfileFiles{CPU: cpu, Memory: filepath.Join(dir, "missing", "memory")}).Start(); err == nil {
		t.Error("got no error for a folder that is not there")
	}
	wantNoProfiling(t, "after an error")
	if err := trace.Start(io.Discard); err != nil {
		t.Fatal(err)
	}
	defer trace.Stop()
	if _, err := (ProfileFiles{CPU: cpu, Trace: filepath.Join(dir, "trace")}).Start(); err == nil {
		t.Error("got no error though a trace is being taken already")
	}
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Errorf("got %v, want the profile of the processor ended", err)
	}
	pprof.StopCPUProfile()
}

//go:noinline
func allocateForTheProfile() []byte { return make([]byte, 32<<20) }

// Go brings its figures of memory up to date when it collects garbage.
func TestTheMemoryProfileHasTheLatestAllocations(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	kept := allocateForTheProfile()
	var packed bytes.Buffer
	if err := writeAllocs(&packed); err != nil {
		t.Fatal(err)
	}
	in, err := gzip.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil || !bytes.Contains(text, []byte("allocateForTheProfile")) {
		t.Errorf("got a profile of %d bytes, %v, want one with the last allocation of %d", len(text), err, len(kept))
	}
}

// A file that could not be written is removed. A folder or a device in its place stays.
func TestAnIncompleteProfileIsRemoved(t *testing.T) {
	dir := t.TempDir()
	begin := func(name string, writable bool) *profileFile {
		path := filepath.Join(dir, name)
		file, err := os.Create(path)
		if !writable && err == nil {
			file.Close()
			file, err = os.Open(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		f := &profileFile{bufio.NewWriter(file), file}
		f.WriteString("profile")
		return f
	}
	exists := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	if err := begin("complete", true).close(); err != nil || !exists("complete") {
		t.Errorf("a complete file: got %v, left %v, want it left", err, exists("complete"))
	}
	if err := begin("incomplete", false).close(); err == nil || exists("incomplete") {
		t.Errorf("an incomplete file: got %v, left %v, want an error and no file", err, exists("incomplete"))
	}
	closed := begin("closed", true)
	closed.file.Close()
	if err := closed.close(); err == nil || !exists("closed") {
		t.Errorf("a closed file: got %v, left %v, want an error and the file", err, exists("closed"))
	}
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	f := &profileFile{bufio.NewWriter(file), file}
	f.WriteString("profile")
	if err := f.close(); err == nil || !exists("folder") {
		t.Errorf("a folder: got %v, left %v, want an error and the folder", err, exists("folder"))
	}
}
