package bitset

import "math/bits"

// stepPlain is step in plain Go, with words of up to 4 lanes instead of blocks. Where all
// items are covered, its key may be another of those that say so.
func (s *laneShape) stepPlain(child, parent, kill, ids []uint64) (key uint64, live int) {
	lanes := s.blocks * blockWords
	best := ^uint64(0)
	for w, ids := range ids[:lanes] {
		v := parent[w] &^ kill[w]
		child[w] = v
		if v == 0 {
			continue // covered items only
		}
		if s.log == 6 {
			best = min(best, uint64(bits.OnesCount64(v))<<s.shift+ids)
			continue
		}
		n := v - v>>1&0x5555555555555555
		n = n&0x3333333333333333 + n>>2&0x3333333333333333
		n = (n + n>>4) & 0x0f0f0f0f0f0f0f0f
		n = (n + n>>8) & 0x00ff00ff00ff00ff
		if s.log == 5 {
			n = (n + n>>16) & 0x0000ffff0000ffff
			for l := 0; l < 64; l += 32 {
				best = min(best, uint64(uint32(n>>l)<<s.shift+uint32(ids>>l)))
			}
			continue
		}
		for l := 0; l < 64; l += 16 {
			best = min(best, uint64(uint16(n>>l)<<s.shift+uint16(ids>>l)))
		}
	}
	for w := lanes; w < s.row(); w++ {
		child[w] = parent[w] &^ kill[w]
		live += bits.OnesCount64(child[w])
	}
	return best, live
}
