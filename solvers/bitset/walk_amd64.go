//go:build !purego

package bitset

// walk lets the first n walkers enter a node each in turn. It returns after so many nodes (steps), when
// a walker has nothing left or no room, and, if the order counts, after a solution. It returns how many
// nodes were entered.
func (t *fieldTables) walk(n, steps int) (done int) {
	if hasAVX512 {
		return walkAVX512[t.kind()](t, n, steps)
	}
	return walkAVX2[t.kind()](t, n, steps)
}

// kind is the index of a kernel: by the width of a field, and by the rule.
func (t *fieldTables) kind() int {
	k := 2 * int(t.log-4)
	if t.first {
		k++
	}
	return k
}

var walkAVX512 = [6]func(t *fieldTables, n, steps int) (done int){mrv16AVX512, first16AVX512, mrv32AVX512, first32AVX512, mrv64AVX512, first64AVX512}

var walkAVX2 = [6]func(t *fieldTables, n, steps int) (done int){mrv16AVX2, first16AVX2, mrv32AVX2, first32AVX2, mrv64AVX2, first64AVX2}

//go:noescape
func mrv16AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func first16AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func mrv32AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func first32AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func mrv64AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func first64AVX512(t *fieldTables, n, steps int) (done int)

//go:noescape
func mrv16AVX2(t *fieldTables, n, steps int) (done int)

//go:noescape
func first16AVX2(t *fieldTables, n, steps int) (done int)

//go:noescape
func mrv32AVX2(t *fieldTables, n, steps int) (done int)

//go:noescape
func first32AVX2(t *fieldTables, n, steps int) (done int)

//go:noescape
func mrv64AVX2(t *fieldTables, n, steps int) (done int)

//go:noescape
func first64AVX2(t *fieldTables, n, steps int) (done int)
