package count

import (
	"math"
	"reflect"

	"xcbench/cover"
)

// A memory bounds the memory of a search, in bytes. It stops the clock if there is not enough.
type memory struct {
	clock             *clock
	bound, used, peak int64
	idle              map[int][][]uint64 // tables that are free, by length: new memory takes longer to come by
	idled             int64              // bytes in idle
}

func sizeOf[T any]() int64 { return int64(reflect.TypeFor[T]().Size()) }

// take takes memory that the caller allocates, if there is enough.
func (m *memory) take(bytes int64) bool {
	if bytes > m.bound-m.used-m.idled {
		clear(m.idle)
		m.idled = 0
	}
	if bytes > m.bound-m.used {
		m.clock.stopAt(cover.Memout)
		return false
	}
	m.used += bytes
	m.peak = max(m.peak, m.used)
	return true
}

// slice returns n zeros, or nil if there is no memory.
func slice[T any](m *memory, n int) []T {
	if !m.take(int64(n) * sizeOf[T]()) {
		return nil
	}
	return make([]T, n)
}

// drop gives a slice up that came from slice or push.
func drop[T any](m *memory, s *[]T) {
	m.used -= int64(cap(*s)) * sizeOf[T]()
	*s = nil
}

// push appends an element, unless there is no memory.
func push[T any](m *memory, s *[]T, x T) {
	if len(*s) == cap(*s) {
		if len(*s) > math.MaxInt32 {
			m.clock.stopAt(cover.Memout) // places have 32 bits
			return
		}
		wider := slice[T](m, max(16, 2*cap(*s)))
		if wider == nil {
			return
		}
		n := copy(wider, *s)
		drop(m, s)
		*s = wider[:n]
	}
	*s = append(*s, x)
}

// words returns zeros for a table, or nil if there is no memory.
func (m *memory) words(n int) []uint64 {
	list := m.idle[n]
	if len(list) == 0 {
		return slice[uint64](m, n)
	}
	words := list[len(list)-1]
	m.idle[n] = list[:len(list)-1]
	m.idled -= 8 * int64(n)
	m.used += 8 * int64(n)
	clear(words)
	return words
}

// free takes the memory of a table back.
func (m *memory) free(words []uint64) {
	if n := len(words); n > 0 {
		m.idle[n] = append(m.idle[n], words)
		m.idled += 8 * int64(n)
		m.used -= 8 * int64(n)
	}
}
