package english

import (
	"strings"
	"testing"
)

func TestNumbersAreGroupedByThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", -999: "-999"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d): got %s, want %s", n, got, want)
		}
	}
}

func TestNounsAreCounted(t *testing.T) {
	for _, c := range []struct {
		n              int
		noun           string
		plain, grouped string
	}{
		{0, "row", "0 rows", "0 rows"}, {1, "entry", "1 entry", "1 entry"}, {1234, "entry", "1234 entries", "1,234 entries"},
		{2, "crash", "2 crashes", "2 crashes"},
	} {
		if got := Count(c.n, c.noun); got != c.plain {
			t.Errorf("Count(%d, %s): got %s, want %s", c.n, c.noun, got, c.plain)
		}
		if got := GroupedCount(int64(c.n), c.noun); got != c.grouped {
			t.Errorf("GroupedCount(%d, %s): got %s, want %s", c.n, c.noun, got, c.grouped)
		}
	}
}

func TestDurationsHaveThreeDigitsOrFewer(t *testing.T) {
	for _, c := range []struct {
		seconds     float64
		full, short string
	}{
		{0, "0 s", "0 ns"}, {1.234e-9, "1.23 ns", "1.23 ns"}, {1.2345e-5, "12.3 µs", "12.3 µs"}, {5e-10, "0.500 ns", "0.5 ns"}, {1.5e-8, "15.0 ns", "15 ns"}, {0.000123456, "123 µs", "123 µs"},
		{0.012, "12.0 ms", "12 ms"}, {1, "1.00 s", "1 s"}, {999.6, "1,000 s", "1,000 s"},
		{12345, "12,345 s", "12,345 s"}, {1e12, "1,000,000,000,000 s", "1,000,000,000,000 s"}, {2e15, "2e+15 s", "2e+15 s"},
	} {
		if got := Duration(c.seconds); got != c.full {
			t.Errorf("Duration(%v): got %s, want %s", c.seconds, got, c.full)
		}
		if got := ShortDuration(c.seconds); got != c.short {
			t.Errorf("ShortDuration(%v): got %s, want %s", c.seconds, got, c.short)
		}
	}
}

func TestDurationsAreRoundedBeforeTheirUnitIsChosen(t *testing.T) {
	for seconds, want := range map[float64]string{9.996e-7: "1.00 µs", 0.99951: "1.00 s", 0.9994: "999 ms"} {
		if got := Duration(seconds); got != want {
			t.Errorf("Duration(%v): got %s, want %s", seconds, got, want)
		}
	}
	for seconds, want := range map[float64]string{9.996e-7: "1 µs", 0.99951: "1 s", 0.9994: "999 ms", 0.012: "12 ms"} {
		if got := ShortDuration(seconds); got != want {
			t.Errorf("ShortDuration(%v): got %s, want %s", seconds, got, want)
		}
	}
}

func TestThreeDigitsAreRoundedBeforeTheyAreCounted(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.0123: "0.0123", 1: "1.00", 9.996: "10.0", 99.96: "100", 999.6: "1,000", 12345.6: "12,346"} {
		if got := ThreeDigits(x); got != want {
			t.Errorf("ThreeDigits(%v): got %s, want %s", x, got, want)
		}
	}
}

func TestListsOfNamesAreWrittenOut(t *testing.T) {
	for _, c := range []struct{ names, whole, short string }{
		{"", "", ""}, {"a", "a", "a"}, {"a b", "a and b", "a and b"}, {"a b c d", "a, b, c and d", "a, b and 2 more"},
	} {
		names := strings.Fields(c.names)
		if List(names) != c.whole || ShortList(names, 2) != c.short {
			t.Errorf("%q: got %q and %q, want %q and %q", names, List(names), ShortList(names, 2), c.whole, c.short)
		}
	}
}

func TestPowersOfTenHaveOneFormat(t *testing.T) {
	for e, want := range map[int]string{0: "1", 2: "100", 3: "1k", 5: "100k", 6: "1M", 14: "100T", 15: "1e15", -1: "1e-1"} {
		if got := PowerOfTen(e); got != want {
			t.Errorf("10^%d: got %q, want %q", e, got, want)
		}
	}
}
