package count

import (
	"context"
	"math"
	"reflect"
	"time"

	"xcbench/cover"
)

// A budget bounds the time and the memory of a run. It has the reason of a stop.
type budget struct {
	ctx        context.Context
	status     cover.Status
	stopped    bool  // status is not Solved
	work, next int64 // steps so far, each about 1 ns, and those after which to look at the time

	bound, used, peak int64            // bytes
	idle              map[int][]uint64 // a free table of each length: new memory takes longer to come by
}

// lookAfter is the steps between two looks at the time: at most 0.5 ms.
const lookAfter = 1 << 18

// start begins a run or a part of it, with all memory that is used already.
func (b *budget) start(ctx context.Context) {
	b.ctx, b.status, b.stopped, b.next = ctx, cover.Solved, false, b.work
}

// stop stops the run. The first reason counts.
func (b *budget) stop(why cover.Status) {
	if !b.stopped {
		b.status, b.stopped = why, true
	}
}

// spend reports whether the run has to stop, after some steps. It looks at the time now and then.
func (b *budget) spend(steps int64) bool {
	if b.work += steps; b.work >= b.next {
		b.look()
	}
	return b.stopped
}

// look looks at the context, and at the clock too, because a timer can be late on a busy machine.
func (b *budget) look() {
	b.next = b.work + lookAfter
	if deadline, ok := b.ctx.Deadline(); b.ctx.Err() != nil || ok && !time.Now().Before(deadline) {
		b.stop(cover.Timeout)
	}
}

func sizeOf[T any]() int64 { return int64(reflect.TypeFor[T]().Size()) }

// take takes memory that the caller allocates, if there is enough.
func (b *budget) take(bytes int64) bool {
	all := b.used + bytes
	for n := range b.idle {
		all += 8 * int64(n)
	}
	if all > b.bound {
		clear(b.idle)
	}
	if bytes > b.bound-b.used {
		b.stop(cover.Memout)
		return false
	}
	b.used += bytes
	b.peak = max(b.peak, b.used)
	return true
}

// slice returns n zeros, or nil if there is no memory.
func slice[T any](b *budget, n int) []T {
	if !b.take(int64(n) * sizeOf[T]()) {
		return nil
	}
	return make([]T, n)
}

// push appends an element, unless there is no memory.
func push[T any](b *budget, s *[]T, x T) {
	if len(*s) == cap(*s) {
		if len(*s) > math.MaxInt32 {
			b.stop(cover.Memout) // places have 32 bits
			return
		}
		wider := slice[T](b, max(16, 2*cap(*s)))
		if wider == nil {
			return
		}
		b.used -= int64(cap(*s)) * sizeOf[T]()
		*s = wider[:copy(wider, *s)]
	}
	*s = append(*s, x)
}

// room returns zeros for a table, or nil if there is no memory.
func (b *budget) room(n int) []uint64 {
	words := b.idle[n]
	if words == nil {
		return slice[uint64](b, n)
	}
	delete(b.idle, n)
	b.used += 8 * int64(n)
	clear(words)
	return words
}

// free takes the memory of a table back.
func (b *budget) free(words []uint64) {
	n := len(words)
	if b.used -= 8 * int64(n); n > 0 && b.idle[n] == nil {
		b.idle[n] = words
	}
}
