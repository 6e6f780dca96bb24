package estimate_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"xcbench/corpus"
	"xcbench/solvers/estimate"
)

var update = flag.Bool("update", false, "make the table of results/estimates.md anew, which takes half an hour")

const (
	page = "../../results/estimates.md"
	head = "| family | trees | largest | median | worst | nodes held | updates held | heavy | entered | CPU time |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
)

// quick are families whose estimates take milliseconds. The first one is for short tests, which the race
// detector slows down.
var quick = []string{"kirkman", "mutilated"}

// The table compares estimates of all trees of the catalogue with the numbers of Knuth's dlx1. The test
// makes the rows of some families again, and with -update the whole table.
func TestTheTableIsWhatEstimatesGive(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(text, []byte(head))
	table, after, ends := bytes.Cut(rest, []byte("\n\n"))
	if !ok || !ends {
		t.Fatalf("%s has no table with the head\n%s", page, head)
	}
	if *update {
		table = []byte(strings.Join(rows(t), "\n"))
		text = slices.Concat(before, []byte(head), table, []byte("\n\n"), after)
		if err := os.WriteFile(page, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(string(table), "\n")
	for k, f := range families() {
		if k >= len(lines) || !strings.HasPrefix(lines[k], "| "+f+" |") {
			t.Fatalf("line %d of the table is not the one of %s; make it anew with -update", k+1, f)
		}
		if !slices.Contains(quick, f) || testing.Short() && f != quick[0] {
			continue
		}
		if got, want := timeless(lines[k]), timeless(qualityOf(t, f).row(f)); got != want {
			t.Errorf("the table has\n%s\nwant\n%s", got, want)
		}
	}
	if got, want := len(lines), len(families()); got != want {
		t.Errorf("got %d lines, want one for each of %d families", got, want)
	}
}

// timeless returns a row without its last column.
func timeless(row string) string {
	row = strings.TrimSuffix(row, " |")
	return row[:strings.LastIndex(row, "|")]
}

// families returns the names of the families that have a known tree.
func families() (all []string) {
	for _, f := range corpus.Families() {
		if len(treesOf(f.Name)) > 0 {
			all = append(all, f.Name)
		}
	}
	return all
}

// treesOf returns the instances of a family whose nodes and updates are known. Those with fewer than
// 1,000 nodes are hard to miss, so they are left out unless the family has no others. So are
// instances with more options, because an estimate of them takes minutes.
func treesOf(family string) (all []corpus.Instance) {
	f, _ := corpus.FindFamily(family)
	for _, in := range f.Catalogued() {
		if in.Nodes != corpus.Unknown && in.Updates != corpus.Unknown && in.Options <= 10_000 {
			all = append(all, in)
		}
	}
	if large := slices.DeleteFunc(slices.Clone(all), func(in corpus.Instance) bool { return in.Nodes < 1000 }); len(large) > 0 {
		return large
	}
	return all
}

// rows makes the whole table.
func rows(t *testing.T) (all []string) {
	for _, f := range families() {
		q := qualityOf(t, f)
		all = append(all, q.row(f))
		t.Logf("%s worst: %s", all[len(all)-1], q.worst)
	}
	return all
}

// quality sums up an estimate for each of some trees.
type quality struct {
	trees                 int
	largest               int64
	nodes, updates, heavy int // estimates whose intervals contain the number, or with a heavy tail
	ratios                []float64
	worst                 string
	entered               []int64
	times                 []time.Duration
}

func qualityOf(t *testing.T, family string) *quality {
	t.Helper()
	var q quality
	for _, in := range treesOf(family) {
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		began := processTime(t)
		e := run(t, puzzle.Problem(), estimate.Options{})
		q.times = append(q.times, processTime(t)-began)
		q.trees, q.largest = q.trees+1, max(q.largest, in.Nodes)
		q.nodes += covers(e.Total.Nodes, in.Nodes)
		q.updates += covers(e.Total.Updates, in.Updates)
		if e.Total.Nodes.Skew > estimate.Heavy {
			q.heavy++
		}
		q.entered = append(q.entered, e.Visits)
		q.ratios = append(q.ratios, e.Total.Nodes.Value/float64(in.Nodes))
		if farthest(q.ratios) == q.ratios[len(q.ratios)-1] {
			q.worst = in.ID()
		}
	}
	return &q
}

// farthest returns the ratio that is farthest from 1, up or down.
func farthest(ratios []float64) float64 {
	return slices.MaxFunc(ratios, func(a, b float64) int { return cmp.Compare(math.Abs(math.Log(a)), math.Abs(math.Log(b))) })
}

func (q *quality) row(name string) string {
	share := func(n int) string { return fmt.Sprintf("%.0f%%", 100*float64(n)/float64(q.trees)) }
	return fmt.Sprintf("| %s | %d | %.2g | %.3f | %.2f | %s | %s | %s | %.2g | %.2g s |", name, q.trees, float64(q.largest),
		middle(q.ratios), farthest(q.ratios), share(q.nodes), share(q.updates), share(q.heavy),
		float64(middle(q.entered)), middle(q.times).Seconds())
}

// middle returns the median, the upper one of two.
func middle[T cmp.Ordered](all []T) T {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// processTime returns the processor time of this process.
func processTime(t *testing.T) time.Duration {
	t.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
