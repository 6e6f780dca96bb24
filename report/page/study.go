package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
	"xcbench/results/compare"
)

// study combines all runs, in the order of the page.
//
// Runs without a common search are parts of one run, like shards. If runs have searches in common,
// each column is a solver in one run, as "dlx_index @ old". Samples of different programs must not
// be mixed in one median.
type study struct {
	given      []results.Run // as read
	runs       []results.Run // with solvers named after their columns
	rows       []results.Row
	limit      float64 // seconds; 0 if it is not known
	columns    []column
	instances  []string                   // ids
	shown      []string                   // the instances that have a row and a section of their own
	hasSection map[string]bool            // by id, whether it is among them
	faulty     *table                     // see faults
	known      map[string]corpus.Instance // the instances of the corpus, by id
	numbers    map[string]int             // by id, the number of the instance in cells
	cells      []cell                     // by the numbers of instance and column
}

// column is a solver, or a solver in one of several runs.
type column struct {
	name   string
	solver string
	run    int // the run of its first row
	number int // in study.cells
	compare.Class
}

// cell has the results of one column on one instance. Its rows are in the study's runs.
type cell struct {
	*results.Row // the first sample, or the last one that failed or timed out
	rows         []*results.Row
	levels       results.Levels
}

// cell returns the results of a column on an instance. It returns false, and an empty row, if there
// is no row.
func (s *study) cell(id string, c column) (cell, bool) {
	if k, ok := s.numbers[id]; ok {
		if one := s.cells[k*len(s.columns)+c.number]; one.Row != nil {
			return one, true
		}
	}
	return cell{Row: &results.Row{}}, false
}

func newStudy(runs []results.Run) *study {
	s := &study{given: runs, known: map[string]corpus.Instance{}, numbers: map[string]int{}}
	rename := func(_ results.Run, solver string) string { return solver }
	renamed := overlap(runs)
	if renamed {
		rename = func(r results.Run, solver string) string { return solver + " @ " + r.Label }
	}
	names := map[string]int{} // the numbers of columns
	for k, run := range runs {
		if renamed {
			run.Rows, run.Profiles = slices.Clone(run.Rows), slices.Clone(run.Profiles)
		}
		classes := compare.Classes{}
		for i := range run.Rows {
			r := &run.Rows[i]
			solver := r.Solver
			if renamed {
				r.Solver = rename(run, solver)
			}
			if _, ok := names[r.Solver]; !ok {
				names[r.Solver] = len(s.columns)
				class := run.Classes[solver]
				s.columns = append(s.columns, column{r.Solver, solver, k, len(s.columns), class})
				if r.Solver != solver { // each column of a solver gets its own colour
					class.Algorithm, class.Look = "", 0
				}
				classes[r.Solver] = class
			}
			id := r.InstanceID()
			if _, ok := s.numbers[id]; !ok {
				s.numbers[id] = len(s.instances)
				s.instances = append(s.instances, id)
			}
		}
		for i := range run.Profiles {
			if p := &run.Profiles[i]; renamed {
				p.Solver = rename(run, p.Solver)
			}
		}
		run.Classes = classes
		s.runs = append(s.runs, run)
	}
	s.fill(names)
	s.rows, s.limit = results.AllRows(s.runs)
	s.sort()
	s.show()
	return s
}

// fill sorts the rows and profiles of all runs into cells. The columns have numbers by name.
func (s *study) fill(columns map[string]int) {
	s.cells = make([]cell, len(s.instances)*len(s.columns))
	at := func(id, column string) *cell { return &s.cells[s.numbers[id]*len(s.columns)+columns[column]] }
	for _, run := range s.runs {
		for i := range run.Rows {
			r := &run.Rows[i]
			c := at(r.InstanceID(), r.Solver)
			if len(c.rows) == 0 || !r.Measured() {
				c.Row = r
			}
			c.rows = append(c.rows, r)
		}
	}
	for _, run := range s.runs {
		for i := range run.Profiles {
			p := &run.Profiles[i]
			_, known := s.numbers[p.InstanceID()]
			if _, ok := columns[p.Solver]; !ok || !known {
				continue
			}
			if c := at(p.InstanceID(), p.Solver); c.Row != nil && c.Measured() {
				c.levels = p.Levels
			}
		}
	}
}

// overlap reports whether two runs with different labels have a search in common.
func overlap(runs []results.Run) bool {
	if len(runs) < 2 {
		return false
	}
	labels := map[results.Search]string{}
	for _, run := range runs {
		for _, r := range run.Rows {
			search := r.Key()
			if label, ok := labels[search]; ok && label != run.Label {
				return true
			}
			labels[search] = run.Label
		}
	}
	return false
}

// sort orders instances as in the corpus, and columns as recorded in their classes. Unknown
// instances and columns follow in the order of the runs.
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

// names returns the names of the columns.
func (s *study) names() (all []string) {
	for _, c := range s.columns {
		all = append(all, c.name)
	}
	return all
}

// familyNames returns the families in the order of their instances.
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

// rank ranks the columns on the given rows. If a search was stopped and the time limit is not
// known, only instances solved by all columns count.
func (s *study) rank(rows []results.Row) (results.Ranking, results.Unsolved) {
	rule := results.PAR2
	unfinished := slices.ContainsFunc(rows, func(r results.Row) bool { return !r.Measured() })
	if s.limit == 0 && unfinished {
		rule = results.Intersection
	}
	return results.Rank(rows, rule, s.limit), rule
}

// title returns the default title of the page, which names the runs.
func (s *study) title() string {
	var labels []string
	for _, r := range s.runs {
		labels = append(labels, r.Label)
	}
	return "Exact cover solvers: " + strings.Join(labels, ", ")
}

// lead returns the outcome in a few sentences.
func (s *study) lead() []string {
	first := fmt.Sprintf("%s on %s of %s, with %s.",
		english.GroupedCount(len(s.columns), "solver"), english.GroupedCount(len(s.instances), "instance"),
		english.GroupedCount(len(s.familyNames()), "family"), english.GroupedCount(len(s.rows), "sample"))
	r, rule := s.rank(s.rows)
	if r.VBS.Solved == 0 {
		return []string{first, "No instance was solved."}
	}
	best := r.Standings[0]
	second := fmt.Sprintf("%s ranks first: it solved %d of %s",
		best.Solver, best.Solved, english.GroupedCount(r.Instances, "instance"))
	if best.Ratio > 0 {
		second += fmt.Sprintf(", in %.2f times the best time (geometric mean)", best.Ratio)
	}
	all := []string{first, second + "."}
	if note := report.SeveralMachines(results.Machines(s.runs)); note != "" {
		all = append(all, note)
	}
	if rule == results.Intersection && r.Dropped > 0 {
		all = append(all, fmt.Sprintf("The ranking leaves out %s that not all solvers solved.",
			english.GroupedCount(r.Dropped, "instance")))
	}
	if n := len(s.faults().Rows); n > 0 {
		return append(all, fmt.Sprintf("Failures and disagreements: %s.", english.Thousands(int64(n))))
	}
	return append(all, "No search failed, and all counters agree.")
}

// recordOf returns the record of a run, or nil if there is none.
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
