package bench

import (
	"maps"
	"runtime"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/results"
)

// costMeter reads what searches cost besides time. From begin to release it locks its goroutine to
// a thread of the operating system. It does not lock longer than that: waking a locked goroutine
// takes another thread, and as long as a small search.
type costMeter struct {
	thread       int      // the thread whose instructions are counted
	instructions *counter // nil if the kernel does not count them

	began, spent [2]float64 // when the current runs began, and of all runs
	runs         float64

	memory        bool // whether the memory of this sample is read
	before, after runtime.MemStats
	peak          bool // whether the peak is known

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
	m.spent, m.runs, m.external, m.added = [2]float64{}, 0, nil, 0
	m.peak = m.memory && resetPeak()
}

func (m *costMeter) release() { runtime.UnlockOSThread() }

// read returns what the thread has used: nanoseconds of the processor, and instructions. Each is 0 if it is unknown.
func (m *costMeter) read() [2]float64 {
	return [2]float64{float64(threadTime()), float64(m.instructions.read())}
}

// start is called before runs that nothing else interrupts, and stop after them with their number.
func (m *costMeter) start() { m.began = m.read() }

func (m *costMeter) stop(runs int) {
	for k, now := range m.read() {
		m.spent[k] += now - m.began[k]
	}
	m.runs += float64(runs)
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
	} else {
		costs[results.CPUSeconds], costs[results.Instructions] = m.spent[0]/1e9/m.runs, m.spent[1]/m.runs
		if m.peak {
			costs[results.PeakBytes] = float64(child.PeakOf("self"))
		}
	}
	maps.DeleteFunc(costs, func(_ string, cost float64) bool { return cost <= 0 }) // unknown
	if m.memory && m.external == nil {
		costs[results.Allocs] = float64(m.after.Mallocs - m.before.Mallocs)
		costs[results.AllocBytes] = float64(m.after.TotalAlloc - m.before.TotalAlloc)
	}
	return costs
}
