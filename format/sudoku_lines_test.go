package format_test

import (
	"hash/crc32"
	"os"
	"strconv"
	"strings"
	"testing"
)

// plainTexts returns lines for the shortcut, lines that just miss it, and texts with both: a Go string in each line
// of a file.
func plainTexts(t testing.TB) (all []string) {
	file, err := os.ReadFile("testdata/plain.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.NewReplacer("PUZZLE", wiki, "SOLUTION", wikiSolved).Replace(text))
	}
	return all
}

// wantPlain checks that a text is read as if another sign stood for blanks. The readers of plain boards do
// not know this sign.
func wantPlain(t *testing.T, text string) {
	t.Helper()
	got := summary(t, text, "sudoku")
	if want := strings.ReplaceAll(summary(t, strings.ReplaceAll(text, ".", "*"), "sudoku"), "*", "."); got != want {
		t.Errorf("got\n%swant\n%sof\n%s", got, want, text)
	}
}

func TestPlainBoardsAreReadLikeOthers(t *testing.T) {
	for _, text := range plainTexts(t) {
		wantPlain(t, text)
	}
}

func FuzzPlainBoards(f *testing.F) {
	for _, text := range plainTexts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.Contains(text, "*") && crc32.ChecksumIEEE([]byte(text))%16 == 0 && len(text) < 1<<10 { // solving takes much longer than reading
			wantPlain(t, text)
		}
	})
}
