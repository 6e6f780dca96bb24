package bench

import (
	"runtime"
	"time"

	"xcbench/results"
)

// gauge reads what searches cost beside time. It belongs to a thread of the
// operating system, to which its goroutine is bound while it is open.
type gauge struct {
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
// takes some 0.1 ms, which is more than many a short search.
const memoryFrom = time.Millisecond

func newGauge() *gauge {
	runtime.LockOSThread()
	return &gauge{instructions: openInstructions()}
}

func (g *gauge) close() {
	g.instructions.close()
	runtime.UnlockOSThread()
}

// begin is called before a sample that will take so long.
func (g *gauge) begin(atLeast time.Duration) {
	g.memory = atLeast >= memoryFrom
	g.cpu, g.retired, g.runs = 0, 0, 0
	g.hasPeak = g.memory && resetPeak()
}

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
