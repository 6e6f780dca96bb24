package page

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// study combines all runs, in the order of the page.
//
// Runs without a common search are parts of one run, like shards. If runs have searches in common,
// each column is a solver in one run, as "dlx_index @ old". Samples of different programs must not
// be mixed in one median.
type study struct {
	runs       []results.Run     // with solvers named after their columns
	records    []*results.Record // of the runs; nil for a run without a directory
	rows       *results.Rows
	searches   func(instance, column int) []int32 // by instance and column
	limit      float64                            // seconds; 0 if it is not known
	classes    results.Classes                    // by the names of columns
	columns    []column
	order      []int // the numbers of the instances, as in the corpus
	families   []string
	shown      []int // the instances that have a row and a section of their own
	known      map[string]corpus.Instance
	unfinished map[string]bool // instances that do not count in rankings yet
	ranked     compare.Ranking
	faults     table
	faultCount int // of all faults; the table has the first worstInstances

	profiles map[int][]results.Profile // of instances with a section, by their numbers
}

// column is a solver, or a solver in one of several runs.
type column struct {
	name   string
	solver string
	run    int // the run of its first row
	results.Class
}

func newStudy(runs []results.Run) (*study, error) {
	s := &study{known: map[string]corpus.Instance{}, profiles: map[int][]results.Profile{}}
	separate, from := overlap(runs), map[string]column{}
	for k, run := range runs {
		given, classes := run, results.Classes{}
		for _, solver := range given.Rows.Solvers() {
			name, class := columnName(solver, given, separate), given.Classes[solver]
			if _, ok := from[name]; !ok {
				from[name] = column{name, solver, k, class}
			}
			if separate { // each column of a solver gets its own colour
				class.Algorithm, class.Look = "", 0
			}
			classes[name] = class
		}
		if run.Classes = classes; separate {
			run.Rows = &results.Rows{}
			run.Rows.Append(given.Rows, columnName("", given, separate))
		}
		s.runs = append(s.runs, run)
		record, err := readRecord(run.Dir)
		if err != nil {
			return nil, err
		}
		s.records = append(s.records, record)
	}
	s.rows, s.limit = results.AllRows(s.runs)
	s.classes = results.AllClasses(s.runs)
	for _, name := range results.SolversOf(s.runs) {
		s.columns = append(s.columns, from[name])
	}
	s.searches = s.rows.Searches(s.names())
	s.sort()
	s.show()
	var left int
	s.unfinished, left = results.Unfinished(runs)
	s.ranked = compare.Rank(s.finished(), results.Seconds, compare.PAR2, s.limit)
	s.ranked.Out[compare.NotFinished] = left
	s.findFaults()
	return s, s.readProfiles(runs, separate)
}

// readRecord returns the record of a run directory, or nil if the run is a file.
func readRecord(dir string) (*results.Record, error) {
	if dir == "" {
		return nil, nil
	}
	record, err := results.ReadRecord(dir)
	return &record, err
}

// columnName returns the name of the column of a solver in a run.
func columnName(solver string, run results.Run, separate bool) string {
	if separate {
		return solver + " @ " + run.Label
	}
	return solver
}

// overlap reports whether two runs with different labels have a search in common.
func overlap(runs []results.Run) bool {
	if len(runs) < 2 {
		return false
	}
	labels := map[results.Search]string{}
	for _, run := range runs {
		for k := range run.Rows.Len() {
			search := run.Rows.Search(k)
			if label, ok := labels[search]; ok && label != run.Label {
				return true
			}
			labels[search] = run.Label
		}
	}
	return false
}

// sort orders instances as in the corpus. Unknown instances follow in the order of the runs.
func (s *study) sort() {
	rank := map[string]int{}
	for k, in := range corpus.All() {
		rank[in.ID()] = k + 1
	}
	place := make([]int, s.rows.Instances())
	for k := range place {
		id := s.rows.ID(k)
		place[k] = cmp.Or(rank[id], len(rank)+1)
		if in, err := corpus.Find(id); err == nil {
			s.known[id] = in
		}
		s.order = append(s.order, k)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return place[a] - place[b] })
	for _, instance := range s.order {
		if f := s.familyOf(instance); !slices.Contains(s.families, f) {
			s.families = append(s.families, f)
		}
	}
}

// names returns the names of the columns.
func (s *study) names() (all []string) {
	for _, c := range s.columns {
		all = append(all, c.name)
	}
	return all
}

func (s *study) id(instance int) string { return s.rows.ID(instance) }

func (s *study) familyOf(instance int) string {
	family, _, _ := strings.Cut(s.id(instance), "/")
	return family
}

// sample returns the row that stands for all of a search: one of the worst status. It returns false
// if there is no row.
func (s *study) sample(instance, column int) (worst results.Row, ok bool) {
	for _, k := range s.searches(instance, column) {
		if r := s.rows.At(int(k)); !ok || results.Worse(r.Status, worst.Status) {
			worst, ok = r, true
		}
	}
	return worst, ok
}

// finished returns the rows that are ranked: of instances that all solvers have finished.
func (s *study) finished() *results.Rows {
	if len(s.unfinished) == 0 {
		return s.rows
	}
	return s.rows.Where(func(r results.Row) bool { return !s.unfinished[r.InstanceID()] })
}

// title returns the default title of the page, which names the runs.
func (s *study) title() string {
	var labels []string
	for _, r := range s.runs {
		labels = append(labels, filepath.Base(r.Label))
	}
	return "Exact cover solvers: " + strings.Join(labels, ", ")
}

// lead returns the outcome in a few sentences.
func (s *study) lead() (all []string) {
	r := s.ranked
	if r.VBS.Solved > 0 {
		best := r.Standings[0]
		why := "all " + english.Thousands(int64(r.Instances))
		if best.Solved < r.Instances {
			why = fmt.Sprintf("%s of %s", english.Thousands(int64(best.Solved)), english.Thousands(int64(r.Instances)))
		}
		if best.Ratio > 0 {
			why += ", in " + english.ThreeDigits(best.Ratio) + " times the best time"
		}
		all = append(all, best.Solver+" ranks first: it solved "+why+".")
	}
	all = append(all, fmt.Sprintf("%s on %s of %s, with %s.",
		english.GroupedCount(len(s.columns), "solver"), english.GroupedCount(len(s.order), "instance"),
		english.GroupedCount(len(s.families), "family"), english.GroupedCount(s.rows.Len(), "sample")))
	if r.Out[compare.NotFinished] > 0 {
		all = append(all, "The run is not finished: only the instances that all solvers have finished are ranked.")
	}
	switch {
	case r.Instances == 0:
		return all
	case r.VBS.Solved == 0:
		return append(all, "No instance was solved.")
	}
	if note := report.SeveralMachines(results.DistinctMachines(s.rows.Machines())); note != "" {
		all = append(all, note)
	}
	if n := s.faultCount; n > 0 {
		return append(all, fmt.Sprintf("Failures and disagreements: %s.", english.Thousands(int64(n))))
	}
	return append(all, "No answer is wrong, and all counters agree.")
}
