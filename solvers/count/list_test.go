package count

import "testing"

// A list takes memory chunk by chunk, and gives it back.
func TestAListTakesTheMemoryThatItHas(t *testing.T) {
	const chunk = 8 * chunkSize
	b := &budget{bound: 3 * chunk}
	var l list[uint64]
	for k := range uint64(3 * chunkSize) {
		if !l.add(b, k) || b.used != int64(k/chunkSize+1)*chunk {
			t.Fatalf("element %d: got %d bytes in use", k, b.used)
		}
	}
	if l.add(b, 0) || l.n != 3*chunkSize || b.used != b.bound {
		t.Fatalf("got %d elements and %d bytes, want %d", l.n, b.used, b.bound)
	}
	for _, c := range []struct{ keep, chunks int }{{2*chunkSize + 1, 3}, {2 * chunkSize, 2}, {1, 1}, {0, 0}} {
		l.cut(b, c.keep)
		if l.n != c.keep || len(l.chunks) != c.chunks || b.used != int64(c.chunks)*chunk || b.peak != 3*chunk {
			t.Errorf("%d elements: got %d in %d chunks, %+v", c.keep, l.n, len(l.chunks), b)
		}
		if c.keep > 0 && (*l.at(c.keep - 1) != uint64(c.keep-1)) {
			t.Errorf("got %d in place %d", *l.at(c.keep - 1), c.keep-1)
		}
	}
}

// A slice doubles, and never has more memory than there is.
func TestASliceGrowsWithinTheMemory(t *testing.T) {
	b := &budget{bound: 8 * (64 + 128)} // the old and the new one for a moment
	s, ok := []uint64(nil), true
	for k := range uint64(128) {
		if s, ok = grown(b, s, ok); !ok || b.used != 8*int64(cap(s)) {
			t.Fatalf("element %d: got %d bytes in use", k, b.used)
		}
		s = append(s, k)
	}
	if cap(s) != 128 || b.peak != b.bound {
		t.Errorf("got room for %d, and a peak of %d bytes, want 128 and %d", cap(s), b.peak, b.bound)
	}
	if more, ok := grown(b, s, true); ok || len(more) != 128 || b.used != 8*128 {
		t.Errorf("got room beyond the memory, %d elements, %d bytes", len(more), b.used)
	}
	if _, ok := grown(b, s[:1], false); ok {
		t.Error("got a slice after a failure")
	}
	if drop(b, &s); s != nil || b.used != 0 {
		t.Errorf("got %d bytes in use after the end", b.used)
	}
}
