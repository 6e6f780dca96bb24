package cover_test

import (
	"errors"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestCapabilitiesRefuseWhatIsBeyondThem(t *testing.T) {
	can := func(secondary bool, most int) cover.Capabilities {
		return cover.Capabilities{Secondary: secondary, OptionsPerItem: most}
	}
	counting := cover.Capabilities{CountsOnly: true}
	four := problemOf(t, "b a", "", "a b", "a", "a", "a")
	all := problemOf(t, "b a", "x", "a b x", "a x", "a x", "a x")
	own := problemOf(t, "a b c d", "x", "a x", "b x", "c x", "d x")
	for _, c := range []struct {
		can  cover.Capabilities
		p    *cover.Problem
		show bool
		want string
	}{
		{can(false, 0), four, true, ""},
		{can(false, 0), all, true, `item "x" is secondary`},
		{can(false, 0), all.Restrict([]int32{0}, nil), true, ""}, // the secondary item is covered
		{can(true, 4), all, true, ""},
		{can(true, 3), all, true, `item "a" has 4 options`},
		{can(true, 1), own, true, ""}, // a secondary item has more options
		{can(true, 0), problemOf(t, "a", "x", "a x:c"), true, `the colour "c"`},
		{counting, four, false, ""},
		{counting, four, true, "counts solutions and cannot show them"},
	} {
		err := c.can.Check(c.p, c.show)
		if errors.As(err, new(*cover.UnsupportedError)) != (c.want != "") || c.want != "" && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.can, err, c.want)
		}
	}
	// A base that is taken answers for all its restrictions, which need not be filled in for that.
	var room cover.Room
	if got := testing.AllocsPerRun(10, func() { can(true, 4).Check(four.RestrictIn(&room, nil, nil), true) }); got != 0 {
		t.Errorf("got %v allocations, want none", got)
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
