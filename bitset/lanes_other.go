//go:build !amd64 || purego

package bitset

func (s *laneShape) step(child, parent, kill, ids []uint64) (key uint64, live int) {
	return s.stepPlain(child, parent, kill, ids)
}
