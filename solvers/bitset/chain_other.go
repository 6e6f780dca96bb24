//go:build !amd64 || purego

package bitset

// make makes the chain a and, unless it is nil, the chain b.
func (t *fieldTables) make(a, b *chain) { t.makePlain(a, b) }
