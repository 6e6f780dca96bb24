package fleet

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The clock of another machine reaches a worker as the time of a file or of a message, or as a time
// that was written down. No code of the queues has any of these.
func TestNoClockOfAnotherMachineIsRead(t *testing.T) {
	files := 0
	for _, dir := range []string{".", "jetstream"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		must(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			must(t, err)
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

// The files of a machine whose clock is wrong have times in the far past or future.
func TestTimesOfFilesDecideNothing(t *testing.T) {
	for _, wrong := range []time.Time{time.Unix(1, 0), time.Now().AddDate(90, 0, 0)} {
		synctest.Test(t, func(t *testing.T) { // a worker on a busy machine may seem to be silent
			f := planned(t, 1, 60*time.Millisecond, job{"queens/4", "naive", 0, Limits{}})
			c, err := f.Queue(machine("wrong"), "", nil).Take(t.Context())
			must(t, err)
			alive, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			go func() {
				for ; alive.Err() == nil; time.Sleep(5 * time.Millisecond) {
					c.KeepAlive()
					os.Chtimes(f.attemptPath(1, 1), wrong, wrong)
				}
			}()
			other := f.Queue(machine("right"), "", nil)
			if got, err := other.Take(alive); got != nil || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v: got %v, %v, want to wait for the worker that lives", wrong, got, err)
			}
			later, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if got, err := other.Take(later); got == nil || err != nil {
				t.Errorf("%v: got %v, %v, want the task of the worker that is silent now", wrong, got, err)
			}
		})
	}
}
