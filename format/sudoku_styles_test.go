package format_test

import (
	"fmt"
	"strings"
	"testing"
)

// style is how a grid is painted.
type style struct {
	sign            func(digit int) string // 0 is a blank
	left, right     string
	between, boxes  string // between cells, and between boxes
	border          string // between bands; "" for none
	outer, eachBand string // a border at top and bottom; what else to write between bands
}

// signs returns a function from digits to signs. The first sign of all is the blank.
func signs(all string) func(int) string {
	return func(digit int) string { return all[digit : digit+1] }
}

// number writes decimal numbers right-aligned, and blanks as b.
func number(width int, b string) func(int) string {
	return func(digit int) string {
		if digit == 0 {
			return fmt.Sprintf("%*s", width, b)
		}
		return fmt.Sprintf("%*d", width, digit)
	}
}

func (s style) paint(side int, cells []int) string {
	order := 2
	for order*order < side {
		order++
	}
	var out strings.Builder
	out.WriteString(s.outer)
	for r := range side {
		if r > 0 && r%order == 0 {
			out.WriteString(s.border + s.eachBand)
		}
		out.WriteString(s.left)
		for c := range side {
			switch {
			case c > 0 && c%order == 0:
				out.WriteString(s.boxes)
			case c > 0:
				out.WriteString(s.between)
			}
			out.WriteString(s.sign(cells[r*side+c]))
		}
		out.WriteString(s.right + "\n")
	}
	out.WriteString(s.outer)
	return out.String()
}

// pattern returns a full grid, and the same grid with one blank in each row, so that there is one
// solution.
func pattern(side int) (puzzle, solved []int) {
	order := 2
	for order*order < side {
		order++
	}
	for r := range side {
		for c := range side {
			digit := (order*(r%order)+r/order+c)%side + 1
			solved = append(solved, digit)
			if c == (r*5+1)%side {
				digit = 0
			}
			puzzle = append(puzzle, digit)
		}
	}
	return puzzle, solved
}

const (
	decimal  = ".123456789"
	hex      = ".0123456789ABCDEF"
	oneToG   = ".123456789ABCDEFG"
	aToP     = "-ABCDEFGHIJKLMNOP"
	aToY     = "-ABCDEFGHIJKLMNOPQRSTUVWXY"
	oneToP   = ".123456789ABCDEFGHIJKLMNOP"
	capitals = ".ABCDEFGHIJKLMNOP"
)

