package format_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/format"
)

func TestFormatIsDetectedFromTheFirstLines(t *testing.T) {
	numbers16 := "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
	tests := []struct{ text, want string }{
		// DLX texts, including some that look like another format at first.
		{knuth2000, "dlx"},
		{"1 2 3 4\n1 2\n3\n", "dlx"},
		{"0 1 2 3\n0 1\n2 3\n", "dlx"},
		{"1 2 3 4\n1 2 3 4\n", "dlx"},
		{"1 2 3 4 5 6 7 8 9\n1 2\n", "dlx"},
		{numbers16 + "1 2\n", "dlx"},
		{"A B C D E F G H I J K L M N O P\nA B\n", "dlx"},
		{"| a comment\na b\n", "dlx"},
		{"| 8 queens\na b\n", "dlx"},
		{"| 1 2 3 4\na b\n", "dlx"},
		{"| 1 2 3 4\n1 2 3 4\n", "dlx"},
		{"|-----------\n| a comment\n|-----------\na b\n", "dlx"},
		{"1 2 | 3 4\n1 3\n", "dlx"},
		{"0 1\n0\n1\n", "dlx"},
		{"0 1\n0 1\n", "dlx"},
		{"6 7\n6\n7\n", "dlx"},
		{"5\n5\n", "dlx"},
		{"1234\n1234\n", "dlx"},
		{"item\nitem\n", "dlx"},
		{"abcdefghijklmnop\nabcdefghijklmnop\n", "dlx"},
		{"11 12 21 22\n11 12\n", "dlx"},
		{"000 001 010\n000 001\n", "dlx"},
		{"1-2 1-3 2-3\n1-2\n", "dlx"},
		{"p00 p01 r00 r01\np00 r00\n", "dlx"},
		{"the_long_name_of_an_item_that_is_here b\nb\n", "dlx"},
		{"x y\n", "dlx"},
		{"#1 #2\n#1\n#2\n# x\na", "dlx"},
		{"c d e\nd\nc e\n", "dlx"},
		{"c d\nc d\n", "dlx"},
		{"p cn f\np\n", "dlx"},
		{"p\np\n", "dlx"},
		{"# c\np cnf 1 1\n1 0\n", "dlx"},
		{"1,2 2,1\n2,1 1,2\n", "dlx"},
		{"1,2,3,4\n1,2,3,4\n", "dlx"},
		{"item 1234\n1234\nitem\n", "dlx"},
		{"Grid 01\n01\nGrid\n", "dlx"},
		// Formulas, wrong ones too.
		{"p cnf 3 2\n", "cnf"},
		{"  p  cnf\n", "cnf"},
		{"c\n\nc a comment\nc\tc\np cnf 3 2\n", "cnf"},
		{"\uFEFFc 1 2 3 4\r\np cnf x\r\n", "cnf"},
		{strings.Repeat("c a b\n", 20000), "cnf"},
		// Matrices, wrong ones too.
		{"6 7\n1001001\n", "matrix"},
		{"6 7\n1 0 0 1 0 0 1\n", "matrix"},
		{"# c\n6 7 # c\n\n# c\n1 0 0 1 0 0\n", "matrix"},
		{"6 7\n10010010\n", "matrix"},
		{"-6 7\n1001001\n", "matrix"},
		{"1000000000 1000000000\n", "matrix"},
		{"2 1\n1\n0\n", "matrix"},
		{"0 0\n", "matrix"},
		// Sudokus, wrong ones too.
		{wiki, "sudoku"},
		{wiki[:80], "sudoku"},
		{wiki + ".", "sudoku"},
		{wikiSolved, "sudoku"},
		{wiki + " a note", "sudoku"},
		{wiki + ",note", "sudoku"},
		{"# c\n\n" + wiki, "sudoku"},
		{"12\n" + wiki, "sudoku"},
		{"1000\n" + wiki, "sudoku"},
		{"12.4............", "sudoku"},
		{"1234000000000000", "sudoku"},
		{"12.4............ note", "sudoku"},
		{"53..7....\n", "sudoku"},
		{"530070000\n600195000\n", "sudoku"},
		{"12..4\n", "sudoku"},
		{"1234\n3412\n", "sudoku"},
		{"1 2 3 4\n3 4 1 2\n", "sudoku"},
		{"5 3 0 0 7 0 0 0 0\n", "sudoku"},
		{"5 3 . . 7 . . .\n", "sudoku"},
		{"5 3 . 4 7 6 8 9 2\n", "sudoku"},
		{"53. .7. ...\n6.. 195 ...\n", "sudoku"},
		{"53.|.7.|...\n", "sudoku"},
		{"534|678|912\n", "sudoku"},
		{"| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n", "sudoku"},
		{"| 5 3 . | . 7 . | . . |\n| 6 . . | 1 9 5 | . . . |\n", "sudoku"},
		{"|53.|.7.|...|\n|---+---+---|\n", "sudoku"},
		{"+---+---+---+\n|53.|.7.|...|\n", "sudoku"},
		{"------\n5 3 . | . 7 . | . . .\n", "sudoku"},
		{strings.Repeat("-", 25) + "\n| 5 3 . | . 7 . | . . . |\n", "sudoku"},
		{"--AB----C---D--E\n--AB----C---D---\n", "sudoku"},
		{". 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", "sudoku"},
		{numbers16 + "5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4\n", "sudoku"},
		{"Grid 01\n530070000\n600195000\n", "sudoku"},
		{"0,0,0,0,7,0,0,0,0\n", "sudoku"},
		{"5, 3, 0, 0, 7, 0, 0, 0, 0\n", "sudoku"},
		{strings.Repeat("A", 255) + "-", "sudoku"},
		{strings.Repeat("A-", 312) + "B", "sudoku"},
	}
	for _, test := range tests {
		r, err := format.NewReader("in", strings.NewReader(test.text), format.Options{})
		got := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", r), "*format."), "Reader")
		if err != nil || got != test.want {
			t.Errorf("%q: got %s and error %v, want %s", test.text, got, err, test.want)
		}
	}
}

// Any line could be the item list of a DLX text, and the problem of an item list has no solution.
// So a text of another kind would get that answer.
func TestDetectedTextWithoutOptionsIsNoPuzzle(t *testing.T) {
	const expected = " and no option after it, expected a sudoku, a matrix, a CNF, or a DLX text with options; " +
		"--from dlx accepts a DLX text without options"
	for text, place := range map[string]string{
		"6 7\n":                        "in:1:1: '6 7'",
		"-1 3":                         "in:1:1: '-1 3'",
		"1e3 3\n":                      "in:1:1: '1e3 3'",
		"a;b\n":                        "in:1:1: 'a;b'",
		"1 999999999\n":                "in:1:1: '1 999999999'",
		"a b\n| c\n\n":                 "in:1:1: 'a b'",
		"\n| c\n  a\n":                 "in:3:1: '  a'",
		wikiSolved[:79] + "?! word\n":  "in:1:1: '53467891267219534819…'",
		strings.Repeat("٣", 81) + "\n": "in:1:1: '" + strings.Repeat("٣", 20) + "…'",
	} {
		wantErrors(t, "", []errorTest{{text, place + expected}})
		if all, err := readAll(text, "dlx"); err != nil || len(all) != 1 || all[0].Problem().Options() != 0 {
			t.Errorf("%q as dlx: got %d puzzles and %v, want a problem without options", text, len(all), err)
		}
	}
}
