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
	of := map[string]*results.Machine{"": nil, "h1": {Host: "h1", CPU: "x"}, "h2": {Host: "h2", CPU: "x"}, "any": {CPU: "x"}, "y": {CPU: "y"}}
	of["several"] = of["h1"].With(of["h2"])
	for pair, want := range map[string]string{
		",": "", ",h1": "h1", "h1,": "h1", "h1,any": "h1", "any,h1": "h1", "h1,h1": "h1", "any,any": "any", "any,y": "several",
		"several,h1": "several", "h1,several": "several", "several,several": "several", ",several": "several",
	} {
		a, b, _ := strings.Cut(pair, ",")
		if got := of[a].With(of[b]); got != of[want] {
			t.Errorf("%s: got %v, want %s", pair, got, want)
		}
	}
	if !of["several"].Several() {
		t.Error("the machine of two hosts is one")
	}
}
