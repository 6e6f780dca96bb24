package count

import "reflect"

// A budget bounds the memory of a diagram, in bytes. All parts of the diagram share it.
type budget struct {
	bound, used, peak int64
}

// take takes memory. It returns false if there is not enough.
func (b *budget) take(bytes int64) bool {
	if bytes > b.bound-b.used {
		return false
	}
	b.used += bytes
	b.peak = max(b.peak, b.used)
	return true
}

func (b *budget) give(bytes int64) { b.used -= bytes }

// A list is a sequence that grows without being copied, in chunks. The elements have no pointers.
type list[T any] struct {
	chunks [][]T
	n      int
}

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

func sizeOf[T any]() int64 { return int64(reflect.TypeFor[T]().Size()) }

func (l *list[T]) at(k int) *T { return &l.chunks[k>>chunkBits][k&(chunkSize-1)] }

// add appends an element. It returns false if there is no memory.
func (l *list[T]) add(b *budget, x T) bool {
	if l.n == len(l.chunks)<<chunkBits {
		if !b.take(chunkSize * sizeOf[T]()) {
			return false
		}
		l.chunks = append(l.chunks, make([]T, chunkSize))
	}
	*l.at(l.n) = x
	l.n++
	return true
}

// cut keeps the first n elements.
func (l *list[T]) cut(b *budget, n int) {
	l.n = n
	keep := (n + chunkSize - 1) >> chunkBits
	b.give(int64(len(l.chunks)-keep) * chunkSize * sizeOf[T]())
	clear(l.chunks[keep:])
	l.chunks = l.chunks[:keep]
}

// slice returns n zeros, or false if there is no memory.
func slice[T any](b *budget, n int) ([]T, bool) {
	if !b.take(int64(n) * sizeOf[T]()) {
		return nil, false
	}
	return make([]T, n), true
}

// drop gives a slice back that came from the function slice.
func drop[T any](b *budget, s *[]T) {
	b.give(int64(cap(*s)) * sizeOf[T]())
	*s = nil
}

// push appends an element to a slice. It returns false if there is no memory.
func push[T any](b *budget, s *[]T, x T) bool {
	if len(*s) == cap(*s) {
		more, ok := slice[T](b, max(16, 2*cap(*s)))
		if !ok {
			return false
		}
		n := copy(more, *s)
		drop(b, s)
		*s = more[:n]
	}
	*s = append(*s, x)
	return true
}
