package cover_test

import (
	"errors"
	"testing"

	"xcbench/cover"
)

func TestCapabilitiesRefuseWhatIsBeyondThem(t *testing.T) {
	const (
		secondary = `unsupported: item "x" is secondary; the solver takes primary items only`
		counts    = "unsupported: the solver counts solutions and cannot show them; run it without a visitor"
		three     = `unsupported: item "a" has 4 options; the solver takes at most 3 an item`
	)
	can := func(secondary bool, most int) cover.Capabilities {
		return cover.Capabilities{Secondary: secondary, OptionsPerItem: most}
	}
	counting := cover.Capabilities{CountsOnly: true}
	four := problemOf(t, "b a", "", "a b", "a", "a", "a")
	all := problemOf(t, "b a", "x", "a b x", "a x", "a x", "a x")
	own := problemOf(t, "a b c d", "x", "a x", "b x", "c x", "d x")
	for _, c := range []struct {
		name string
		can  cover.Capabilities
		p    *cover.Problem
		show bool
		want string
	}{
		{"primary items only", can(false, 0), four, true, ""},
		{"a secondary item", can(false, 0), all, true, secondary},
		{"a secondary item that is covered", can(false, 0), all.Restrict([]int32{0}, nil), true, ""},
		{"as many options as allowed", can(true, 4), all, true, ""},
		{"too many options", can(true, 3), all, true, three},
		{"too many options of a secondary item only", can(true, 1), own, true, ""},
		{"counting", counting, four, false, ""},
		{"counting, to be shown", counting, four, true, counts},
	} {
		base, taken, without := c.p.Base()
		for _, p := range []*cover.Problem{c.p, base.Restrict(taken, without)} {
			got := ""
			if err := c.can.Check(p, c.show); errors.As(err, new(*cover.UnsupportedError)) {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
		}
		// A base that is taken answers for all its restrictions, which need not be filled in for that.
		made := func(check bool) float64 {
			return testing.AllocsPerRun(10, func() {
				if r := base.Restrict(taken, without); check {
					c.can.Check(r, c.show)
				}
			})
		}
		if filled := made(true) > made(false); c.want == "" && filled != (base != c.p) {
			t.Errorf("%s: got a restriction filled in: %v, want %v", c.name, filled, !filled)
		}
	}
}

func TestCapabilitiesListWhatASolverCannotDo(t *testing.T) {
	for want, c := range map[string]cover.Capabilities{
		"":                                {Secondary: true, Colours: true},
		"no colours":                      {Secondary: true},
		"primary items only":              {},
		"at most 16 options an item":      {Secondary: true, Colours: true, OptionsPerItem: 16},
		"at most 1 options an item":       {Secondary: true, Colours: true, OptionsPerItem: 1},
		"primary items only; counts only": {CountsOnly: true},
		"first solution only":             {Secondary: true, Colours: true, FirstOnly: true, NoLevels: true},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v: got %q, want %q", c, got, want)
		}
	}
}
