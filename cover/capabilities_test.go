package cover

import (
	"errors"
	"strings"
	"testing"
)

// limited is a solver with some capabilities. It notes whether it is asked to prepare a search.
type limited struct {
	can   Capabilities
	asked *bool
}

func (s limited) Capabilities() Capabilities { return s.can }

func (s limited) Prepare(*Problem) (Search, error) {
	*s.asked = true
	return nil, nil
}

// star returns a problem with two primary items. All options contain item a, and the first one also
// contains b. With secondary, all of them contain the secondary item x too.
func star(t *testing.T, options int, secondary bool) *Problem {
	t.Helper()
	var b Builder
	b.Primary("b", "a")
	if secondary {
		b.Secondary("x")
	}
	for o := range options {
		items := []int{1}
		if o == 0 {
			items = append(items, 0)
		}
		if secondary {
			items = append(items, 2)
		}
		b.OptionOf(items...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPrepareRefusesWhatIsBeyondTheCapabilities(t *testing.T) {
	plain := Capabilities{}
	three := Capabilities{Secondary: true, OptionsPerItem: 3}
	for _, c := range []struct {
		name string
		can  Capabilities
		p    *Problem
		want string // "" if the solver is asked
	}{
		{"primary items only", plain, star(t, 5, false), ""},
		{"a secondary item", plain, star(t, 5, true),
			`unsupported: item "x" is secondary; the solver takes primary items only`},
		{"a secondary item that is covered", plain, star(t, 1, true).Restrict([]int32{0}, nil), ""},
		{"few options", three, star(t, 3, true), ""},
		{"too many options", three, star(t, 4, true),
			`unsupported: item "a" has 4 options; the solver takes at most 3 an item`},
		{"a secondary item that is covered, and options left", plain,
			problemOf(t, "a b", "x", "a x", "b").Restrict([]int32{0}, nil), ""},
		{"too many options in the base only", three, star(t, 4, true).Restrict(nil, []int32{2}), ""},
		{"too many options in the restriction too", three, star(t, 6, true).Restrict(nil, []int32{0, 2}),
			`item "a" has 4 options`},
		{"too many options of a secondary item only", three, secondaryOnly(t, 4), ""},
		{"no options", Capabilities{OptionsPerItem: 1}, star(t, 0, false), ""},
		{"one option an item", Capabilities{OptionsPerItem: 1}, star(t, 1, false), ""},
		{"two options where one is allowed", Capabilities{OptionsPerItem: 1}, star(t, 2, false),
			`unsupported: item "a" has 2 options; the solver takes at most 1 an item`},
		{"a secondary item, of a solver that only counts", Capabilities{CountsOnly: true}, star(t, 1, true),
			`unsupported: item "x" is secondary; the solver takes primary items only`},
		{"a secondary item that is covered, of such a solver", Capabilities{CountsOnly: true},
			star(t, 1, true).Restrict([]int32{0}, nil), ""},
	} {
		asked := false
		_, err := Prepare(limited{c.can, &asked}, c.p)
		var unsupported *UnsupportedError
		switch {
		case asked != (c.want == ""):
			t.Errorf("%s: got asked %v, error %v", c.name, asked, err)
		case c.want != "" && (!errors.As(err, &unsupported) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// secondaryOnly returns a problem in which only the secondary item has several options.
func secondaryOnly(t *testing.T, options int) *Problem {
	t.Helper()
	var b Builder
	for o := range options {
		b.Primary(string(rune('a' + o)))
	}
	b.Secondary("x")
	for o := range options {
		b.OptionOf(o, options)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSolversThatOnlyCountGetNoVisitor(t *testing.T) {
	asked := false
	s := limited{Capabilities{CountsOnly: true}, &asked}
	p := star(t, 1, false)
	stats, err := Solve(t.Context(), s, p, Limits{}, func([]int) bool { return true })
	if asked || err == nil || stats.Status != Unsupported || !strings.Contains(err.Error(), "cannot show them") {
		t.Errorf("with a visitor: got asked %v, status %q, error %v; want a refusal", asked, stats.Status, err)
	}
	if _, err := Prepare(s, p); err != nil || !asked {
		t.Errorf("without a visitor: got asked %v, error %v", asked, err)
	}
}

func TestASolverThatOnlyCountsSaysSoOfRestrictionsToo(t *testing.T) {
	p := star(t, 4, true)
	for _, c := range []struct {
		name string
		can  Capabilities
		p    *Problem
		show bool
		want bool // taken
	}{
		{"counting", Capabilities{Secondary: true, CountsOnly: true}, p, false, true},
		{"showing", Capabilities{Secondary: true, CountsOnly: true}, p, true, false},
		{"showing a restriction", Capabilities{Secondary: true, CountsOnly: true}, p.Restrict(nil, nil), true, false},
		{"showing, of a solver that shows", Capabilities{Secondary: true}, p, true, true},
		{"showing a restriction that is taken", Capabilities{OptionsPerItem: 3}, p.Restrict([]int32{0}, nil), true, true},
		{"as many options as allowed", Capabilities{Secondary: true, OptionsPerItem: 4}, p, true, true},
		{"one more", Capabilities{Secondary: true, OptionsPerItem: 3}, p, false, false},
	} {
		if err := c.can.Check(c.p, c.show); (err == nil) != c.want {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// A base that is taken answers for all its restrictions, which need not be filled in for that.
func TestACheckOfARestrictionFillsItInOnlyIfTheBaseIsNotTaken(t *testing.T) {
	for _, c := range []struct {
		base *Problem
		can  Capabilities
		want bool
	}{
		{star(t, 4, true), Capabilities{Secondary: true}, false},
		{star(t, 4, true), Capabilities{Secondary: true, OptionsPerItem: 4}, false},
		{star(t, 4, true), Capabilities{Secondary: true, OptionsPerItem: 3}, true},
		{star(t, 4, true), Capabilities{}, true},
		{star(t, 4, false), Capabilities{}, false},
	} {
		r := c.base.Restrict(nil, nil)
		c.can.Check(r, false)
		if got := r.start != nil; got != c.want {
			t.Errorf("%+v, %d items: got filled in %v, want %v", c.can, c.base.Items(), got, c.want)
		}
	}
}

func TestCapabilitiesListWhatASolverCannotDo(t *testing.T) {
	for want, c := range map[string]Capabilities{
		"":                                {Secondary: true},
		"primary items only":              {},
		"at most 16 options an item":      {Secondary: true, OptionsPerItem: 16},
		"at most 1 options an item":       {Secondary: true, OptionsPerItem: 1},
		"primary items only; counts only": {CountsOnly: true},
		"first solution only":             {Secondary: true, FirstOnly: true, NoLevels: true},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v: got %q, want %q", c, got, want)
		}
	}
}

func TestDegreeIsTheMostOptionsOfAPrimaryItem(t *testing.T) {
	p := star(t, 7, true)
	for _, c := range []struct {
		name string
		p    *Problem
		want int
	}{
		{"a problem", p, 7},
		{"its restriction", p.Restrict(nil, []int32{1, 2}), 5},
		{"a restriction that covers the item", p.Restrict([]int32{0}, nil), 0},
		{"many options of a secondary item", secondaryOnly(t, 4), 1},
		{"many options of a secondary item in a restriction", secondaryOnly(t, 4).Restrict(nil, []int32{0}), 1},
		{"no options", star(t, 0, false), 0},
	} {
		if got := c.p.Degree(); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}
