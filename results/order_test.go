package results_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

func TestTheBaseComesFirst(t *testing.T) {
	for base, want := range map[string]string{"": "[a b c] <nil>", "a": "[a b c] <nil>", "c": "[c a b] <nil>", "d": `[] no "d" to compare with`} {
		names, err := results.BaseFirst([]string{"a", "b", "c"}, base)
		if got := fmt.Sprint(names, " ", err); !strings.HasPrefix(got, want) {
			t.Errorf("base %q: got %s, want %s", base, got, want)
		}
	}
}

// The order is: no value, a reached budget, solved, and a value that is not of a search. Of equals, the last one stands.
func TestTheWorstStatusOfAGroupStands(t *testing.T) {
	order := []cover.Status{cover.Timeout, cover.Limit, cover.Solved, ""}
	for k, status := range order {
		for n, now := range order {
			if got := results.Worse(status, now); got != (k < n) {
				t.Errorf("%q after %q: got %v, want %v", status, now, got, k < n)
			}
		}
	}
	if !results.Worse(results.Crash, cover.Timeout) || !results.Worse(cover.Timeout, results.Crash) {
		t.Error("of two statuses without a value, want the last one")
	}
}

// A result without a host can be of any host with the same processor.
func TestResultsOfOneMachineAreComparable(t *testing.T) {
	h1, h2, any, other := &results.Machine{Host: "h1", CPU: "x"}, &results.Machine{Host: "h2", CPU: "x"}, &results.Machine{CPU: "x"}, &results.Machine{CPU: "y"}
	for _, c := range []struct{ a, b, want *results.Machine }{
		{nil, nil, nil}, {nil, h1, h1}, {h1, nil, h1}, {h1, any, h1}, {any, h1, h1}, {h1, h1, h1}, {any, any, any},
		{h1, h2, nil}, {any, other, nil}, {h1.With(h2), h1, nil}, {h1.With(h2), h1.With(h2), nil},
	} {
		got := c.a.With(c.b)
		if several := got != nil && got.Several(); c.want != nil && got != c.want || several != (c.want == nil && c.b != nil) {
			t.Errorf("%v with %v: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
