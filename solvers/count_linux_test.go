package solvers_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
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

// countTime returns the CPU time of setup and search together. It returns false if the search does
// not end within the limit.
func countTime(tb testing.TB, name string, p *cover.Problem, limit time.Duration) (time.Duration, bool) {
	v, ok := solvers.Find(name)
	if !ok {
		tb.Fatal("no solver ", name)
	}
	runtime.GC()
	ctx, cancel := context.WithTimeout(tb.Context(), limit)
	defer cancel()
	begin := processTime(tb)
	stats, err := cover.Solve(ctx, v, p, cover.Limits{Memory: 2 << 30}, nil)
	return processTime(tb) - begin, err == nil && stats.Status == cover.Solved
}

// fastestPart returns the fastest contestant, or "". The limit grows, so that one slow contestant
// does not take all the time.
func fastestPart(tb testing.TB, p *cover.Problem, limit time.Duration) (name string) {
	for l := limit / 256; name == "" && l <= limit; l *= 4 {
		least := limit
		for _, part := range parts {
			for range 2 {
				if took, ok := countTime(tb, part, p, min(l, 2*least)); !ok {
					break
				} else if took < least {
					name, least = part, took
				}
			}
		}
	}
	return name
}

// inPairs returns the least CPU times of count and of one of its parts, which take turns.
func inPairs(tb testing.TB, p *cover.Problem, part string, limit time.Duration) (race, alone time.Duration) {
	race, alone = math.MaxInt64, math.MaxInt64
	for begin, n := time.Now(), 0; n < 2 || n < 9 && time.Since(begin) < limit/2; n++ {
		took, ok := countTime(tb, part, p, 40*limit)
		if alone = min(alone, took); !ok {
			tb.Errorf("%s does not count again", part)
		}
		took, _ = countTime(tb, "count", p, 40*limit)
		race = min(race, took)
	}
	return race, alone
}

// BenchmarkCountAgainstParts compares count with its fastest contestant, in pairs of runs, and logs
// the instances where it takes more than 1.3 times as long and 5 ms. It takes all instances of the
// catalogue that a contestant counts within a limit, 300 ms unless XCBENCH_COUNT_LIMIT says
// otherwise. XCBENCH_COUNT_FAMILIES selects families. XCBENCH_COUNT names a file for all times; if it
// exists, it has the instances and their fastest contestants, which saves finding them.
func BenchmarkCountAgainstParts(b *testing.B) {
	limit := 300 * time.Millisecond
	if text := os.Getenv("XCBENCH_COUNT_LIMIT"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			b.Fatal(err)
		}
	}
	file := os.Getenv("XCBENCH_COUNT")
	known := fastest(b, file)
	for b.Loop() {
		var table strings.Builder
		var logs, worst, solved, near float64
		for _, in := range corpus.All() {
			if only := os.Getenv("XCBENCH_COUNT_FAMILIES"); only != "" && !slices.Contains(strings.Fields(only), in.Family) {
				continue
			}
			name, listed := known[in.ID()]
			if len(known) > 0 && !listed {
				continue
			}
			puzzle, err := in.Puzzle()
			if err != nil {
				b.Fatal(err)
			}
			if p := puzzle.Problem(); !listed {
				name = fastestPart(b, p, limit)
			}
			if name == "" {
				continue
			}
			race, alone := inPairs(b, puzzle.Problem(), name, limit)
			ratio := float64(race) / float64(alone)
			logs, worst, solved = logs+math.Log(ratio), max(worst, ratio), solved+1
			if race <= alone*13/10+5*time.Millisecond {
				near++
			} else {
				b.Logf("%s: %.2f times the %v of %s", in.ID(), ratio, alone, name)
			}
			fmt.Fprintf(&table, "%s\t%s\t%v\t%v\t%.2f\n", in.ID(), name, alone, race, ratio)
		}
		if file != "" {
			if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(math.Exp(logs/solved), "geomean")
		b.ReportMetric(worst, "worst")
		b.ReportMetric(near/solved, "within-1.3x+5ms")
		b.ReportMetric(solved, "instances")
	}
}

// fastest reads a table that [BenchmarkCountAgainstParts] wrote.
func fastest(tb testing.TB, file string) map[string]string {
	known := map[string]string{}
	text, err := os.ReadFile(file)
	if err != nil && file != "" && !errors.Is(err, fs.ErrNotExist) {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(line, "\t")
		if len(fields) != 5 {
			tb.Fatalf("%s: got the line %q, want five fields", file, line)
		}
		known[fields[0]] = fields[1]
	}
	return known
}
