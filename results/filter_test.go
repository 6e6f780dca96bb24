package results

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestFiltersChooseRowsByEitherSpelling(t *testing.T) {
	searches := []Search{{"queens/8", "naive"}, {"queens/8", "bitset"}, {"queens/9", "bitset"}, {"soma/cube", "bitset"}}
	for _, c := range []struct {
		query   string
		solvers []string
		want    string // the places of the chosen searches
	}{
		{"", nil, "0123"},
		{"family:queens", nil, "012"},
		{"/family:queens", nil, "012"},
		{"-family:queens", nil, "3"},
		{"-(inst:8 OR family:soma)", nil, "2"},
		{"/inst:(8 OR cube)", []string{"bitset"}, "13"},
		{"solver:naive OR inst:cube", nil, "03"},
		{"solver:naive OR inst:cube", []string{"bitset", "naive"}, "03"},
		{"", []string{"naive"}, "0"},
		{"", []string{"bitset", "naive"}, "0123"},
	} {
		filter, err := NewFilter(c.query, c.solvers)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		var got strings.Builder
		for k, s := range searches {
			if filter.Has(s) {
				got.WriteByte("0123"[k])
			}
		}
		if got.String() != c.want {
			t.Errorf("%q of %q: got the searches %s, want %s", c.query, c.solvers, got.String(), c.want)
		}
		counts := filter.Counts([]Count{{Search: searches[0]}, {Search: searches[1]}})
		if has := slices.ContainsFunc(counts, func(n Count) bool { return n.Solver == "naive" }); has != strings.Contains(c.want, "0") {
			t.Errorf("%q of %q: got the counts %v, want those of the searches %s", c.query, c.solvers, counts, c.want)
		}
	}
	_, err := NewFilter("family:(", nil)
	if _, ok := errors.AsType[*FilterError](err); !ok {
		t.Errorf("got %v, want a FilterError", err)
	}
}
