package bench

import (
	"maps"
	"runtime"
	"time"

	"xcbench/cover"
	"xcbench/results"
)

// costMeter reads what searches cost besides time. From begin to release it locks its goroutine to
// a thread of the operating system. It does not lock longer than that: waking a locked goroutine
// takes another thread, and as long as a small search.
type costMeter struct {
	thread       int      // the thread whose instructions are counted
	instructions *counter // nil if the kernel does not count them

	memory    bool // whether the memory of this sample is read
	before    runtime.MemStats
	after     runtime.MemStats
	cpu0, cpu time.Duration
	retired0  uint64
	retired   uint64
	hasCPU    bool
	hasPeak   bool
	runs      int

	external *cover.Costs // of all runs of the sample, if another program makes them; else nil
	added    int          // such runs
}

// memoryFrom is the shortest sample whose memory is read. Reading it takes some 0.3 ms, which is
// longer than many short searches.
const memoryFrom = time.Millisecond

func newCostMeter() *costMeter { return &costMeter{thread: -1} }

func (m *costMeter) close() { m.instructions.close() }

// begin is called before a sample that will take at least this long.
func (m *costMeter) begin(atLeast time.Duration) {
	runtime.LockOSThread()
	if now := thread(); now != m.thread {
		m.instructions.close()
		m.thread, m.instructions = now, openInstructions()
	}
	m.memory = atLeast >= memoryFrom
	m.cpu, m.retired, m.runs = 0, 0, 0
	m.external, m.added = nil, 0
	m.hasPeak = m.memory && resetPeak()
}

func (m *costMeter) release() { runtime.UnlockOSThread() }

// start is called before runs that nothing else interrupts, and stop after them with their number.
func (m *costMeter) start() {
	m.retired0 = m.instructions.read()
	m.cpu0, m.hasCPU = threadTime()
}

func (m *costMeter) stop(runs int) {
	if now, ok := threadTime(); ok {
		m.cpu += now - m.cpu0
	}
	m.retired += m.instructions.read() - m.retired0
	m.runs += runs
}

// readMemory reads m.before between Prepare and the first run, and m.after after that run. Their
// difference is what the search alone allocates, without the building of the data structure.
func (m *costMeter) readMemory(into *runtime.MemStats) {
	if m.memory {
		runtime.ReadMemStats(into)
	}
}

// add adds the costs of a run that another program made. They are nil for other runs.
func (m *costMeter) add(c *cover.Costs) {
	if c == nil {
		return
	}
	if m.external == nil {
		m.external = new(cover.Costs)
		*m.external = *c
		m.external.CPU = 0
	}
	m.added++
	m.external.CPU += c.CPU
	m.external.Peak = max(m.external.Peak, c.Peak)
}

// end returns the costs by unit, as far as they are known. If another program searches, they are
// its costs.
func (m *costMeter) end() map[string]float64 {
	costs := map[string]float64{}
	if e := m.external; e != nil {
		costs[results.StartSeconds], costs[results.CPUSeconds] = e.Start.Seconds(), e.CPU.Seconds()/float64(m.added)
		costs[results.PeakBytes] = float64(e.Peak)
		for _, name := range cover.OwnCounters {
			costs[results.PerSearch(name)] = float64(*e.Counter(name))
		}
		maps.DeleteFunc(costs, func(_ string, cost float64) bool { return cost == 0 }) // unknown
		return costs
	}
	n := float64(m.runs)
	if m.hasCPU {
		costs[results.CPUSeconds] = m.cpu.Seconds() / n
	}
	if m.retired > 0 {
		costs[results.Instructions] = float64(m.retired) / n
	}
	if m.memory {
		costs[results.Allocs] = float64(m.after.Mallocs - m.before.Mallocs)
		costs[results.AllocBytes] = float64(m.after.TotalAlloc - m.before.TotalAlloc)
	}
	if m.hasPeak {
		if peak, ok := peakMemory(); ok {
			costs[results.PeakBytes] = float64(peak)
		}
	}
	return costs
}
