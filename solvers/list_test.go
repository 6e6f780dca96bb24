package solvers

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/solvers/parallel"
)

func names(all []Variant) (names []string) {
	for _, v := range all {
		names = append(names, v.Name)
	}
	return names
}

func TestListsHaveTheirVariants(t *testing.T) {
	for list, want := range map[string]string{
		strings.Join(names(All()), " "): "dlx_index dlx_pointer bitset naive cells " +
			"dlx_index_first dlx_pointer_first bitset_first naive_first cells_first cells_ssxc1 cells_ssxcc lanes bitset_infer",
		strings.Join(names(Panel()), " "):           "dlx_index dlx_pointer bitset naive cells cells_ssxc1 cells_ssxcc lanes bitset_infer",
		strings.Join(names(Representations()), " "): "bitset_filter bitset_lanes bitset_rows bitset_dense",
	} {
		if list != want {
			t.Errorf("got %s, want %s", list, want)
		}
	}
	for _, v := range slices.Concat(All(), Representations()) {
		form, ok := Find(v.Name + ParallelSuffix)
		if want := v.Name != "cells_ssxc1" && v.Name != "cells_ssxcc"; ok != want {
			t.Errorf("%s has a parallel form: got %v, want %v", v.Name, ok, want)
		}
		if ok && (!form.Parallel || form.Summary != v.Summary+"; by several workers") {
			t.Errorf("%s: got the summary %q, want that of %s and the workers", form.Name, form.Summary, v.Name)
		}
	}
}

// Summaries end with the limits of the solver, if it has any.
func TestSummariesNameTheLimits(t *testing.T) {
	limited := 0
	for _, v := range slices.Concat(All(), Representations()) {
		limits := v.Capabilities().String()
		if limits != "" {
			limited++
		}
		if has := limits != "" && strings.HasSuffix(v.Summary, "; "+limits); has != (limits != "") || strings.HasSuffix(v.Summary, "; ") {
			t.Errorf("%s: got the summary %q, want the limits %q at its end", v.Name, v.Summary, limits)
		}
	}
	if v, _ := Find("bitset_lanes"); limited == 0 || v.Capabilities().String() == "" {
		t.Error("got no limits of bitset_lanes, want those of its fields")
	}
}

func TestParallelFormHasAsManyWorkersAsProcessors(t *testing.T) {
	s := dlx.Index(cover.MRV)
	if got, want := parallelOf(s), parallel.New(s, 0); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

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
	search, err := cover.Prepare(auto(choices), problem(1))
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
