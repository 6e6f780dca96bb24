package english

import (
	"strings"
	"testing"
)

func TestNumbersNounsAndTimesAreWrittenForPeople(t *testing.T) {
	four := strings.Fields("a b c d")
	for k, c := range [][2]string{
		{Thousands(999), "999"}, {Thousands(1000), "1,000"}, {Thousands(-1234567), "-1,234,567"}, {Thousands(-999), "-999"},
		{Count(1, "entry"), "1 entry"}, {Count(1234, "entry"), "1234 entries"},
		{GroupedCount(1, "crash"), "1 crash"}, {GroupedCount(1234, "crash"), "1,234 crashes"},
		{GroupedCountOf("1", "row"), "1 row"}, {GroupedCountOf("1234", "row"), "1,234 rows"},
		{List(four[:1]), "a"}, {List(four[:2]), "a and b"}, {List(four), "a, b, c and d"},
		{ShortList(four, 2), "a, b and 2 more"},
		{Factor(4.312), "×4.31"},
		// Rounding comes before the digits are counted, and before the unit is chosen.
		{ThreeDigits(0), "0"}, {ThreeDigits(0.0123), "0.0123"}, {ThreeDigits(1), "1.00"}, {ThreeDigits(9.996), "10.0"},
		{ThreeDigits(99.96), "100"}, {ThreeDigits(999.6), "1,000"},
	} {
		if c[0] != c[1] {
			t.Errorf("case %d: got %q, want %q", k, c[0], c[1])
		}
	}
	for _, c := range []struct {
		seconds     float64
		full, short string
	}{
		{0, "0 s", "0 ns"}, {5e-10, "0.500 ns", "0.5 ns"}, {1.2345e-5, "12.3 µs", "12.3 µs"},
		{9.996e-7, "1.00 µs", "1 µs"}, {0.012, "12.0 ms", "12 ms"}, {0.9994, "999 ms", "999 ms"}, {0.99951, "1.00 s", "1 s"},
		{999.6, "1,000 s", "1,000 s"}, {2e15, "2e+15 s", "2e+15 s"},
	} {
		if full, short := Duration(c.seconds), ShortDuration(c.seconds); full != c.full || short != c.short {
			t.Errorf("%v seconds: got %q and %q, want %q and %q", c.seconds, full, short, c.full, c.short)
		}
	}
}
