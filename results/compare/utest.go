package compare

import (
	"encoding/binary"
	"sync"

	"golang.org/x/perf/benchmath"
)

// tester compares measurements by the Mann-Whitney U test. The result depends only on the sizes of
// the samples, the ties and U, and the exact distribution is costly to compute. So the tester keeps
// its results: 100,000 comparisons have a few hundred different ones.
type tester struct {
	sync.Mutex
	known map[string]benchmath.Comparison
	ends  map[sizes]int // of intervals
}

func newTester() *tester {
	return &tester{known: map[string]benchmath.Comparison{}, ends: map[sizes]int{}}
}

// end returns the end of the interval for samples of these sizes.
func (t *tester) end(s sizes, confidence float64) int {
	t.Lock()
	defer t.Unlock()
	end, ok := t.ends[s]
	if !ok {
		end = s.end(confidence)
		t.ends[s] = end
	}
	return end
}

// keptTests bounds the number of results that are kept.
const keptTests = 100_000

// compare tests two sorted samples. It overwrites the buffer.
func (t *tester) compare(base, sample *benchmath.Sample, buffer *[]byte) benchmath.Comparison {
	key := ranks((*buffer)[:0], base.Values, sample.Values)
	*buffer = key
	t.Lock()
	c, ok := t.known[string(key)]
	t.Unlock()
	if ok {
		return c
	}
	c = benchmath.AssumeNothing.Compare(base, sample)
	t.Lock()
	if len(t.known) < keptTests {
		t.known[string(key)] = c
	}
	t.Unlock()
	return c
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
