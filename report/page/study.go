package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/results/compare"
)

// study is all runs together, in the order in which the page shows them. Runs
// that have different searches are parts of one, as shards are; where runs have a search in common, a
// column is a solver in one run, "dlx_index @ old", because samples of different programs
// do not belong in one median.
type study struct {
	given     []results.Run
	runs      []results.Run // with the columns' names for solvers
	rows      []results.Row
	profiles  []results.Profile
	limit     float64 // seconds; 0 if it is not known
	columns   []column
	instances []string
	known     map[string]corpus.Instance // those of the corpus, by id
	cells     map[results.Search]cell    // by instance and column
}

// column is a solver, or a solver in one of several runs.
type column struct {
	name   string
	solver string
	run    int // of the first of its rows
	compare.Class
}

// cell is what one column did on one instance.
type cell struct {
	results.Row // the last row that tells how it ended
	rows        []results.Row
	levels      []cover.Level
}

// cell returns what a column did on an instance, if it has a row there.
func (s *study) cell(id string, c column) (cell, bool) {
	one, ok := s.cells[results.Search{InstanceID: id, Solver: c.name}]
	return one, ok
}

func newStudy(runs []results.Run) *study {
	s := &study{given: runs, known: map[string]corpus.Instance{}, cells: map[results.Search]cell{}}
	rename := func(_ results.Run, solver string) string { return solver }
	if overlap(runs) {
		rename = func(r results.Run, solver string) string { return solver + " @ " + r.Label }
	}
	names := map[string]bool{}
	ids := map[string]bool{}
	for k, run := range runs {
		run.Rows, run.Profiles = slices.Clone(run.Rows), slices.Clone(run.Profiles)
		classes := compare.Classes{}
		for i := range run.Rows {
			r := &run.Rows[i]
			solver := r.Solver
			r.Solver = rename(run, solver)
			if !names[r.Solver] {
				names[r.Solver] = true
				class := run.Classes[solver]
				s.columns = append(s.columns, column{r.Solver, solver, k, class})
				if r.Solver != solver { // columns of one solver have colours of their own
					class.Algorithm, class.Look = "", 0
				}
				classes[r.Solver] = class
			}
			if !ids[r.InstanceID()] {
				ids[r.InstanceID()] = true
				s.instances = append(s.instances, r.InstanceID())
			}
			at := r.Key()
			c := s.cells[at]
			if len(c.rows) == 0 || !r.Measured() {
				c.Row = *r
			}
			c.rows = append(c.rows, *r)
			s.cells[at] = c
		}
		for i := range run.Profiles {
			p := &run.Profiles[i]
			p.Solver = rename(run, p.Solver)
			at := p.Key()
			if c, ok := s.cells[at]; ok && c.Measured() {
				c.levels = p.Levels
				s.cells[at] = c
			}
		}
		run.Classes = classes
		s.runs = append(s.runs, run)
		s.profiles = append(s.profiles, run.Profiles...)
	}
	s.rows, s.limit = results.AllRows(s.runs)
	s.sort()
	return s
}

// overlap says whether two runs with different labels have a search in common.
func overlap(runs []results.Run) bool {
	of := map[results.Search]string{}
	for _, run := range runs {
		for _, r := range run.Rows {
			at := r.Key()
			if label, ok := of[at]; ok && label != run.Label {
				return true
			}
			of[at] = run.Label
		}
	}
	return false
}

// sort orders instances as the corpus does, and columns as their classes do. Others come after them,
// as the runs have them.
func (s *study) sort() {
	rank := map[string]int{}
	for k, in := range corpus.All() {
		rank[in.ID()] = k + 1
		s.known[in.ID()] = in
	}
	for _, id := range s.instances {
		if _, ok := s.known[id]; !ok {
			if in, err := corpus.Find(id); err == nil {
				s.known[id] = in
			}
		}
	}
	last := func(k int) int { return cmp.Or(k, len(rank)+1) }
	slices.SortStableFunc(s.instances, func(a, b string) int { return last(rank[a]) - last(rank[b]) })
	at := func(c column) int { return cmp.Or(c.Order, math.MaxInt) }
	slices.SortStableFunc(s.columns, func(a, b column) int { return cmp.Or(cmp.Compare(at(a), at(b)), a.run-b.run) })
}

// names are those of the columns.
func (s *study) names() (all []string) {
	for _, c := range s.columns {
		all = append(all, c.name)
	}
	return all
}

// families are those of the instances, in their order.
func (s *study) familyNames() (all []string) {
	for _, id := range s.instances {
		if f := familyOf(id); !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

func familyOf(id string) string {
	family, _, _ := strings.Cut(id, "/")
	return family
}

// rank ranks the columns on some rows. Where searches were stopped at nobody knows
// what time, only what all columns solved can count.
func (s *study) rank(rows []results.Row) (results.Ranking, results.Unsolved) {
	rule := results.PAR2
	unfinished := slices.ContainsFunc(rows, func(r results.Row) bool { return !r.Measured() })
	if s.limit == 0 && unfinished {
		rule = results.Intersection
	}
	return results.Rank(rows, rule, s.limit), rule
}

// title is the page's, of the runs' labels.
func (s *study) title() string {
	var labels []string
	for _, r := range s.runs {
		labels = append(labels, r.Label)
	}
	return "Exact cover solvers: " + strings.Join(labels, ", ")
}

// lead says in a few sentences what came out.
func (s *study) lead() []string {
	samples := len(s.rows)
	first := fmt.Sprintf("%s on %s of %s, in %s.", english.GroupedCount(len(s.columns), "solver"), english.GroupedCount(len(s.instances), "instance"),
		english.GroupedCount(len(s.familyNames()), "family"), english.GroupedCount(samples, "sample"))
	r, rule := s.rank(s.rows)
	if r.VBS.Solved == 0 {
		return []string{first, "No instance was solved."}
	}
	best := r.Standings[0]
	second := fmt.Sprintf("%s ranks first: it solved %d of %s", best.Solver, best.Solved, english.GroupedCount(r.Instances, "instance"))
	if best.Ratio > 0 {
		second += fmt.Sprintf(" and took %.2f times the best time, in the geometric mean", best.Ratio)
	}
	if rule == results.Intersection {
		second += fmt.Sprintf("; %s left out because not all solvers solved them", english.GroupedCount(r.Dropped, "instance"))
	}
	all := []string{first, second + "."}
	if n := len(s.faults().Rows); n > 0 {
		return append(all, english.GroupedCount(n, "row")+" below failed or disagree.")
	}
	return append(all, "No search failed, and all counts agree.")
}

// recordOf returns the record of a run, nil if there is none.
func recordOf(r results.Run) (*bench.Record, error) {
	if r.Dir == "" {
		return nil, nil
	}
	record, err := bench.ReadRecord(r.Dir)
	if err != nil {
		return nil, err
	}
	return &record, nil
}
