package format_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

// calendar is the board of a calendar puzzle, with eight pieces for all cells but a month and a day.
const calendar = "board\n%s\npiece U flip\n#.#\n###\npiece P flip\n##\n##\n#.\npiece R flip\n###\n###\npiece V flip\n#..\n#..\n###\n" +
	"piece Z flip\n##.\n.#.\n.##\npiece L flip\n####\n#...\npiece N flip\n.###\n##..\npiece Y flip\n####\n.#..\n"

const soma = "board 3x3x3\npiece V\n##\n#.\npiece L\n###\n#..\npiece T\n###\n.#.\npiece Z\n##.\n.##\n" +
	"piece A\n##\n#.\n--\n.#\n..\npiece B\n##\n#.\n--\n..\n#.\npiece P\n##\n#.\n--\n#.\n..\n"

// The counts of the calendar are those that its solvers publish: 6 October has the fewest. Soma has 240
// solutions up to the 24 rotations and the mirror of the cube. The others were counted by hand.
func TestPiecesFillTheirBoards(t *testing.T) {
	october := "######.\n###.##.\n#####.#\n#######\n#######\n#######\n###...."
	for _, c := range []struct {
		text      string
		solutions int64
		copies    int64
	}{
		{strings.Replace(calendar, "%s", october, 1), 7, 1},
		{soma, 240 * 48, 1},
		{"board 2x3\npiece D x3\n##\n", 3 * 6, 6},
		{"board 2x3\npiece D any\n##\n", 3, 1},
		{"board 2x3\npiece D x3 fixed\n##\n", 0, 6},
		{"board\n##o\npiece D\n##\n", 1, 1},
		{"board\n.oo\npiece D\n##\n", 1, 1}, // the piece must be used, though no cell needs it
		{"board\n#oo\npiece D any\n##\n", 1, 1},
		{"board 1x3\npiece I\n###\npiece D maybe\n##\n", 1, 1},
		{"board 2x2\npiece V\n##\n#.\npiece M maybe\n#\n", 4, 1},
		{"board 2x4\npiece S\n.##\n##.\npiece A any\n#\n", 2, 1},
		{"board 2x4\npiece S flip\n.##\n##.\npiece A any\n#\n", 4, 1},
		{"board 2x2x2\npiece B\n##\n#.\n--\n#.\n..\npiece C\n##\n#.\n--\n#.\n..\n", 8, 1},
	} {
		p := mustRead(t, c.text)[0]
		seen := map[string]bool{}
		shown := int64(0)
		stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), p.Problem(), cover.Limits{}, func(options []int) bool {
			if err := p.Answer.Check(options); err != nil {
				t.Error(err)
			}
			if p.Answer.Check(options[1:]) == nil && !strings.Contains(c.text, "maybe") {
				t.Errorf("%s: got no error of a solution with an option left out", c.text)
			}
			seen[string(p.Answer.Append(nil, slices.Clone(options)))] = true
			if !p.Repeats(options) {
				shown++
			}
			return true
		})
		if err != nil || stats.Solutions != c.solutions || p.Copies() != c.copies || shown != c.solutions/c.copies {
			t.Errorf("%s: got %d solutions, %d of them shown, %d copies and %v, want %d, %d and %d", c.text,
				stats.Solutions, shown, p.Copies(), err, c.solutions, c.solutions/c.copies, c.copies)
		}
	}
}
