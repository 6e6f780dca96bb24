package tree

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestOnlyACompleteFileAppears(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.tree")
	names := func() (all []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return all
	}
	for _, end := range []struct {
		name string
		do   func(*File) error
		want []string
	}{
		{"discarded", func(f *File) error { f.Discard(); return nil }, nil},
		{"wrong", func(f *File) error {
			f.node(7)
			if f.Close(cover.Solved) == nil {
				return errors.New("no error")
			}
			return nil
		}, nil},
		{"closed", func(f *File) error { return f.Close(cover.Solved) }, []string{"a.tree"}},
	} {
		f, err := Create(path, head)
		if err != nil {
			t.Fatal(err)
		}
		if err := end.do(f); err != nil {
			t.Errorf("%s: %v", end.name, err)
		}
		if got := names(); !slices.Equal(got, end.want) {
			t.Errorf("%s: got files %q, want %q", end.name, got, end.want)
		}
	}
	if _, err := Create(filepath.Join(dir, "b.tree"), Head{InstanceID: "a\nb"}); err == nil || len(names()) != 1 {
		t.Errorf("a head of two lines: got %v and files %q, want an error and no new file", err, names())
	}
	if _, err := Create(filepath.Join(dir, "none", "a.tree"), head); err == nil {
		t.Errorf("a missing folder: got no error")
	}
}

// fullDisk rejects every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestSearchEndsWhenWritingFails(t *testing.T) {
	w, err := newWriter(fullDisk{}, head)
	if err != nil {
		t.Fatal(err)
	}
	stop := w.Trace().Stop
	rng := rand.New(rand.NewPCG(1, 1))
	w.node(0)
	w.node(1)
	for n := 0; !stop.Load(); n++ {
		if n > 1<<24 {
			t.Fatal("the search was not stopped")
		}
		level := w.level + 1
		if rng.IntN(2) == 0 || level > 1000 {
			level = 1 + rng.IntN(level-1)
		}
		w.node(level)
	}
	if err := w.Close(cover.Timeout); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got error %v, want no space left", err)
	}
}