func TestSudokuAnswersHaveTheStyleOfThePuzzle(t *testing.T) {
	rule9 := "+-------+-------+-------+\n"
	rule16 := "+" + strings.Repeat(strings.Repeat("-", 13)+"+", 4) + "\n"
	tests := []struct {
		name  string
		sides []int
		style style
	}{
		{"signs", []int{4, 9}, style{sign: signs(decimal)}},
		{"zeros as blanks", []int{4, 9}, style{sign: signs("0123456789")}},
		{"dashes as blanks", []int{4, 9}, style{sign: signs("-123456789")}},
		{"stars as blanks", []int{4, 9}, style{sign: signs("*123456789")}},
		{"underscores as blanks", []int{4, 9}, style{sign: signs("_123456789")}},
		{"x as blank", []int{4, 9}, style{sign: signs("x123456789")}},
		{"cells apart", []int{4, 9}, style{sign: signs(decimal), between: " ", boxes: " "}},
		{"zeros apart", []int{4, 9}, style{sign: signs("0123456789"), between: " ", boxes: " "}},
		{"dashes apart", []int{9},
			style{sign: signs("-123456789"), between: " ", boxes: " | ", border: "------+-------+------\n"}},
		{"tabs", []int{4, 9}, style{sign: signs(decimal), between: "\t", boxes: "\t"}},
		{"indented", []int{9}, style{sign: signs(decimal), left: "   ", between: " ", boxes: "  "}},
		{"blank lines between bands", []int{9}, style{sign: signs(decimal), between: " ", boxes: "  ", eachBand: "\n"}},
		{"boxed", []int{9}, style{signs(decimal), "| ", " |", " ", " | ", rule9, rule9, ""}},
		{"half boxed", []int{9},
			style{sign: signs(decimal), between: " ", boxes: " | ", border: "------+-------+------\n"}},
		{"tightly boxed", []int{9},
			style{sign: signs(decimal), left: "|", right: "|", boxes: "|", border: "|---+---+---|\n", outer: "*-----------*\n"}},
		{"equals signs", []int{9},
			style{sign: signs(decimal), between: " ", boxes: " | ", border: "=====================\n"}},
		{"a border as wide as a row", []int{9}, style{sign: signs(decimal), border: "---------\n", outer: "---------\n"}},
		{"the same with bars", []int{9}, style{sign: signs(decimal), boxes: "|", border: "---|---|---\n"}},
		{"groups", []int{9, 16, 25}, style{sign: signs(oneToP), boxes: " "}},
		{"hex", []int{16}, style{sign: signs(hex)}},
		{"hex apart", []int{16}, style{sign: signs(hex), between: " ", boxes: " | "}},
		{"hex, small", []int{16}, style{sign: signs(strings.ToLower(hex))}},
		{"1 to G", []int{16}, style{sign: signs(oneToG)}},
		{"1 to G, 0 as blank", []int{16}, style{sign: signs("0" + oneToG[1:])}},
		{"1 to G, apart", []int{16}, style{sign: signs(oneToG), between: " ", boxes: " "}},
		{"A to P", []int{16}, style{sign: signs(aToP)}},
		{"A to P, small", []int{16}, style{sign: signs(strings.ToLower(aToP))}},
		{"A to P, points", []int{16}, style{sign: signs(capitals), between: " ", boxes: " | "}},
		{"A to P, X as blank", []int{16}, style{sign: signs("X" + capitals[1:])}},
		{"A to P, 0 as blank", []int{16}, style{sign: signs("0" + capitals[1:])}},
		{"A to Y", []int{25}, style{sign: signs(aToY)}},
		{"1 to P", []int{25}, style{sign: signs(oneToP), boxes: "|"}},
		{"1 to P, 0 as blank", []int{25}, style{sign: signs("0" + oneToP[1:])}},
		{"numbers", []int{16, 25}, style{sign: number(2, "."), between: " ", boxes: " "}},
		{"numbers, 0 as blank", []int{16, 25}, style{sign: number(2, "0"), between: " ", boxes: " "}},
		{"numbers, -- as blank", []int{16, 25}, style{sign: number(2, "--"), between: " ", boxes: " "}},
		{"numbers with tabs", []int{16, 25}, style{sign: number(2, "."), between: "\t", boxes: "\t"}},
		{"numbers in boxes", []int{16}, style{number(2, "."), "| ", " |", " ", " | ", rule16, rule16, ""}},
	}
	for _, test := range tests {
		for _, side := range test.sides {
			puzzle, solved := pattern(side)
			text, want := test.style.paint(side, puzzle), test.style.paint(side, solved)
			if got := answers(t, text); got != want {
				t.Errorf("%s, side %d: got\n%swant\n%sfor\n%s", test.name, side, got, want, text)
			}
			// The same puzzle twice in a file, with other line ends.
			crlf := "\uFEFF2\r\n" + strings.ReplaceAll("\n"+text+"\n"+text, "\n", "\r\n")
			if got := answers(t, crlf); got != want+want {
				t.Errorf("%s, side %d, twice: got\n%swant twice\n%s", test.name, side, got, want)
			}
		}
	}
}

func TestSudokuNumbersAreRedrawnWithRoomForTwoDigits(t *testing.T) {
	puzzle, solved := pattern(16)
	tight := style{sign: number(1, "."), between: " ", boxes: "|", border: "---+---\n"}
	outer, inner := strings.Repeat("-", 12), strings.Repeat("-", 13)
	roomy := style{sign: number(2, "."), between: " ", boxes: " | ",
		border: outer + "+" + inner + "+" + inner + "+" + outer + "\n"}
	text, want := tight.paint(16, puzzle), roomy.paint(16, solved)
	if got := answers(t, text); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestSudokuInOneLineIsAnsweredInOneLine(t *testing.T) {
	for _, test := range []struct {
		side int
		all  string
	}{{4, decimal}, {9, decimal}, {16, hex}, {16, oneToG}, {16, aToP}, {25, aToY}, {25, oneToP}} {
		puzzle, solved := pattern(test.side)
		var in, want string
		for k := range puzzle {
			in += test.all[puzzle[k] : puzzle[k]+1]
			want += test.all[solved[k] : solved[k]+1]
		}
		if got := answers(t, in+"\n"); got != want+"\n" {
			t.Errorf("side %d, %s: got %s, want %s", test.side, test.all, got, want)
		}
	}
}
