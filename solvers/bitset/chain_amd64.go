//go:build !purego

package bitset

// make makes the chain a and, unless it is nil, the chain b.
func (t *fieldTables) make(a, b *chain) {
	switch {
	case !hasAVX2 && !hasAVX512:
		t.makePlain(a, b)
	case t.log == 4 && hasAVX512:
		chains16AVX512(t, a, b)
	case t.log == 5 && hasAVX512:
		chains32AVX512(t, a, b)
	case t.log == 6 && hasAVX512:
		chains64AVX512(t, a, b)
	case t.log == 4:
		chains16AVX2(t, a, b)
	case t.log == 5:
		chains32AVX2(t, a, b)
	case t.log == 6:
		chains64AVX2(t, a, b)
	}
}

//go:noescape
func chains16AVX512(t *fieldTables, a, b *chain)

//go:noescape
func chains32AVX512(t *fieldTables, a, b *chain)

//go:noescape
func chains64AVX512(t *fieldTables, a, b *chain)

//go:noescape
func chains16AVX2(t *fieldTables, a, b *chain)

//go:noescape
func chains32AVX2(t *fieldTables, a, b *chain)

//go:noescape
func chains64AVX2(t *fieldTables, a, b *chain)
