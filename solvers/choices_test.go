package solvers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
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
	return fussySearch{nil, f}, f.take(p, " new")
}

func (f fussy) take(p *cover.Problem, how string) error {
	*f.made = append(*f.made, f.name+how)
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

func (s fussySearch) Reset(p *cover.Problem) error { return s.take(p, " again") }

// A search that refused a problem is not used again. If all refuse, the error is that of the last.
func TestAutoTriesItsChoicesInOrder(t *testing.T) {
	var made []string
	var choices []Variant
	for _, f := range []fussy{{"0", nil, &made}, {"pure", nil, &made}, {"1", []int{1, 3}, &made}, {"2", []int{1, 2, 3}, &made}} {
		choices = append(choices, Variant{Name: f.name, Solver: f})
	}
	var search cover.Search
	for _, c := range []struct {
		options int
		chosen  string // "" if none
		made    string
		err     string
	}{
		{1, "1", "1 new", ""},
		{3, "1", "1 again", ""},
		{2, "2", "1 again, 2 new", ""},
		{3, "1", "1 new", ""},
		{2, "2", "1 again, 2 again", ""},
		{4, "", "1 new, 2 again", "unsupported: 2 does not take 4 options"},
		{9, "", "1 new", "a fault"},
	} {
		made = nil
		p := textbook.Problem(1, slices.Repeat([][]int{{0}}, few+c.options)...)
		err := error(nil)
		if search == nil {
			search, err = cover.Prepare(automatic{choices: choices, quick: choices[2], learn: choices[2]}, p)
		} else {
			err = search.(cover.Resetter).Reset(p)
		}
		said := ""
		if err != nil {
			said = err.Error()
		}
		if got := strings.Join(made, ", "); got != c.made || said != c.err || err == nil && ChosenBy(search) != c.chosen {
			t.Errorf("%d options: got %s, error %q, by %s, want %s, %q, by %s", c.options, got, said, ChosenBy(search), c.made,
				c.err, c.chosen)
		}
	}
}
