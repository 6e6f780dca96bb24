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
