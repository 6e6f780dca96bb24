// Command fleetmodel says how long 10, 100 and 1,000 workers take for a search of given length, in
// tasks of several mean sizes. It simulates a queue that hands out one task after the other. Three
// figures must be measured before: how many tasks the queue handles in a second, how long a worker
// waits for each, and how sizes vary around the mean. It prints result rows, for 'xcbench plot growth'.
//
// It imports nothing of the module that it is about. Start reading at [simulate].
package main

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

func main() {
	total := flag.Duration("total", 100000*time.Second, "the `TIME` of the search by one worker")
	rate := flag.Float64("rate", 1000, "how many tasks the queue handles in a second")
	wait := flag.Duration("wait", time.Millisecond, "the `TIME` that a worker waits between two tasks")
	folder := flag.String("sizes", "", "take the sizes of tasks from the results in the folder `DIR` of a plan")
	asTable := flag.Bool("table", false, "print a table in Markdown instead of rows")
	flag.Parse()
	sizes, err := sizesOf(*folder)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fleetmodel:", err)
		os.Exit(3)
	}
	m := model{*total, *rate, *wait, sizes}
	if *asTable {
		table(os.Stdout, m)
		return
	}
	write(os.Stdout, m)
}

// model is what a simulation needs to know.
type model struct {
	total time.Duration
	rate  float64
	wait  time.Duration
	sizes []float64 // of tasks, with a mean of 1
}

// means are the mean sizes of tasks.
var means = []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, time.Second, 10 * time.Second, time.Minute}

// write prints rows for 1 to 1,024 workers: an instance doublings/N stands for 2 to the Nth workers.
func write(w io.Writer, m model) {
	fmt.Fprintln(w, "Unit sec/op better=lower")
	for _, mean := range means {
		for n := range 11 {
			took := m.simulate(1<<n, mean).Seconds()
			fmt.Fprintf(w, "BenchmarkSolve/family=doublings/inst=%d/solver=tasks_%v-1 1 %.6g sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n",
				n, spelled(mean), took)
		}
	}
}

// table prints how much faster 10, 100 and 1,000 workers are than a search by one without a queue.
func table(w io.Writer, m model) {
	fmt.Fprintf(w, "| mean task | 10 workers | 100 | 1,000 |\n|--:|--:|--:|--:|\n")
	for _, mean := range means {
		fmt.Fprintf(w, "| %v |", mean)
		for _, workers := range []int{10, 100, 1000} {
			fmt.Fprintf(w, " %.3g |", float64(m.total)/float64(m.simulate(workers, mean)))
		}
		fmt.Fprintln(w)
	}
}

func spelled(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%dms", d.Milliseconds())
	}
	return fmt.Sprintf("%ds", int(d.Seconds()))
}

// simulate returns how long the workers take, until the last of them has ended. The queue handles
// tasks one at a time; the worker that has waited longest gets the next one.
func (m model) simulate(workers int, mean time.Duration) time.Duration {
	dice := rand.New(rand.NewPCG(1, 1))
	free := make(times, workers) // when each worker has nothing to do
	queue, last := 0., 0.
	for left := m.total.Seconds(); left > 0; {
		size := min(left, mean.Seconds()*m.sizes[dice.IntN(len(m.sizes))])
		left -= size
		queue = max(queue, free[0]) + 1/m.rate
		free[0] = queue + m.wait.Seconds() + size
		last = max(last, free[0])
		heap.Fix(&free, 0)
	}
	return time.Duration(last * float64(time.Second))
}

// times is a heap, the earliest first.
type times []float64

func (t times) Len() int           { return len(t) }
func (t times) Less(i, j int) bool { return t[i] < t[j] }
func (t times) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *times) Push(any)          { panic("workers do not come later") }
func (t *times) Pop() any          { panic("workers do not leave") }

// sizesOf reads how long the tasks of a plan took, as multiples of their mean. Without a folder, all
// have the same size.
func sizesOf(folder string) ([]float64, error) {
	if folder == "" {
		return []float64{1}, nil
	}
	paths, err := filepath.Glob(filepath.Join(folder, "work", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []float64
	sum := 0.
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var l struct {
				Result struct {
					Stats struct{ Search time.Duration }
				}
			}
			if json.Unmarshal(lines.Bytes(), &l) == nil && l.Result.Stats.Search > 0 {
				all = append(all, l.Result.Stats.Search.Seconds())
				sum += l.Result.Stats.Search.Seconds()
			}
		}
		file.Close()
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no results, expected the folder of a plan after 'xcbench fleet join'", cmp.Or(folder, "."))
	}
	for k := range all {
		all[k] *= float64(len(all)) / sum
	}
	return all, nil
}
