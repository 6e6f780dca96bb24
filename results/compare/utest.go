package compare

import (
	"encoding/binary"
	"sync"

	"golang.org/x/perf/benchmath"
)

// tester compares measurements by the Mann-Whitney U test. The result depends only on the sizes, the ties
// and U, and the exact distribution is costly, so results are kept: a table of 100,000 comparisons
// has a few hundred different ones.
type tester struct {
	sync.Mutex
	known map[string]benchmath.Comparison
}

func newTester() *tester { return &tester{known: map[string]benchmath.Comparison{}} }

// keptTests bounds the memory for results.
const keptTests = 100_000

// compare tests two sorted samples. The buffer is for its own use.
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

// ranks appends a key of all that the U test depends on: the sizes of the two sorted samples, twice U,
// and the sizes of the groups of equal values.
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
