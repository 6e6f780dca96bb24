package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The rows of a solver with another verdict are another group. Groups with the same verdict are
// sorted by size and by name.
func TestGroupsOfFindingsAreSorted(t *testing.T) {
	var all []Finding
	add := func(solver string, v Verdict, rows int) {
		for k := range rows {
			all = append(all, Finding{Search: Search{fmt.Sprint("a/", v, k), solver}, Verdict: v})
		}
	}
	add("s", New, 5)
	for _, solver := range strings.Fields("f b e a d c") {
		add(solver, Regressed, groupSize)
	}
	add("s", Missing, 4)
	add("s", Improved, 4)
	add("z", Regressed, 6)
	for range groupSize { // times are not summed up
		all = append(all, Finding{Search: Search{"a", "t"}, Verdict: Slower, Time: true})
	}
	var got []string
	for _, f := range Summarize(all) {
		got = append(got, fmt.Sprint(f.Solver, " ", f.Verdict, " ", f.Rows))
	}
	want := []string{"z regression 6", "a regression 4", "b regression 4", "c regression 4", "d regression 4",
		"e regression 4", "f regression 4", "s missing 4",
		"t slower 0", "t slower 0", "t slower 0", "t slower 0", "s improvement 4", "s new 5"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
