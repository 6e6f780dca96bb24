package format_test

import (
	"strings"
	"testing"
)

func TestMatrixAnswersAreRowNumbers(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"Wikipedia, as words", "6 7\n1001001\n1001000\n0001101\n0010110\n0110011\n0100001\n", "2 4 6\n"},
		{"Knuth 2000, separated",
			"6 7\n0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n", "1 4 5\n"},
		{"no solution", "1 2\n10\n", "No Solution!\n"},
		{"several", "1 1\n1\n2 2\n01\n10\n1 2\n01\n", "1\n1 2\nNo Solution!\n"},
		{"comments and blank lines", "# a\n1 1 # b\n\n# c\n1 # d\n", "1\n"},
		{"CRLF and a byte order mark", "\uFEFF2 2\r\n01\r\n\r\n10\r\n", "1 2\n"},
		{"rows in groups", "1 6\n111 111\n", "1\n"},
		{"no rows and no columns", "0 0\n", "\n"},
		{"dropped rows keep their number", "3 2\n00\n10\n01\n", "2 3\n"},
	}
	for _, test := range tests {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestMatrixAndDLXOfOneProblemAreTheSame(t *testing.T) {
	matrix := mustRead(t, "6 7\n0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n")[0].Problem()
	text := mustRead(t, knuth2000)[0].Problem()
	names := strings.NewReplacer("1", "A", "2", "B", "3", "C", "4", "D", "5", "E", "6", "F", "7", "G")
	if got, want := names.Replace(describe(matrix)), describe(text); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMatrixWithoutColumnsHasNoRowsToRead(t *testing.T) {
	all, err := readAll("1000000000 0\n1 1\n1\n", "matrix")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(all); got != 2 {
		t.Errorf("got %d puzzles, want 2", got)
	}
}

func TestMatrixWithoutRowsHasItsItems(t *testing.T) {
	all, err := readAll("0 5\n", "matrix")
	if err != nil {
		t.Fatal(err)
	}
	if got := all[0].Problem().Primary(); got != 5 {
		t.Errorf("got %d items, want 5", got)
	}
}

func TestMatrixRowWithoutOnesIsDroppedWithAWarning(t *testing.T) {
	p := mustRead(t, "# c\n3 2 # note\n11\n00\n01\n")[0]
	if got, want := strings.Join(p.Warnings, "\n"), "in:4:1: row 2 has no 1 and is dropped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if p.Line != 2 || p.Note != "note" {
		t.Errorf("got line %d, note %q, want line 2, note \"note\"", p.Line, p.Note)
	}
}

func TestMatrixErrorsNameThePlace(t *testing.T) {
	wantErrors(t, "matrix", []errorTest{
		{"", "in:1:1: no puzzle found, expected a line with the numbers of rows and columns"},
		{"# only\n", "in:2:1: no puzzle found, expected a line with the numbers of rows and columns"},
		{"6\n", "in:1:1: 1 word, expected two: the numbers of rows and columns"},
		{"1 1\n1\n1 1 1\n", "in:3:1: 3 words, expected two: the numbers of rows and columns"},
		{"-1 7\n", "in:1:1: '-1' as the number of rows, expected a whole number from 0 to 2147483647"},
		{"2 seven\n", "in:1:3: 'seven' as the number of columns, expected a whole number from 0 to 2147483647"},
		{"99999999999999999999 7\n",
			"in:1:1: '99999999999999999999' as the number of rows, expected a whole number from 0 to 2147483647"},
		{"1 1000000000\n", "in:1:3: 1000000000 columns, expected at most 1048576"},
		{"1000000000 3\n101\n", "in:3:1: expected row 2 of 1000000000, found the end of the file"},
		{"6 2\n01\n10\n11\n", "in:5:1: expected row 4 of 6, found the end of the file"},
		{"1 3\n1 0\n", "in:2:1: row 1 has 2 entries, expected 3"},
		{"2 1\n1\n10\n", "in:3:1: row 2 has 2 entries, expected 1"},
		{"1 3\n1 2 0\n", "in:2:3: '2' in row 1, expected 0 or 1"},
		{"1 3\n1 ä 0\n", "in:2:3: 'ä' in row 1, expected 0 or 1"},
	})
}
