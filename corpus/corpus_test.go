package corpus

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
)

func TestCatalogueRowsAreComplete(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9_.]+/[a-z0-9_.]+$`)
	seen := map[string]bool{}
	for _, in := range All() {
		if !id.MatchString(in.ID()) || seen[in.ID()] {
			t.Errorf("got id %q, want a new one of letters, digits, _ and .", in.ID())
		}
		seen[in.ID()] = true
		if in.Title == "" || in.Source == "" || strings.Contains(in.Title, "{") || strings.Contains(in.Title, "\t") {
			t.Errorf("%s: got title %q and source %q, want both, without tabs or unfilled parameters",
				in.ID(), in.Title, in.Source)
		}
		if in.Basis == "" {
			t.Errorf("%s: got no basis of the number of solutions, want one", in.ID())
		}
		if in.hash == "" || in.Items == 0 || in.Options == 0 {
			t.Errorf("%s: got hash %q, %d items, %d options, want all recorded", in.ID(), in.hash, in.Items, in.Options)
		}
	}
}

func TestFindKnowsWhatTheCatalogueKnows(t *testing.T) {
	for _, want := range All() {
		got, err := Find(want.ID())
		if err != nil {
			t.Fatal(err)
		}
		got.open, want.open = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", want.ID(), got, want)
		}
	}
}

func TestCatalogueIsLargeEnoughToChooseFrom(t *testing.T) {
	single := map[string]bool{"sudoku": true, "hunted": true}
	families, instances := 0, 0
	for _, f := range Families() {
		if single[f.Name] {
			continue
		}
		families++
		instances += len(f.Catalogued())
	}
	if families < 20 || instances < 400 {
		t.Errorf("got %d families with %d instances besides single sudokus, want 20 and 400 or more", families, instances)
	}
}

func TestEveryFamilyIsDescribed(t *testing.T) {
	for _, f := range Families() {
		if f.summary == "" || f.Form == "" || f.Source == "" || len(f.Params) == 0 {
			t.Errorf("%s: got summary %q, form %q, source %q, %d parameters, want all",
				f.Name, f.summary, f.Form, f.Source, len(f.Params))
		}
		for _, p := range f.Params {
			if p.About == "" {
				t.Errorf("%s: no description of parameter %s", f.Name, p.Name)
			}
		}
		if f.Sample == "" {
			continue
		}
		if _, err := Find(f.Name + "/" + f.Sample); err != nil {
			t.Errorf("the sample of %s: %v", f.Name, err)
		}
	}
}

// The sizes are the ones that Knuth's dlx1 prints; its entries include a spacer for each option.
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
		{"domino/6x6", 36, 60, 180},
		{"pentomino/3x20", 72, 1236, 8652},
		{"pentomino/4x15", 72, 1696, 11872},
		{"pentomino/scott", 72, 1568, 10976},
		{"sudoku/ai_escargot", 232, 223, 1115},
		{"sudoku/inkala_2010", 232, 217, 1085},
		{"sudoku/inkala_2012", 240, 254, 1270},
		{"sudoku/golden_nugget", 240, 242, 1210},
		{"sudoku/norvig_impossible", 256, 356, 1780},
	} {
		p := problemOf(t, c.id)
		items, options, entries := p.Items(), p.Options(), p.Entries()+p.Options()
		if items != c.items || options != c.options || entries != c.entries {
			t.Errorf("%s: got %d items, %d options, %d entries with spacers, want %d, %d, %d",
				c.id, items, options, entries, c.items, c.options, c.entries)
		}
	}
}

func TestAnyMemberOfAFamilyIsFound(t *testing.T) {
	for id, want := range map[string]string{
		"queens/9":         "queens/9",
		"queens/8_plain":   "queens/8",
		"queens/8_middle":  "queens/8_middle",
		"queens/061":       "queens: n is 061, expected 1 to 60",
		"queens/0":         "queens: n is 0, expected 1 to 60",
		"queens/8_sideway": "queens/8_sideway: not a name of the family queens, expected <n>[_<order>]",
		"queens":           "queens/: not a name of the family queens, expected <n>[_<order>]",
		"domino/3x40":      "domino: cols is 40, expected 1 to 36",
		"knights/3":        "knights/3: no such family; 'xcbench corpus generate' lists all families",
	} {
		in, err := Find(id)
		got := in.ID()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

func TestMembersAreNamedByTheirParameters(t *testing.T) {
	for _, in := range All() {
		f, _ := FindFamily(in.Family)
		v, err := f.parse(in.Name)
		if err != nil {
			t.Fatal(err)
		}
		again, err := f.Member(v)
		if err != nil || again.ID() != in.ID() {
			t.Errorf("the parameters of %s: got %s, %v", in.ID(), again.ID(), err)
		}
	}
	f, _ := FindFamily("queens")
	for _, c := range []struct {
		values Values
		want   string
	}{
		{Values{"n": "5"}, ""},
		{Values{"n": "99"}, "queens: n is 99, expected 1 to 60"},
		{Values{"n": "5", "side": "2"}, "queens: no parameter side, expected n, order"},
		{Values{"order": "middle"}, "queens: no value for n (side of the board)"},
		{Values{"n": "5", "order": "odd"}, `queens: order is "odd", expected one of plain, middle`},
	} {
		_, err := f.Member(c.values)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.values, got, c.want)
		}
	}
}

func TestPuzzleFromAFileIsAnInstance(t *testing.T) {
	puzzle := format.NewPuzzle(problemOf(t, "queens/4"))
	in := FromPuzzle("mine", puzzle)
	got, err := in.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	if in.ID() != "mine/line1" || in.Solutions.N != Unknown || got.Problem() != puzzle.Problem() {
		t.Errorf("got %s with %s solutions, want mine/line1 with an unknown number and the problem of the puzzle",
			in.ID(), in.Solutions)
	}
}

// A file may have a million puzzles.
func TestInstanceFromAFileKeepsNoProblem(t *testing.T) {
	r, err := format.NewReader("mine", strings.NewReader("1..........3...2\n"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	in := FromPuzzle("mine", puzzle)
	var problems [2]*cover.Problem
	for k := range problems {
		again, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		problems[k] = again.Problem()
	}
	if problems[0] == problems[1] || Hash(problems[0]) != Hash(problems[1]) {
		t.Error("got a problem that was kept, or a different one, want the same problem built anew")
	}
}

func TestMiddleOutOrderBeginsInTheMiddle(t *testing.T) {
	for n, want := range map[int][]int{1: {0}, 4: {2, 1, 3, 0}, 8: {4, 3, 5, 2, 6, 1, 7, 0}, 5: {2, 3, 1, 4, 0}} {
		if got := middleOut(n); !slices.Equal(got, want) {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
}
