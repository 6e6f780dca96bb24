package bench

import (
	"runtime"
	"time"

	"xcbench/results"
)

// gauge reads what searches cost beside time. From begin to release it belongs to a thread
// of the operating system, to which its goroutine is bound. Not for longer: to wake a
// goroutine that is bound takes another thread, and as long as a small search.
type gauge struct {
	thread       int      // the one that instructions is of
	instructions *counter // nil where the kernel does not tell

	memory    bool // whether this sample's memory is read
	before    runtime.MemStats
	after     runtime.MemStats
	cpu0, cpu time.Duration
	retired0  uint64
	retired   uint64
	hasCPU    bool
	hasPeak   bool
	runs      int
}

// memoryFrom is the length of the samples from which on their memory is read: that
// takes some 0.3 ms, which is more than many a short search.
const memoryFrom = time.Millisecond

func newGauge() *gauge { return &gauge{thread: -1} }

func (g *gauge) close() { g.instructions.close() }

// begin is called before a sample that will take so long.
func (g *gauge) begin(atLeast time.Duration) {
	runtime.LockOSThread()
	if now := thread(); now != g.thread {
		g.instructions.close()
		g.thread, g.instructions = now, openInstructions()
	}
	g.memory = atLeast >= memoryFrom
	g.cpu, g.retired, g.runs = 0, 0, 0
	g.hasPeak = g.memory && resetPeak()
}

func (g *gauge) release() { runtime.UnlockOSThread() }

// start is called before runs that are not interrupted by anything else, and stop
// after them with their number.
func (g *gauge) start() {
	g.retired0 = g.instructions.read()
	g.cpu0, g.hasCPU = threadTime()
}

func (g *gauge) stop(runs int) {
	if now, ok := threadTime(); ok {
		g.cpu += now - g.cpu0
	}
	g.retired += g.instructions.read() - g.retired0
	g.runs += runs
}

// allocated is called after the first run, which tells the allocations: those of the
// search alone, without the building of the data structure.
func (g *gauge) allocated() {
	if g.memory {
		runtime.ReadMemStats(&g.after)
	}
}

// prepared is called between the building of the data structure and the first run.
func (g *gauge) prepared() {
	if g.memory {
		runtime.ReadMemStats(&g.before)
	}
}

// end returns the costs by unit, as far as they are known.
func (g *gauge) end() map[string]float64 {
	costs := map[string]float64{}
	n := float64(g.runs)
	if g.hasCPU {
		costs[results.CPUSeconds] = g.cpu.Seconds() / n
	}
	if g.retired > 0 {
		costs[results.Instructions] = float64(g.retired) / n
	}
	if g.memory {
		costs[results.Allocs] = float64(g.after.Mallocs - g.before.Mallocs)
		costs[results.AllocBytes] = float64(g.after.TotalAlloc - g.before.TotalAlloc)
	}
	if g.hasPeak {
		if peak, ok := peakMemory(); ok {
			costs[results.PeakBytes] = float64(peak)
		}
	}
	return costs
}
