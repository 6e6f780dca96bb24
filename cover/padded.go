package cover

import "unsafe"

// apart is two cache lines, for processors fetch them in pairs.
const apart = 128

// Apart returns n zeros that share no cache line with anything else. It is for what a search writes at
// every node: where that of two workers met in one line, lanes took three times as long on dominoes 7x8.
func Padded[T any](n int) []T {
	var one T
	room := apart/int(max(1, unsafe.Sizeof(one))) + 1
	return make([]T, n+2*room)[room:][:n:n]
}
