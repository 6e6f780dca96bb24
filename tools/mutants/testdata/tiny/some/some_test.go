package some

import "testing"

func TestClip(t *testing.T) {
	for n, want := range map[int]int{1: 1, 10: 10, 11: 10} {
		if got := Clip(n, Limit); got != want {
			t.Errorf("Clip(%d): got %d, want %d", n, got, want)
		}
	}
}

func TestDigit(t *testing.T) {
	for c, want := range map[byte]bool{'/': false, '0': true, '8': true, ':': false} {
		if got := Digit(c); got != want {
			t.Errorf("Digit(%q): got %v, want %v", c, got, want)
		}
	}
}
