package format_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

var randomTexts = flag.Int("random", 30, "how many random puzzles of each kind to read")

// covers counts the exact covers of columns by rows, given as bits.
func covers(rows []uint, covered, all uint) (n int) {
	if covered == all {
		return 1
	}
	column := ^covered & (covered + 1)
	for _, r := range rows {
		if r&column != 0 && r&covered == 0 {
			n += covers(rows, covered|r, all)
		}
	}
	return n
}

func TestRandomMatricesHaveTheirCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range *randomTexts {
		height, width := 2+rng.IntN(7), 2+rng.IntN(9)
		rows, density := make([]uint, height), 0.15+0.6*rng.Float64()
		for k := range height * width {
			if rng.Float64() < density {
				rows[k/width] |= 1 << (k % width)
			}
		}
		want := covers(rows, 0, 1<<width-1)
		for _, spelling := range [][2]string{{"", ""}, {"", " "}, {"", ","}, {fmt.Sprintln(height, width), ""}, {fmt.Sprintln(width), " "}} {
			text := spelling[0]
			for _, r := range rows {
				var cells []string
				for c := range width {
					cells = append(cells, strconv.Itoa(int(r>>c&1)))
				}
				text += strings.Join(cells, spelling[1]) + "\n"
			}
			all, err := readAll(text, "")
			if err != nil || len(all) != 1 || all[0].Grid {
				t.Fatalf("got %d puzzles and %v, want a matrix of\n%s", len(all), err, text)
			}
			stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), all[0].Problem(), cover.Limits{}, nil)
			if err != nil || int(stats.Solutions) != want {
				t.Fatalf("got %d covers and %v, want %d of\n%s", stats.Solutions, err, want, text)
			}
		}
	}
}

// spell writes a board. digits are the signs of the digits, blank first.
func spell(board []int, side int, digits []string, between, rows string) string {
	var text strings.Builder
	for k, d := range board {
		switch {
		case k%side > 0:
			text.WriteString(between)
		case k > 0:
			text.WriteString(rows)
		}
		text.WriteString(digits[d])
	}
	return text.String() + "\n"
}

func TestRandomSudokusHaveTheirGivens(t *testing.T) {
	shapes := [][2]int{{2, 2}, {2, 3}, {2, 4}, {3, 3}, {2, 5}, {3, 4}, {3, 5}, {4, 4}, {4, 5}, {5, 5}}
	order := strings.Split(".123456789ABCDEFGHIJKLMNOP", "")
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range *randomTexts {
		height, width := shapes[n%len(shapes)][0], shapes[n%len(shapes)][1]
		side := height * width
		digits, row, column := rng.Perm(side), rng.Perm(height), rng.Perm(width)
		board, share := make([]int, side*side), 0.2+0.6*rng.Float64()
		for k := range board {
			r, c := k/side, k%side
			r, c = r/height*height+row[r%height], c/width*width+column[c%width]
			if rng.Float64() > share {
				board[k] = digits[(r%height*width+r/height+c)%side] + 1
			}
		}
		numbers := []string{"0"}
		for d := range side {
			numbers = append(numbers, strconv.Itoa(d+1))
		}
		hex := order
		if side == 16 {
			hex = strings.Split(".0123456789ABCDEF", "")
		}
		other := append([]string{"_"}, strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")...)
		if side < 10 {
			other = strings.Split("*0123456789", "")
		}
		for name, text := range map[string]string{
			"line":    spell(board, side, hex, "", ""),
			"grid":    spell(board, side, hex, "", "\n"),
			"numbers": spell(board, side, numbers, " ", "\n"),
			"commas":  spell(board, side, append([]string{""}, numbers[1:]...), ",", "\n"),
			"other":   spell(board, side, other, "", "\n"),
		} {
			first, _, _ := strings.Cut(text, "\n")
			if name == "numbers" && slices.Max(board) < 2 || name == "other" && side < 10 && !(strings.Contains(text, "0") && strings.Contains(text, "*")) ||
				name == "commas" && (strings.Trim(first, ",") == "" || strings.HasSuffix(first, ",")) {
				continue // a matrix of 0s and 1s, digits from 1, or a first row that does not show its length
			}
			all, err := readAll(text, "")
			if err != nil || len(all) != 1 {
				t.Errorf("%s, side %d: got %d puzzles and %v, want one of\n%s", name, side, len(all), err, text)
				continue
			}
			g, _ := all[0].Sudoku()
			if !slices.EqualFunc(g.Cells, board, func(got uint8, want int) bool { return int(got) == want }) {
				t.Errorf("%s, side %d: got %s of\n%s", name, side, g, text)
			}
		}
	}
}
