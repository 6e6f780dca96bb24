package cover_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestCapabilitiesRefuseWhatIsBeyondThem(t *testing.T) {
	can := func(secondary bool, most int) cover.Capabilities {
		return cover.Capabilities{Secondary: secondary, OptionsPerItem: most}
	}
	const takes = "<nil>"
	counting := cover.Capabilities{CountsOnly: true}
	four := problemOf(t, "b a", "", "a b", "a", "a", "a")
	all := problemOf(t, "b a", "x", "a b x", "a x", "a x", "a x")
	for _, c := range []struct {
		can  cover.Capabilities
		p    *cover.Problem
		show bool
		want string
	}{
		{can(false, 0), four, true, takes},
		{can(false, 0), all, true, `item "x" is secondary`},
		{can(false, 0), all.Restrict([]int32{0}, nil), true, takes}, // the secondary item is covered
		{can(true, 4), all, true, takes},
		{can(true, 3), all, true, `item "a" has 4 options`},
		{can(true, 0), problemOf(t, "a", "x", "a x:c"), true, `the colour "c"`},
		{counting, four, false, takes},
		{counting, four, true, "counts solutions and cannot show them"},
	} {
		err := c.can.Check(c.p, c.show)
		if errors.As(err, new(*cover.UnsupportedError)) == (c.want == takes) || !strings.Contains(fmt.Sprint(err), c.want) {
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
		"":           {Secondary: true, Colours: true, NoLevels: true},
		"no colours": {Secondary: true},
		"primary items only; at most 1 options an item; counts only; first solution only": {OptionsPerItem: 1, CountsOnly: true, FirstOnly: true},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v: got %q, want %q", c, got, want)
		}
	}
}
