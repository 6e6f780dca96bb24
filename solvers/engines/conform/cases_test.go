package conform

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"xcbench/cover"
)

// The problems stay the same, so that "problem 7" of a report can be tried again after a repair.
func TestTheProblemsStayTheSame(t *testing.T) {
	sum := func(problems ...*cover.Problem) string {
		h := sha256.New()
		for _, p := range problems {
			fmt.Fprintln(h, p.Primary(), p.Items())
			for o := range p.Options() {
				fmt.Fprintln(h, p.Number(o), p.Option(o))
			}
		}
		return fmt.Sprintf("%x", h.Sum(nil)[:4])
	}
	var randoms []*cover.Problem
	for seed := range uint64(30) {
		randoms = append(randoms, random(seed))
	}
	if got, want := sum(randoms...), "ed0a1018"; got != want {
		t.Errorf("got other random problems: %s, want %s", got, want)
	}
	for n := range 7 {
		if p := partitions(n); p.Options() != 1<<n-1 || len(p.Dropped()) > 0 {
			t.Errorf("%d items: got %d options, %v dropped, want %d", n, p.Options(), p.Dropped(), 1<<n-1)
		}
	}
}
