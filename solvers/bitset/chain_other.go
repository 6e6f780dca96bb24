//go:build !amd64 || purego

package bitset

// make makes the chain a and, unless nil, b.
func (t *fieldTables) make(a, b *chain) { t.makePlain(a, b) }
