package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

func TestScrambledCopiesHaveTheSameNumberOfSolutions(t *testing.T) {
	for id, want := range map[string]int64{
		"queens/6": 4, "queens/8_middle": 92, "langford/7": 52, "sudoku/wikipedia": 1, "sudoku_empty/2x2": 288,
	} {
		in := must(Find(id))
		hashes := []string{in.hash}
		for k := 1; k <= 4; k++ {
			c := Scramble(in, 1, k)
			puzzle, again := built(t, c), built(t, Scramble(in, 1, k))
			if got := solutions(t, puzzle.Problem()); got != want {
				t.Errorf("%s: got %d solutions, want %d", c.ID(), got, want)
			}
			hash := Hash(puzzle.Problem())
			given, _ := built(t, in).Sudoku()
			if copied, ok := puzzle.Sudoku(); ok && !slices.Equal(givens(copied), givens(given)) ||
				ok != (id == "sudoku/wikipedia") {
				t.Errorf("%s: got the sudoku %v, %s, want a symmetric copy of a sudoku with givens", c.ID(), ok, copied)
			}
			if slices.Contains(hashes, hash) {
				t.Errorf("%s: got a repeated problem, want a new one", c.ID())
			}
			hashes = append(hashes, hash)
			if Hash(again.Problem()) != hash {
				t.Errorf("%s: got another problem the second time, want the same", c.ID())
			}
			if other := built(t, Scramble(in, 2, k)); Hash(other.Problem()) == hash {
				t.Errorf("%s: got the same copy from another seed, want a different one", c.ID())
			}
		}
	}
}

func TestScrambledCopiesHaveTheColoursOfTheOptions(t *testing.T) {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Secondary("x", "y")
	for _, o := range []string{"a x:r", "b x:r y:s", "c y:s", "b x:s"} {
		b.Option(strings.Fields(o)...)
	}
	coloured := must(b.Problem())
	for k := range 10 {
		var got []string
		p := shuffled(coloured, newDice(k))
		for o := range p.Options() {
			var entries []string
			for k := range p.Option(o) {
				entries = append(entries, p.Entry(o, k))
			}
			slices.Sort(entries)
			got = append(got, strings.Join(entries, " "))
		}
		slices.Sort(got)
		if want := "[a x:r b x:r y:s b x:s c y:s]"; fmt.Sprint(got) != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

func TestOriginalUndoesTheNameOfACopy(t *testing.T) {
	in := must(Find("queens/8"))
	c := Scramble(in, 1, 12)
	for _, names := range [][2]string{{c.ID(), in.ID()}, {c.Name, in.Name}, {"f/a.x2.x3", "f/a.x2"}} {
		original, _, ok := Original(names[0])
		if original != names[1] || !ok {
			t.Errorf("%s: got %s, %v, want %s", names[0], original, ok, names[1])
		}
	}
	if _, k, _ := Original(c.ID()); k != 12 {
		t.Errorf("got copy %d, want 12", k)
	}
	for _, name := range []string{
		"queens/8", "f/a.x", "f/a.x0", "f/a.x01", "f/a.x+1", "f/a.xb", ".x1", "", "f/a.x99999999999999999999",
	} {
		if original, k, ok := Original(name); ok || original != name {
			t.Errorf("%s: got copy %d of %s, want no copy", name, k, original)
		}
	}
}

// givens counts the givens of a sudoku by digit, in each row or column and in each box, all in order: what symmetric
// copies have in common.
func givens(g sudoku.Grid) (all []int) {
	counts := [4][9]int{}
	for k, digit := range g.Cells {
		if digit > 0 {
			counts[0][digit-1]++
			counts[1][k/9]++
			counts[2][k%9]++
			counts[3][k/27*3+k%9/3]++
		}
	}
	for k := range counts {
		slices.Sort(counts[k][:])
	}
	lines := [][]int{counts[1][:], counts[2][:]} // a copy may be transposed
	slices.SortFunc(lines, slices.Compare)
	return slices.Concat(counts[0][:], lines[0], lines[1], counts[3][:])
}
