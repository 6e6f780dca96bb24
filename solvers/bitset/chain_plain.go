package bitset

import "math/bits"

// makePlain is the plain twin of make.
func (t *fieldTables) makePlain(a, b *chain) {
	t.chainPlain(a)
	if b != nil {
		t.chainPlain(b)
	}
}

func (t *fieldTables) chainPlain(c *chain) {
	from, to := t.state[c.from:][:t.row], t.state[c.to:][:t.row]
	for c.n = 1; ; c.n++ {
		n := &t.links[c.link+c.n-1]
		c.key, n.live = t.stepPlain(to, from, t.kill[int(n.option)*t.row:][:t.row])
		if c.key>>t.shift != uint64(t.forced) || c.n == chainLength {
			return
		}
		bit := c.key & (1<<t.shift - 1) << t.log
		field := to[bit/64] >> (bit % 64)
		t.links[c.link+c.n].option = t.bits[int(bit)+bits.TrailingZeros64(field)].option
		from = to
	}
}

// stepPlain makes a node: child = parent AND NOT kill. It works on words of 1 to 4 fields instead
// of blocks. It returns the least key of the child and how many of its options are live. If all
// items are covered, the key is any of those from covered on.
func (t *fieldTables) stepPlain(child, parent, kill []uint64) (key uint64, live int32) {
	best := ^uint64(0)
	for w, ids := range t.ids {
		v := parent[w] &^ kill[w]
		child[w] = v
		if v == 0 {
			continue // its items are all covered
		}
		if t.log == 6 {
			best = min(best, uint64(uint32(bits.OnesCount64(v)<<t.shift)+uint32(ids)))
			continue
		}
		n := v - v>>1&0x5555555555555555
		n = n&0x3333333333333333 + n>>2&0x3333333333333333
		n = (n + n>>4) & 0x0f0f0f0f0f0f0f0f
		n = (n + n>>8) & 0x00ff00ff00ff00ff
		if t.log == 5 {
			n = (n + n>>16) & 0x0000ffff0000ffff
			for l := 0; l < 64; l += 32 {
				best = min(best, uint64(uint32(n>>l)<<t.shift+uint32(ids>>l)))
			}
			continue
		}
		for l := 0; l < 64; l += 16 {
			best = min(best, uint64(uint16(n>>l)<<t.shift+uint16(ids>>l)))
		}
	}
	for w := t.fieldWords; w < t.row; w++ {
		child[w] = parent[w] &^ kill[w]
		live += int32(bits.OnesCount64(child[w]))
	}
	return best, live
}
