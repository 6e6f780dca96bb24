package corpus

import (
	"fmt"
	"regexp"
	"testing"

	"xcbench/cover"
	"xcbench/format"
)

func TestCatalogueIsInOrder(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9_.]+/[a-z0-9_.]+$`)
	seen := map[string]bool{}
	for _, in := range All() {
		if !id.MatchString(in.ID()) || seen[in.ID()] {
			t.Errorf("got id %q, want a new one of letters, digits, _ and .", in.ID())
		}
		seen[in.ID()] = true
		if in.Title == "" || in.Source == "" || in.Solutions < 0 {
			t.Errorf("%s: got title %q, source %q, %d solutions, want all known", in.ID(), in.Title, in.Source, in.Solutions)
		}
		puzzle, err := in.Puzzle()
		if err != nil || puzzle.Problem().Options() == 0 || len(puzzle.Warnings) > 0 {
			t.Errorf("%s: got %v, %v, want a problem with options and no warnings", in.ID(), puzzle, err)
		}
	}
}

// The sizes are those that dlx1 prints; its entries include a spacer an option.
func TestSizesOfReferenceInstances(t *testing.T) {
	for _, c := range []struct {
		id                      string
		items, options, entries int
	}{
		{"queens/8", 42, 64, 316},
		{"queens/10", 54, 100, 496},
		{"queens/12", 66, 144, 716},
		{"langford/7", 21, 63, 252},
		{"langford/8", 24, 84, 336},
		{"langford/11", 33, 165, 660},
		{"domino/6", 36, 60, 180},
		{"pentomino/3x20", 72, 1236, 8652},
		{"pentomino/4x15", 72, 1696, 11872},
		{"pentomino/scott", 72, 1568, 10976},
		{"sudoku/ai_escargot", 232, 223, 1115},
		{"sudoku/inkala_2010", 232, 217, 1085},
		{"sudoku/inkala_2012", 240, 254, 1270},
		{"sudoku/golden_nugget", 240, 242, 1210},
		{"sudoku/norvig_impossible", 256, 356, 1780},
	} {
		in, ok := Find(c.id)
		if !ok {
			t.Errorf("no instance %s", c.id)
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		p := puzzle.Problem()
		if p.Items() != c.items || p.Options() != c.options || p.Entries()+p.Options() != c.entries {
			t.Errorf("%s: got %d items, %d options, %d entries with spacers, want %d, %d, %d", c.id, p.Items(), p.Options(), p.Entries()+p.Options(), c.items, c.options, c.entries)
		}
	}
	if got := len(sudokus()); got != 20 {
		t.Errorf("got %d named sudokus, want 20", got)
	}
}

func TestFilterChoosesInstances(t *testing.T) {
	for query, want := range map[string]int{
		"":                              len(All()),
		"family:queens":                 4,
		"family:queens -inst:10":        3,
		"family:(queens OR domino)":     6,
		"tier:full":                     2,
		"inst:/^forum/ family:sudoku":   3,
		"family:queens family:langford": 0,
		"nobody:asked":                  0,
	} {
		filter, err := NewFilter(query)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, in := range All() {
			if filter.Match(in) {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: got %d instances, want %d", query, got, want)
		}
	}
	if _, err := NewFilter("family:("); err == nil {
		t.Error("got no error for a filter that breaks off")
	}
}

func TestPentominoesHave63Orientations(t *testing.T) {
	total := 0
	for _, s := range pentominoShapes {
		total += len(orientations(s.cells))
	}
	if total != 63 {
		t.Errorf("got %d, want 63", total)
	}
}

func TestDegenerateMembersBuild(t *testing.T) {
	for name, p := range map[string]*cover.Problem{
		"queens 0": Queens(0), "queens 1": Queens(1), "queens 2": Queens(2),
		"langford 0": Langford(0), "langford 1": Langford(1), "domino 1": DominoSquare(1),
	} {
		if p.Primary() == 0 && name != "queens 0" && name != "langford 0" {
			t.Errorf("%s: got no items", name)
		}
	}
}

func TestPuzzleOfAFileIsAnInstance(t *testing.T) {
	puzzle := format.NewPuzzle(Queens(4))
	in := FromPuzzle("mine", puzzle)
	got, err := in.Puzzle()
	if in.ID() != "mine/line1" || in.Solutions != Unknown || got != puzzle || err != nil {
		t.Errorf("got %s with %d solutions, %v, %v, want mine/line1 with an unknown number", in.ID(), in.Solutions, got, err)
	}
}

func ExampleQueens() {
	p := Queens(4)
	var square []string
	for _, i := range p.Option(5) {
		square = append(square, p.Name(int(i)))
	}
	fmt.Println(p.Primary(), "primary of", p.Items(), "items; one option is", square)
	// Output: 8 primary of 18 items; one option is [r1 c1 a2 b3]
}
