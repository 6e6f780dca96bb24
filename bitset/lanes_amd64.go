//go:build !purego

package bitset

// step makes child from parent without the bits of kill, and returns the least key of the
// child's lanes and its number of live options. The first three are rows; ids has the lanes'
// blocks.
func (s *laneShape) step(child, parent, kill, ids []uint64) (key uint64, live int) {
	if !hasAVX512 {
		return s.stepPlain(child, parent, kill, ids)
	}
	switch s.log {
	case 4:
		return step16(&child[0], &parent[0], &kill[0], &ids[0], s.blocks, s.counts)
	case 5:
		return step32(&child[0], &parent[0], &kill[0], &ids[0], s.blocks, s.counts)
	}
	return step64(&child[0], &parent[0], &kill[0], &ids[0], s.blocks, s.counts)
}

//go:noescape
func step16(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)

//go:noescape
func step32(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)

//go:noescape
func step64(child, parent, kill, ids *uint64, blocks, counts int) (key uint64, live int)
