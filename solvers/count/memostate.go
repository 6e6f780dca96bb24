package count

import (
	"math/bits"

	"xcbench/cover"
)

func (memo) Prepare(p *cover.Problem) (cover.Search, error) {
	words := func(n int) int { return (n + 63) / 64 }
	x := &memoSearch{itemWords: words(p.Items()), optionWords: words(p.Options())}
	if p.Options()*(x.optionWords+x.itemWords) > maxTable {
		return nil, cover.Unsupportedf("%d options take too much memory", p.Options())
	}
	rows := func(n, width int) [][]uint64 {
		all, rows := make([]uint64, n*width), make([][]uint64, n)
		for k := range rows {
			rows[k] = all[k*width : (k+1)*width : (k+1)*width]
		}
		return rows
	}
	options := rows(p.Items(), x.optionWords)
	x.items, x.allowed = rows(p.Options(), x.itemWords), rows(p.Options(), x.optionWords)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			options[i][o/64] |= 1 << (o % 64)
			x.items[o][i/64] |= 1 << (i % 64)
		}
	}
	for o, allowed := range x.allowed {
		for w := range allowed {
			allowed[w] = ^uint64(0)
			for _, i := range p.Option(o) {
				allowed[w] &^= options[i][w]
			}
		}
	}
	x.primary = make([]uint64, x.itemWords)
	x.of = make([][]piece, p.Items())
	for i, row := range options {
		if i < p.Primary() {
			x.primary[i/64] |= 1 << (i % 64)
		} else {
			x.secondary = append(x.secondary, i)
		}
		for w, bits := range row {
			if bits != 0 {
				x.of[i] = append(x.of[i], piece{w, bits})
			}
		}
		x.hopeless = x.hopeless || i < p.Primary() && len(x.of[i]) == 0
	}
	x.levels, x.clock.levels = make([]memoLevel, p.MaxDepth()+1), make([]cover.Level, p.MaxDepth()+1)
	x.frames = []frame{x.newFrame()}
	for i := range p.Items() {
		if len(x.of[i]) > 0 {
			x.frames[0].items[i/64] |= 1 << (i % 64)
		}
	}
	for o := range p.Options() {
		x.frames[0].live[o/64] |= 1 << (o % 64)
	}
	x.table.key = x.itemWords
	x.tryWork = 64 + x.itemWords + x.optionWords + 2*len(x.secondary)
	return x, nil
}

func (x *memoSearch) newFrame() frame {
	return frame{make([]uint64, x.itemWords), make([]uint64, x.optionWords)}
}

// branch returns the uncovered primary item with the fewest options, the first of several. It is
// one without options if there is one.
func (x *memoSearch) branch(f *frame) (best int) {
	least := int(^uint(0) >> 1)
	for w, primary := range x.primary {
		for items := f.items[w] & primary; items != 0; items &= items - 1 {
			i := 64*w + bits.TrailingZeros64(items)
			n := 0
			for _, at := range x.of[i] {
				n += bits.OnesCount64(f.live[at.word] & at.bits)
			}
			if x.work += len(x.of[i]); n < least {
				if best, least = i, n; n == 0 {
					return best
				}
			}
		}
	}
	return best
}

// child makes the state after a choice. It returns false, and no state, if that is a solution.
func (x *memoSearch) child(from, to *frame, o int) bool {
	for w := range to.items {
		to.items[w] = from.items[w] &^ x.items[o][w]
	}
	if !meet(to.items, x.primary) {
		return false
	}
	for w := range to.live {
		to.live[w] = from.live[w] & x.allowed[o][w]
	}
	x.dropIdle(to)
	return true
}

// dropIdle takes out the secondary items that no option contains any more.
func (x *memoSearch) dropIdle(f *frame) {
	for _, i := range x.secondary {
		if f.items[i/64]>>(i%64)&1 == 0 {
			continue
		}
		idle := true
		for _, at := range x.of[i] {
			if f.live[at.word]&at.bits != 0 {
				idle = false
				break
			}
		}
		if idle {
			f.items[i/64] &^= 1 << (i % 64)
		}
	}
}

// meet reports whether two sets share an element.
func meet(a, b []uint64) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}
