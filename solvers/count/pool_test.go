package count

import (
	"math"
	"slices"
	"testing"
)

// A small table grows by four while there is room, and at most three of four entries are in use.
func TestTheSizeOfATable(t *testing.T) {
	sizes := func(bound int64, entries int) (all []int) {
		c := newClock(t.Context())
		p, tab := &pool{free: map[int][][]uint64{}, bound: bound, clock: &c}, table{key: 1, limbs: 1, shift: 64 - smallest}
		for k := range uint64(entries) {
			before := tab.entries
			new := p.add(&tab, []uint64{k}, []uint64{1})
			if c.stopped {
				return append(all, -1)
			}
			if !new || tab.entries != before+1 || 4*tab.entries > 3*tab.size() {
				t.Fatalf("state %d: got %d of %d entries", k, tab.entries, tab.size())
			}
			if size := tab.size(); len(all) == 0 || all[len(all)-1] != size {
				if all = append(all, size); before > 0 && 4*before != 3*all[len(all)-2] {
					t.Errorf("got %d entries after %d in %d", size, before, all[len(all)-2])
				}
			}
			if held := 16 * int64(tab.size()); p.inUse != held || p.held > bound || p.peak > bound {
				t.Fatalf("got %d bytes in use of %d with a peak of %d, want %d", p.inUse, p.held, p.peak, held)
			}
		}
		return all
	}
	for _, c := range []struct {
		bound   int64
		entries int
		want    []int
	}{
		{math.MaxInt64, 60_000, []int{16, 64, 256, 1024, 4096, 16384, 32768, 65536, 131072}},
		// A table of 256 entries takes 4 KB, a quarter of what is left beside the table before it.
		{4 * (4096 + 256), 190, []int{16, 64, 256}},
		{4*(4096+256) - 16, 190, []int{16, 64, 128, 256}},
		{16 * (64 + 128), 96, []int{16, 32, 64, 128}},
		{16 * (64 + 128), 97, []int{16, 32, 64, 128, -1}},
		{16 * 16, 12, []int{16}}, {16*16 - 1, 1, []int{-1}},
	} {
		if got := sizes(c.bound, c.entries); !slices.Equal(got, c.want) {
			t.Errorf("%d entries in %d bytes: got the sizes %v, want %v", c.entries, c.bound, got, c.want)
		}
	}
}

// A new table has room for half of the states of the layer before it, if there is memory for that.
func TestANewTableIsAsLargeAsExpected(t *testing.T) {
	for _, c := range []struct {
		bound         int64
		expects, want int
	}{
		{1 << 30, 0, 16}, {1 << 30, 31, 16}, {1 << 30, 32, 32}, {1 << 30, 1 << 15, 1 << 15}, {1 << 30, 1<<16 - 1, 1 << 15},
		{1 << 30, 1 << 20, 1 << 15}, {4 * 16 * 512, 1 << 20, 512}, {4*16*512 - 4, 1 << 20, 256}, {16 * 16, 1 << 20, 16},
	} {
		clock := newClock(t.Context())
		p, tab := &pool{free: map[int][][]uint64{}, bound: c.bound, clock: &clock}, table{key: 1, limbs: 1, shift: 64 - smallest}
		tab.expect(c.expects)
		if p.add(&tab, []uint64{7}, []uint64{1}); tab.size() != c.want || len(tab.words) != 2*c.want {
			t.Errorf("%d states before, %d bytes: got %d entries, want %d", c.expects, c.bound, tab.size(), c.want)
		}
		if tab.expect(1 << 20); tab.size() != c.want {
			t.Errorf("got %d entries, want the %d of the table in use", tab.size(), c.want)
		}
	}
}

// Memory that is given back is used again, unless other sizes need its room.
func TestMemoryIsUsedAgain(t *testing.T) {
	c := newClock(t.Context())
	p := &pool{free: map[int][][]uint64{}, bound: 8 * 100, clock: &c}
	first := p.take(60)
	for k := range first {
		first[k] = 1
	}
	p.give(first)
	if again := p.take(60); &again[0] != &first[0] || slices.Max(again) != 0 || p.held != 480 || p.inUse != 480 {
		t.Errorf("got other memory or no zeros, %d of %d bytes in use", p.inUse, p.held)
	}
	p.give(first)
	if p.take(40); p.held != 800 || p.inUse != 320 || len(p.free[60]) != 1 {
		t.Errorf("got %d of %d bytes in use, want both sizes kept", p.inUse, p.held)
	}
	if p.take(59); p.held != 8*99 || p.inUse != 8*99 || len(p.free[60]) != 0 || p.peak != 8*99 {
		t.Errorf("got %d of %d bytes in use, want the free ones given up", p.inUse, p.held)
	}
	if p.take(2) != nil || c.status != memout || p.inUse != 8*99 {
		t.Errorf("got %d bytes of %d, %s", p.inUse, p.bound, c.status)
	}
}

// A count that does not fit makes the counts of its table longer, whatever their length.
func TestCountsOutgrowTheirLimbs(t *testing.T) {
	for _, words := range []int{1, 2} {
		c := newClock(t.Context())
		p, tab := &pool{free: map[int][][]uint64{}, bound: 1 << 20, clock: &c}, table{key: words, limbs: 1, shift: 64 - smallest}
		key := func(k uint64) []uint64 { return []uint64{k, 9}[:words] }
		const most = math.MaxUint64
		for k := range uint64(100) {
			p.add(&tab, key(k), []uint64{most})
		}
		for _, add := range []struct{ count, want []uint64 }{
			{[]uint64{1}, []uint64{0, 1}}, {[]uint64{most, most - 1}, []uint64{most, most}}, {[]uint64{2}, []uint64{1, 0, 1}},
			{[]uint64{0, 0, 0, 5}, []uint64{1, 0, 1, 5}},
		} {
			if p.add(&tab, key(50), add.count) || tab.limbs != len(add.want) {
				t.Fatalf("got counts of %d limbs, want %d", tab.limbs, len(add.want))
			}
			for k := range uint64(100) {
				want := add.want
				if k != 50 {
					want = append([]uint64{most}, make([]uint64, tab.limbs-1)...)
				}
				if at := tab.slot(key(k)) + words; !slices.Equal(tab.words[at:at+tab.limbs], want) {
					t.Fatalf("state %d: got %v, want %v", k, tab.words[at:at+tab.limbs], want)
				}
			}
		}
		if tab.entries != 100 {
			t.Errorf("got %d entries, want 100", tab.entries)
		}
	}
}
