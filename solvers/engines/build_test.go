package engines_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/solvers/engines"
	"xcbench/solvers/external"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder makes a folder with a program that is a script, and a file that the script reads.
func folder(t *testing.T, script, table string) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "run"), []byte("#!/bin/sh\n"+script+"\n"), 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "table"), []byte(table), 0o666))
	return dir
}

func buildOf(t *testing.T, s external.Spec) engines.Build {
	t.Helper()
	all, err := engines.Open([]external.Spec{s})
	must(t, err)
	b, err := engines.BuildOf(context.Background(), all[0])
	must(t, err)
	return b
}

// Whoever has the same program has the same build, wherever it is. All that can change its answers is
// another build.
func TestABuildIsTheContentOfAnEngine(t *testing.T) {
	spec := external.Spec{Name: "x", Command: "./run table --fast", Protocol: "lines", Dir: folder(t, "cat", "1"), Version: "echo 1.0"}
	want := buildOf(t, spec)
	if want.Version != "1.0" || len(want.Hash) != 20 {
		t.Errorf("got %+v, want a hash and version 1.0", want)
	}
	elsewhere := spec
	elsewhere.Dir = folder(t, "cat", "1")
	absolute := elsewhere
	absolute.Command = filepath.Join(elsewhere.Dir, "run") + " " + filepath.Join(elsewhere.Dir, "table") + " --fast"
	for _, s := range []external.Spec{elsewhere, absolute} {
		if got := buildOf(t, s); got.Hash != want.Hash {
			t.Errorf("%s in %s: got %s, want %s", s.Command, s.Dir, got.Hash, want.Hash)
		}
	}
	seen := map[string]string{want.Hash: "the engine itself"}
	for name, change := range map[string]func(s *external.Spec){
		"program":     func(s *external.Spec) { s.Dir = folder(t, "cat -", "1") },
		"argument":    func(s *external.Spec) { s.Command = "./run table --slow" },
		"file":        func(s *external.Spec) { s.Dir = folder(t, "cat", "2") },
		"version":     func(s *external.Spec) { s.Version = "echo 1.1" },
		"environment": func(s *external.Spec) { s.Env = map[string]string{"MODE": "fast"} },
		"batch":       func(s *external.Spec) { s.Batch = 2 },
		"rule":        func(s *external.Spec) { s.Rule = "mrv" },
	} {
		other := spec
		change(&other)
		got := buildOf(t, other)
		if same, ok := seen[got.Hash]; ok {
			t.Errorf("another %s: got the build of %s, want one of its own", name, same)
		}
		seen[got.Hash] = name
	}
}

func TestAFileThatIsWrittenLaterIsNoticed(t *testing.T) {
	dir := folder(t, "cat", "1")
	b := buildOf(t, external.Spec{Name: "x", Command: "./run table", Protocol: "lines", Dir: dir})
	must(t, b.Unchanged())
	table := filepath.Join(dir, "table")
	for name, change := range map[string]func() error{
		"longer": func() error { return os.WriteFile(table, []byte("22"), 0o666) },
		"longer, with the old time": func() error {
			info, err := os.Stat(table)
			must(t, err)
			must(t, os.WriteFile(table, []byte("22"), 0o666))
			return os.Chtimes(table, time.Time{}, info.ModTime())
		},
		"newer": func() error { return os.Chtimes(table, time.Time{}, time.Now().Add(time.Hour)) },
		"gone":  func() error { return os.Remove(table) },
	} {
		must(t, os.WriteFile(table, []byte("1"), 0o666))
		b := buildOf(t, external.Spec{Name: "x", Command: "./run table", Protocol: "lines", Dir: dir})
		must(t, change())
		if err := b.Unchanged(); err == nil || !strings.Contains(err.Error(), "engine x: stat "+table) {
			t.Errorf("%s: got %v, want an error that names the file", name, err)
		}
	}
}

// A word may be the name of a folder, which has no content of its own.
func TestAFolderOfACommandIsAWord(t *testing.T) {
	dir := folder(t, "cat", "1")
	must(t, os.Mkdir(filepath.Join(dir, "tables"), 0o777))
	s := external.Spec{Name: "x", Command: "./run tables", Protocol: "lines", Dir: dir}
	b := buildOf(t, s)
	s.Command = "./run others"
	if other := buildOf(t, s); other.Hash == b.Hash {
		t.Error("another word: got the same build")
	}
}

func TestAnEngineThatIsMissingHasNoBuild(t *testing.T) {
	all, err := engines.Open([]external.Spec{{Name: "x", Command: "./run", Protocol: "lines", Dir: t.TempDir()}})
	must(t, err)
	if b, err := engines.BuildOf(context.Background(), all[0]); err == nil || !strings.Contains(err.Error(), "./run") {
		t.Errorf("got %+v, %v, want an error that names the program", b, err)
	}
}
