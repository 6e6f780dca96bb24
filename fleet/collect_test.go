package fleet_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/fleet"
	. "xcbench/internal/fleettest"
)

// A collection that was cut at any byte is completed by the next one, as more lines come.
func TestACollectionIsCompletedByTheNext(t *testing.T) {
	jobs := []Job{job("queens/4", "naive"), job("queens/5", "naive")}
	f := Plan(t, 2, minute, jobs...)
	s := &source{folder: f, room: 10}
	_, err := workOn(t.Context(), f, fleet.NewQueue(s, Machine("a"), f.Build(), minute, nil))
	Must(t, err)
	collect := func(lines int) string {
		t.Helper()
		Must(t, f.Collect(written(nil, 0), written(s.lines, lines), func(string) {}))
		text, err := os.ReadFile(path(f, 1, 1))
		Must(t, err)
		return string(text)
	}
	whole, lines := collect(4), strings.Count(string(s.lines), "\n")
	Whole(t, f, jobs...)
	if lines != 4 || strings.Count(whole, "\n") != 4 {
		t.Fatalf("got %d lines as\n%s\nwant the machine, two results and the end", lines, whole)
	}
	for size := 0; size < len(whole); size += 40 {
		Must(t, os.Remove(path(f, 1, 1)))
		collect(2)
		if first, _, _ := strings.Cut(whole, "\n"); size > len(first) {
			Must(t, os.WriteFile(path(f, 1, 1), []byte(whole[:size]), 0o666))
		}
		if got := collect(4); got != whole {
			t.Errorf("cut at %d: got\n%s\nwant\n%s", size, got, whole)
		}
	}
}

// written yields the first lines of an attempt.
func written(text []byte, lines int) iter.Seq2[fleet.Written, error] {
	return func(yield func(fleet.Written, error) bool) {
		for line := range bytes.Lines(text) {
			if lines--; lines < 0 || !yield(fleet.Written{Pack: 1, Attempt: "x", Text: line}, nil) {
				return
			}
		}
	}
}

// The clock of another machine reaches a worker as the time of a file or of a message, or as a time
// that was written down. No code of the queues has any of these.
func TestNoClockOfAnotherMachineIsRead(t *testing.T) {
	files := 0
	for _, dir := range []string{".", "jetstream"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		Must(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			Must(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"ModTime", "Timestamp", "Created", "Unix", "UnixNano",
					"UnixMilli", "UnixMicro", "Parse", "RFC3339", "TimeStamp", "LastTime", "FirstTime"}, s.Sel.Name) {
					t.Errorf("%s: uses %s, want that no time leaves its machine", path, s.Sel.Name)
				}
				return true
			})
		}
	}
	if files < 15 {
		t.Errorf("found %d files, want all of both queues", files)
	}
}
