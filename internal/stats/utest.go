package stats

import (
	"encoding/binary"
	"sync"

	"golang.org/x/perf/benchmath"
)

// UTest compares samples by the Mann-Whitney U test. The result depends only on the sizes of the
// samples, the ties and U, and the exact distribution is costly to compute. So the test keeps its
// results: 100,000 comparisons have a few hundred different ones. It is safe for concurrent use.
type UTest struct {
	thresholds benchmath.Thresholds
	confidence float64

	mu    sync.Mutex
	known map[string]benchmath.Comparison
	ends  map[sizes]int // the number of the ratio at the end of an interval
}

// NewUTest returns a test with the level of significance and the confidence of a method.
func NewUTest(m Method) *UTest {
	return &UTest{thresholds: benchmath.Thresholds{CompareAlpha: m.Alpha}, confidence: m.Confidence,
		known: map[string]benchmath.Comparison{}, ends: map[sizes]int{}}
}

// keptTests bounds the number of results that are kept.
const keptTests = 100_000

// Compare tests two sorted samples. The interval of their ratio, other to base, leaves out 1 where
// the test finds a difference.
func (t *UTest) Compare(base, other []float64) (c benchmath.Comparison, low, high float64) {
	var buffer [64]byte
	key, size := ranks(buffer[:0], base, other), sizes{len(base), len(other)}
	t.mu.Lock()
	c, tested := t.known[string(key)]
	end, ok := t.ends[size]
	t.mu.Unlock()
	if !tested {
		c = benchmath.AssumeNothing.Compare(&benchmath.Sample{Values: base, Thresholds: &t.thresholds},
			&benchmath.Sample{Values: other, Thresholds: &t.thresholds})
	}
	if !ok {
		end = size.end(t.confidence)
	}
	if !tested || !ok {
		t.mu.Lock()
		if t.ends[size] = end; len(t.known) < keptTests {
			t.known[string(key)] = c
		}
		t.mu.Unlock()
	}
	low, high = ratioInterval(base, other, end)
	return c, low, high
}

// ranks appends everything that the U test depends on: the sizes of the two sorted samples, twice
// U, and the sizes of the groups of equal values.
func ranks(text []byte, x, y []float64) []byte {
	text = binary.AppendUvarint(text, uint64(len(x)))
	text = binary.AppendUvarint(text, uint64(len(y)))
	var twiceU uint64 // of x: for each pair 2 if x is greater, 1 if they are equal
	var few [16]byte
	ties := few[:0]
	for i, j := 0, 0; i < len(x) || j < len(y); {
		var v float64
		if j == len(y) || i < len(x) && x[i] < y[j] {
			v = x[i]
		} else {
			v = y[j]
		}
		i0, j0 := i, j
		for i < len(x) && x[i] == v {
			i++
		}
		for j < len(y) && y[j] == v {
			j++
		}
		if i == i0 && j == j0 { // not a number
			return append(text, []byte("NaN")...)
		}
		twiceU += uint64((i - i0) * (2*j0 + j - j0))
		ties = binary.AppendUvarint(ties, uint64(i-i0+j-j0))
	}
	return append(binary.AppendUvarint(text, twiceU), ties...)
}
