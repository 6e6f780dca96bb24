package bench_test

import (
	"context"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/results"
	"xcbench/solvers"
)

// holder is a solver that holds some memory, and reads how much its process then has.
type holder struct {
	cover.Solver
	held *int64
}

func (h holder) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := h.Solver.Prepare(p)
	return holding{s, h.held}, err
}

type holding struct {
	cover.Search
	held *int64
}

func (h holding) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	memory, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	for k := 0; k < len(memory); k += 4096 {
		memory[k] = 1
	}
	*h.held = child.Resident(os.Getpid())
	unix.Munmap(memory)
	stats := h.Search.Run(ctx, limits, visit)
	stats.Search = time.Millisecond
	return stats
}

// The peak of a sample is in bytes, and not less than the memory that the process had meanwhile. The
// kernel adds up pages with a small delay.
func TestThePeakIsNotLessThanTheMemoryOfASearch(t *testing.T) {
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak cannot be reset")
	}
	var held int64
	p := planOf(t, []solvers.Variant{variant("holder", holder{good.Solver, &held})}, "queens/6")
	p.Samples, p.MinTime = 1, time.Millisecond
	rows, _, _ := rowsOf(t, p)
	peak := rows["holder"][0].Value(results.PeakBytes)
	if least := 0.985 * float64(held); held < 64<<20 || peak < least {
		t.Errorf("got a peak of %.0f bytes, want %.0f at least", peak, least)
	}
}
