package cover

import "unsafe"

// padding is two cache lines: processors fetch lines in pairs.
const padding = 128

// Padded returns n zeros that share no cache line with other data. A search keeps there what it
// writes at every node. When two workers wrote to one line, lanes took three times as long on
// dominoes 7x8.
func Padded[T any](n int) []T {
	var one T
	room := padding/int(max(1, unsafe.Sizeof(one))) + 1
	return make([]T, n+2*room)[room:][:n:n]
}
