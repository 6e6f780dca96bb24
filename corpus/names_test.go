package corpus_test

import (
	"os"
	"path/filepath"
	"slices"
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
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var got []string
		for in, err := range corpus.Open(path, func(string) {}) {
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
