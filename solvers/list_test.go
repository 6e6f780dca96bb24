package solvers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

// fussy takes problems of some numbers of options only, also to reset its search. The numbers are
// above few.
type fussy struct {
	name  string
	takes []int
	made  *[]string // how each search was made
}

func (f fussy) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (f fussy) Prepare(p *cover.Problem) (cover.Search, error) {
	*f.made = append(*f.made, f.name+" new")
	return fussySearch{nil, f}, f.check(p)
}

func (f fussy) check(p *cover.Problem) error {
	options := p.Options() - few
	switch {
	case options == 9:
		return errors.New("a fault")
	case !slices.Contains(f.takes, options):
		return cover.Unsupportedf("%s does not take %d options", f.name, options)
	}
	return nil
}

type fussySearch struct {
	cover.Search
	fussy
}

func (s fussySearch) Reset(p *cover.Problem) error {
	*s.made = append(*s.made, s.name+" again")
	return s.check(p)
}

// A search that refused a problem is not used again. If all refuse, the error is that of the last.
func TestAutoTriesItsChoicesInOrder(t *testing.T) {
	problem := func(options int) *cover.Problem {
		var b cover.Builder
		b.Primary("a")
		for range few + options {
			b.OptionOf(0)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var made []string
	var choices []Variant
	for name, takes := range map[string][]int{"0": {5}, "1": {1, 3}, "2": {1, 2, 3}} {
		choices = append(choices, Variant{Name: name, Solver: fussy{name, takes, &made}})
	}
	slices.SortFunc(choices, func(a, b Variant) int { return strings.Compare(a.Name, b.Name) })
	search, err := cover.Prepare(automatic{choices, choices[1]}, problem(1))
	if got := strings.Join(made, ", "); err != nil || ChosenBy(search) != "1" || got != "1 new" {
		t.Fatalf("got %s, %v, want the second choice", got, err)
	}
	for _, c := range []struct {
		options int
		chosen  string // "" if none
		made    string
		err     string
	}{
		{3, "1", "1 again", ""},
		{2, "2", "1 again, 2 new", ""},
		{3, "1", "1 new", ""},
		{2, "2", "1 again, 2 again", ""},
		{4, "", "1 new, 2 again", "unsupported: 2 does not take 4 options"},
		{9, "", "1 new", "a fault"},
	} {
		made = nil
		err := search.(cover.Resetter).Reset(problem(c.options))
		if got := strings.Join(made, ", "); got != c.made {
			t.Errorf("%d options: got %s, want %s", c.options, got, c.made)
		}
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%d options: got error %v, want %q", c.options, err, c.err)
		}
		if err == nil && ChosenBy(search) != c.chosen {
			t.Errorf("%d options: got %s, want %s", c.options, ChosenBy(search), c.chosen)
		}
	}
}
