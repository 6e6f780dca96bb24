//go:build !amd64 || purego

package bitset

// walk lets the first n walkers enter nodes in turn: see walkPlain.
func (t *fieldTables) walk(n, steps int) (done int) { return t.walkPlain(n, steps) }
