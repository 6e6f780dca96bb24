package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"xcbench/cover"
	"xcbench/dlx"
)

// The counts of the calendar are those that its solvers publish: 6 October has the fewest. Soma has 240
// solutions up to the 24 rotations and the mirror of the cube. The others were counted by hand.
func TestPiecesFillTheirBoards(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/pieces.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		var solutions, copies int64
		if _, err := fmt.Sscan(f.Name, &solutions, &copies); err != nil {
			t.Fatal(err)
		}
		text := string(f.Data)
		p := mustRead(t, text)[0]
		seen := map[string]bool{}
		shown := int64(0)
		stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), p.Problem(), cover.Limits{}, func(options []int) bool {
			if err := p.Answer.Check(options); err != nil {
				t.Error(err)
			}
			if p.Answer.Check(options[1:]) == nil && !strings.Contains(text, "maybe") {
				t.Errorf("%s: got no error of a solution with an option left out", text)
			}
			seen[string(p.Answer.Append(nil, slices.Clone(options)))] = true
			if !p.Repeats(options) {
				shown++
			}
			return true
		})
		if err != nil || stats.Solutions != solutions || p.Copies() != copies || shown != solutions/copies {
			t.Errorf("%s: got %d solutions, %d of them shown, %d copies and %v, want %d, %d and %d", text,
				stats.Solutions, shown, p.Copies(), err, solutions, solutions/copies, copies)
		}
	}
}
