package format_test

import (
	"hash/crc32"
	"strings"
	"testing"
)

const (
	few81   = wiki + "\n" + wiki + "\n" + wiki + "\n"
	signs81 = "xX0_*-.53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
)

// plainTexts are lines for the shortcut, lines that just miss it, and texts with both.
var plainTexts = []string{
	wiki + "\n" + wiki,
	wiki + "\n" + signs81 + "\n" + wiki + "\r\n" + strings.Repeat("-", 81) + "\n",
	wiki + "\n" + wiki + " a note \r\n" + wiki + ",;# a note\n" + wiki + "\t\n" + wiki + "#\n",
	wiki + "\n" + wiki + " n\u00f6te\n" + wiki + " a\r\r\n" + wiki + "\r\r\n" + wiki + "\v\n",
	wiki + "\n" + wiki + " a\rb\n",
	wiki + "\n" + wiki + "\r" + wiki + "\n",
	wiki + "\n" + wiki + "|\n" + wiki + " |\n",
	wiki + "\n" + wiki + " " + strings.Repeat("long ", 300) + "\n" + wiki + "\n",
	wiki + "\n\n# comment\n \n" + wiki + "\n" + wiki + "\nend\n\n",
	"2\n" + wiki + "\n" + wiki + "\n" + wiki + "\n",
	"3\n" + wiki + "\n" + wiki + "\n",
	wiki + "\nend\n" + wiki + "\n",
	wiki + "\n" + wiki[:80] + "\n",
	wiki + "\n" + wiki + ".\n",
	wiki + "\n" + wiki[:80] + "A\n",
	wiki + "\n" + wiki + " \x00\n",
	wiki + "\n" + wiki + " \xff\n",
	wiki + "\n " + wiki + "\n",
	wiki + "\n1234\n3412\n2143\n4321\n" + wiki + "\n12.4............\n" + wiki + "\n",
	wiki + "\n" + strings.Repeat("1", 256) + "\n",
	wiki + "\n-----------\n" + wiki + "\n",
	few81 + strings.Replace(wiki, ".", "0", 1) + "\n", // digits from 0
	few81 + wiki + "," + strings.ReplaceAll(wikiSolved, "9", "0") + "\n",
	"X\n" + few81,
	"5\n" + few81,
	// Tables, behind lines that are peeked at: with the solution, a wrong one, the solution of another puzzle, no solution, and three columns.
	"puzzle,solution\n" + few81 + strings.Repeat(wiki+","+wikiSolved+"\n", 2) + wikiSolved + "," + wikiSolved + "\n" + wikiSolved + "," + wiki + "\n",
	few81 + wiki + "," + strings.Replace(wikiSolved, "5", "6", 1) + "\n" + wiki + "\n",
	few81 + wiki[1:] + "1," + wikiSolved + "\n",
	few81 + wiki + "1" + wikiSolved + "\n",
	few81 + wiki + "," + wiki + "\n" + wiki + ",x\n" + wiki + "," + wikiSolved + ",3\n" + wiki + " " + wikiSolved + "\n",
	wiki + "\n" + strings.Repeat("x", 81) + " 12\nGrid 12\n" + wiki + "\n",
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
	for _, text := range plainTexts {
		wantPlain(t, text)
	}
}

func FuzzPlainBoards(f *testing.F) {
	for _, text := range plainTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !strings.Contains(text, "*") && crc32.ChecksumIEEE([]byte(text))%16 == 0 && len(text) < 1<<10 { // solving takes much longer than reading
			wantPlain(t, text)
		}
	})
}
