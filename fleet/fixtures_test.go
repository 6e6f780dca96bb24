package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// TestMain makes the test binary a worker process, too.
func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := bench.Work(testSolvers, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// testSolvers has solvers with faults, and an engine.
var testSolvers = func() solvers.Set {
	all := []solvers.Variant{{Solver: dlx.Index(cover.MRV), Name: "mine", Algorithm: "mine", Rule: cover.MRV, Counter: solvers.Links,
		Engine: new(external.Spec)}}
	for name, change := range map[string]func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats{
		"lies": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			return s.Run(ctx, l, shown(visit, func(options []int) bool { return visit(options[1:]) }))
		},
		"repeats": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			return s.Run(ctx, l, shown(visit, func(options []int) bool { return visit(options) && visit(slices.Clone(options)) }))
		},
		"miscounts": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			stats := s.Run(ctx, l, visit)
			stats.Nodes++
			return stats
		},
		"hangs": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats {
			if stats := s.Run(ctx, l, visit); stats.Nodes != 111 { // not queens/6
				return stats
			}
			select {}
		},
		"panics": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats { panic("oh\nno") },
		"exits": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats {
			fmt.Fprintln(os.Stderr, "task 1 is none")
			os.Exit(3)
			return cover.Stats{}
		},
		"dies": func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		},
		"skips": func(ctx context.Context, s cover.Search, l cover.Limits, visit cover.Visitor) cover.Stats { // the first solution
			n := 0
			stats := s.Run(ctx, l, shown(visit, func(options []int) bool { n++; return n == 1 || visit(options) }))
			stats.Solutions = max(0, stats.Solutions-1)
			return stats
		},
	} {
		all = append(all, solvers.Variant{Solver: faulty{dlx.Index(cover.MRV), change}, Name: name, Algorithm: name, Rule: cover.MRV,
			Counter: solvers.Links})
	}
	set, err := solvers.NewSet(all)
	if err != nil {
		panic(err)
	}
	return set
}()

// shown returns a visitor in place of another one, which may be nil.
func shown(visit, changed cover.Visitor) cover.Visitor {
	if visit == nil {
		return nil
	}
	return changed
}

type faulty struct {
	cover.Solver
	run func(context.Context, cover.Search, cover.Limits, cover.Visitor) cover.Stats
}

func (f faulty) Prepare(p *cover.Problem) (cover.Search, error) {
	s, err := f.Solver.Prepare(p)
	return faultySearch{s, f}, err
}

type faultySearch struct {
	cover.Search
	faulty faulty
}

func (s faultySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	return s.faulty.run(ctx, s.Search, limits, visit)
}

// path returns the path of the file of an attempt.
func path(f *fleet.Folder, pack, number int) string {
	return filepath.Join(f.Path(), "work", fmt.Sprintf("%05d.%d.jsonl", pack, number))
}

// line is a line of such a file.
type line struct {
	Machine *fleet.Machine `json:"machine,omitempty"`
	Result  *fleet.Result  `json:"result,omitempty"`
	Aside   *fleet.Aside   `json:"aside,omitempty"`
	End     *fleet.End     `json:"end,omitempty"`
}

// attempt writes the file of an attempt that has ended.
func attempt(t *testing.T, f *fleet.Folder, pack, number int, host string, found ...fleet.Result) {
	t.Helper()
	m := Machine(host)
	all := []line{{Machine: &m}}
	for k := range found {
		all = append(all, line{Result: &found[k]})
	}
	var text bytes.Buffer
	for _, l := range append(all, line{End: &fleet.End{}}) {
		Must(t, json.NewEncoder(&text).Encode(l))
	}
	Must(t, os.WriteFile(path(f, pack, number), text.Bytes(), 0o666))
}

// read returns the lines of a file in the folder.
func read[T any](t *testing.T, path string) (all []T) {
	t.Helper()
	text, err := os.ReadFile(path)
	Must(t, err)
	for line := range bytes.Lines(text) {
		var one T
		Must(t, json.Unmarshal(line, &one))
		all = append(all, one)
	}
	return all
}

// tasks returns the tasks of a pack.
func tasks(t *testing.T, f *fleet.Folder, pack int) []fleet.Task {
	return read[fleet.Task](t, filepath.Join(f.Path(), "packs", fmt.Sprintf("%05d.jsonl", pack)))
}

// packs returns the number of packs.
func packs(t *testing.T, f *fleet.Folder) int {
	info, err := f.Info()
	Must(t, err)
	return info.Packs
}

// work lets a worker do everything that is left.
func work(t *testing.T, f *fleet.Folder, name string) int {
	t.Helper()
	done, err := workOn(t.Context(), f, f.Queue(Machine(name), "", func(string) {}))
	Must(t, err)
	return done
}

func workOn(ctx context.Context, f *fleet.Folder, q fleet.Queue) (int, error) {
	return Worker(testSolvers, f.Lease()).Work(ctx, q)
}

// joined returns the searches, without times, and what Join notes.
func joined(t *testing.T, f *fleet.Folder) ([]fleet.Search, []string) {
	t.Helper()
	all, notes, err := Join(f)
	Must(t, err)
	return all, notes
}

// job is a search in one piece.
func job(id, solver string) Job { return Job{ID: id, Solver: solver} }

const minute = time.Minute
