package solvers_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"golang.org/x/sys/unix"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
)

// parts are the contestants of count.
var parts = []string{
	"auto", "count_frontier", "count_frontier_reverse", "count_frontier_bfs", "count_frontier_greedy", "count_memo",
}

// processTime returns the CPU time of the process. The thread's would not do: a race changes threads.
func processTime(tb testing.TB) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// countTime returns the least CPU time of setup and search together, of up to three runs. It returns
// false if the search does not end within the limit.
func countTime(tb testing.TB, name string, p *cover.Problem, limit time.Duration) (time.Duration, bool) {
	v, ok := solvers.Find(name)
	if !ok {
		tb.Fatal("no solver ", name)
	}
	least := time.Duration(math.MaxInt64)
	for range 3 {
		runtime.GC()
		ctx, cancel := context.WithTimeout(tb.Context(), limit)
		begin := processTime(tb)
		stats, err := cover.Solve(ctx, v, p, cover.Limits{Memory: 2 << 30}, nil)
		least = min(least, processTime(tb)-begin)
		cancel()
		if err != nil || stats.Status != cover.Solved {
			return 0, false
		}
		if least > 50*time.Millisecond {
			break
		}
	}
	return least, true
}

// fastestPart returns the fastest contestant and its time. The limit grows, so that one slow
// contestant does not take all the time.
func fastestPart(tb testing.TB, p *cover.Problem, limit time.Duration) (name string, least time.Duration) {
	for l := limit / 100; name == "" && l <= limit; l *= 10 {
		for _, part := range parts {
			if took, ok := countTime(tb, part, p, l); ok && (name == "" || took < least) {
				name, least = part, took
			}
		}
	}
	return name, least
}

// BenchmarkCountAgainstParts compares count with its fastest contestant on the instances of the
// catalogue that one of them counts within 10 s. XCBENCH_COUNT names the file for the table of times,
// and XCBENCH_COUNT_PREFIX selects instances.
func BenchmarkCountAgainstParts(b *testing.B) {
	out := io.Discard
	if name := os.Getenv("XCBENCH_COUNT"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		out = f
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	fmt.Fprintln(table, "instance\tratio\tcount\tfastest\tits time\t")
	for b.Loop() {
		var logs, worst, solved, near float64
		for _, in := range corpus.All() {
			if !strings.HasPrefix(in.ID(), os.Getenv("XCBENCH_COUNT_PREFIX")) {
				continue
			}
			puzzle, err := in.Puzzle()
			if err != nil {
				b.Fatal(err)
			}
			name, least := fastestPart(b, puzzle.Problem(), 10*time.Second)
			if name == "" {
				continue
			}
			took, ok := countTime(b, "count", puzzle.Problem(), 30*time.Second)
			if !ok {
				took = 30 * time.Second
			}
			ratio := float64(took) / float64(least)
			logs, worst, solved = logs+math.Log(ratio), max(worst, ratio), solved+1
			if took <= least*13/10+5*time.Millisecond {
				near++
			}
			fmt.Fprintf(table, "%s\t%.2f\t%v\t%s\t%v\t\n", in.ID(), ratio, took, name, least)
		}
		b.ReportMetric(math.Exp(logs/solved), "geomean")
		b.ReportMetric(worst, "worst")
		b.ReportMetric(near/solved, "within-1.3x+5ms")
		b.ReportMetric(solved, "instances")
	}
}
