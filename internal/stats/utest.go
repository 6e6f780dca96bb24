package stats

import (
	"encoding/binary"

	"golang.org/x/perf/benchmath"
)

// UTest compares samples by the Mann-Whitney U test. The result depends only on the sizes of the
// samples, the ties and U, and the exact distribution is costly to compute. So the test keeps its
// results: 100,000 comparisons have a few hundred different ones.
type UTest struct {
	thresholds benchmath.Thresholds
	confidence float64
	known      map[string]benchmath.Comparison
	ends       map[[2]int]int // by the sizes of samples: the number of the ratio at the end of an interval
}

// NewUTest returns a test with the level of significance and the confidence of a method.
func NewUTest(m Method) *UTest {
	return &UTest{benchmath.Thresholds{CompareAlpha: m.Alpha}, m.Confidence, map[string]benchmath.Comparison{}, map[[2]int]int{}}
}

// Compare tests two sorted samples. The interval of their ratio, other to base, leaves out 1 where
// the test finds a difference.
func (t *UTest) Compare(base, other []float64) (c benchmath.Comparison, low, high float64) {
	var buffer [64]byte
	key, size := ranks(buffer[:0], base, other), [2]int{len(base), len(other)}
	c, ok := t.known[string(key)]
	if !ok {
		c = benchmath.AssumeNothing.Compare(&benchmath.Sample{Values: base, Thresholds: &t.thresholds},
			&benchmath.Sample{Values: other, Thresholds: &t.thresholds})
		t.known[string(key)] = c
	}
	end, ok := t.ends[size]
	if !ok {
		end = endOf(len(base), len(other), t.confidence)
		t.ends[size] = end
	}
	low, high = ratioInterval(base, other, end)
	return c, low, high
}

// ranks appends everything that the U test depends on: the sizes of the two sorted samples, twice
// U, and the sizes of the groups of equal values.
func ranks(text []byte, x, y []float64) []byte {
	text = binary.AppendUvarint(text, uint64(len(x)))
	text = binary.AppendUvarint(text, uint64(len(y)))
	var few [16]byte
	ties, twiceU, below := few[:0], 0, 0 // U of x: for each pair 1 if x is greater, 1/2 if they are equal
	for len(x)+len(y) > 0 {
		all := x
		if len(x) == 0 || len(y) > 0 && y[0] <= x[0] {
			all = y
		}
		n, m := leading(x, all[0]), leading(y, all[0])
		if n+m == 0 { // not a number
			return append(text, "NaN"...)
		}
		twiceU += n * (2*below + m)
		below += m
		ties = binary.AppendUvarint(ties, uint64(n+m))
		x, y = x[n:], y[m:]
	}
	return append(binary.AppendUvarint(text, uint64(twiceU)), ties...)
}

// leading returns how many values at the beginning are this one.
func leading(values []float64, one float64) (n int) {
	for n < len(values) && values[n] == one {
		n++
	}
	return n
}
