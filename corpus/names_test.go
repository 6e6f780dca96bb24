package corpus_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/corpus"
)

// A puzzle that is alone in its file has the file's name. Several are named after their lines, and so is
// one before a puzzle that cannot be read.
func TestAPuzzleThatIsAloneHasTheNameOfItsFile(t *testing.T) {
	const board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"matching-K12.dlx", "| a comment\n\na b\na\nb\n", []string{"file/matching_k12"}},
		{"one.txt", "# a comment\n" + board, []string{"file/one"}},
		{"two.txt", board + "\n" + board, []string{"two/line1", "two/line3"}},
		{"bad.txt", board + "53..\n" + board, []string{"bad/line1", "error", "bad/line3"}},
		{"none.txt", "# a comment\n", []string{"error"}},
		{"manifest.tsv", "# mine\n" + "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n" +
			strings.ReplaceAll("queens/7\tfull\t40\nqueens/x\tfull\t40\n", "\n", strings.Repeat("\t-", 6)+"\n"), []string{"queens/7", "error"}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		check(t, os.WriteFile(path, []byte(c.text), 0o666))
		var got []string
		for in, err := range corpus.NameFiles(path).Open(path, func(string) {}) {
			if err != nil {
				got = append(got, "error")
				continue
			}
			got = append(got, in.ID())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// Names that are unique stay as they are. Others do not depend on the order of the files.
func TestFilesWithTheSameNameAreNamedApart(t *testing.T) {
	root := t.TempDir()
	var paths []string
	for _, name := range []string{"easy/1.txt", "hard/1.txt", "a/same/2.txt", "b/same/2.txt", "x/p.dlx", "x/p.txt", "x/пазл.dlx",
		"x/パズル.dlx", "x/only.txt"} {
		path := filepath.Join(root, name)
		paths = append(paths, path)
		check(t, os.MkdirAll(filepath.Dir(path), 0o777))
		check(t, os.WriteFile(path, []byte("a b\na\nb\n"), 0o666))
	}
	ids := func(paths ...string) (all []string) {
		names := corpus.NameFiles(paths...)
		for _, path := range paths {
			for in, err := range names.Open(path, func(string) {}) {
				if err != nil || in.File == "" {
					t.Fatal(in.File, err)
				}
				all = append(all, in.ID())
			}
		}
		slices.Sort(all)
		return all
	}
	want := []string{"file/a_same_2", "file/b_same_2", "file/easy_1", "file/hard_1", "file/only",
		"file/x___f22c725e", "file/x___f599007a", "file/x_p_9c6b4988", "file/x_p_a7557186"}
	if got := ids(root); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	slices.Reverse(paths)
	if got := ids(append(paths, paths[0])...); len(got) != len(paths)+1 || len(slices.Compact(slices.Clone(got))) != len(paths) {
		t.Errorf("got %q, want the same names in any order, and one twice", got)
	}
}
