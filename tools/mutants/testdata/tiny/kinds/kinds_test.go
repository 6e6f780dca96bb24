package kinds

import (
	"fmt"
	"testing"
	"time"
)

func TestKinds(t *testing.T) {
	for k, c := range [][2]string{
		{fmt.Sprint(sums(7, 2)), "[9 5 14 3 1 -7]"},
		{fmt.Sprint(bits(12, 10)), "[8 14 6 4 65523]"},
		{fmt.Sprint(shifts(2, 1), shifts(4, 0), shifts(4, 2), shifts(5, 1)), "true false false false"},
		{fmt.Sprint(orders(1, 2)), "[true true false false false true]"},
		{fmt.Sprint(orders(2, 2)), "[false true false true true false]"},
		{fmt.Sprint(orders(3, 2)), "[false false true true false true]"},
		{fmt.Sprint(twice(3), climb(1), climb(2)), "12 10 11"},
		{fmt.Sprint(text("a", "b"), text("a", "a")), "true false"},
		{fmt.Sprint(ends(1, 2), ends(2, 1)), "[1 2] [1 2]"},
		{fmt.Sprint(more(3), more(4)), "false true"},
		{fmt.Sprint(half(), zero(), patience() == 2*time.Second), "0.5 0 true"},
		{fmt.Sprint(yes(), not(true), not(false)), "true false true"},
		{fmt.Sprint(both(true, true, true), both(false, true, true), both(true, false, true)), "true false false"},
		{fmt.Sprint(both(true, true, false), either(true, false), either(false, true)), "false true true"},
		{fmt.Sprint(either(false, false)) + condition(true) + "." + condition(false), "falsea."},
		{fmt.Sprint(statements(1)), "14"},
		{fmt.Sprint(statements(6)), "44"},
		{fmt.Sprint(loops([]string{"", "a", "bcde", "f"})), "1 true"},
		{fmt.Sprint(loops([]string{"g", "h"})), "5 false"},
		{fmt.Sprint(calls, told), "3 3"},
	} {
		if c[0] != c[1] {
			t.Errorf("%d: got %s, want %s", k, c[0], c[1])
		}
	}
}

func TestSends(t *testing.T) {
	c := make(chan size, 1)
	sends(c)
	if got, open := <-c; got != three || !open {
		t.Errorf("got %d, %v, want 3", got, open)
	}
	if _, open := <-c; open {
		t.Error("the channel is open")
	}
}
