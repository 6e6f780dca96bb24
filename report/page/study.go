package page

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/cover"
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
	given      []results.Run     // as read
	records    []*results.Record // of the runs; nil for a run without a directory
	runs       []results.Run     // with solvers named after their columns
	rows       *results.Rows
	searches   *results.Searches // by instance and column
	limit      float64           // seconds; 0 if it is not known
	columns    []column
	order      []int // the numbers of the instances, as in the corpus
	families   []string
	shown      []int        // the instances that have a row and a section of their own
	hasSection map[int]bool // by instance, whether it is among them
	known      map[string]corpus.Instance
	unfinished map[string]bool // instances that do not count in rankings yet
	ranked     compare.Ranking
	endings    []string // by run, the ends of the names of its columns
	faulty     faulty

	profiles map[int][]results.Profile // of instances with a section, by their numbers
}

// column is a solver, or a solver in one of several runs.
type column struct {
	name   string
	solver string
	run    int // the run of its first row
	number int // among all columns
	results.Class
}

// heading is the name, with a mark if times include the start of a program.
func (c column) heading() string {
	return report.SolverName(c.name, results.Classes{c.name: c.Class})
}

// cell has the results of one column on one instance.
type cell struct {
	*study
	rows []int32 // in the study's rows
	row  int     // the first sample, or the last one that failed or timed out
}

// cell returns the results of a column on an instance. It returns false if there is no row.
func (s *study) cell(instance int, c column) (cell, bool) {
	one := cell{study: s, rows: s.searches.Of(instance, c.number)}
	if len(one.rows) == 0 {
		return one, false
	}
	one.row = int(one.rows[0])
	for _, k := range one.rows {
		if !s.rows.At(int(k)).Measured() {
			one.row = int(k)
		}
	}
	return one, true
}

func (c *cell) status() cover.Status { return c.sample().Status }

// sample returns the row that stands for all.
func (c *cell) sample() results.Row { return c.study.rows.At(c.row) }

func newStudy(runs []results.Run) (*study, error) {
	s := &study{given: runs, known: map[string]corpus.Instance{}, profiles: map[int][]results.Profile{}}
	renamed := overlap(runs)
	for k, run := range runs {
		ending, classes := "", results.Classes{}
		if renamed {
			ending = " @ " + run.Label
		}
		s.endings = append(s.endings, ending)
		for _, solver := range run.Rows.Solvers() {
			name, class := solver+ending, run.Classes[solver]
			if !slices.ContainsFunc(s.columns, func(c column) bool { return c.name == name }) {
				s.columns = append(s.columns, column{name: name, solver: solver, run: k, Class: class})
			}
			if renamed { // each column of a solver gets its own colour
				class.Algorithm, class.Look = "", 0
			}
			classes[name] = class
		}
		if run.Classes = classes; renamed {
			rows := &results.Rows{}
			rows.Append(run.Rows, ending)
			run.Rows = rows
		}
		s.runs = append(s.runs, run)
		var record *results.Record
		if run.Dir != "" {
			read, err := results.ReadRecord(run.Dir)
			if err != nil {
				return nil, err
			}
			record = &read
		}
		s.records = append(s.records, record)
	}
	s.rows, s.limit = results.AllRows(s.runs)
	s.sort()
	s.searches = s.rows.Searches(s.names())
	s.show()
	var left int
	s.unfinished, left = results.Unfinished(runs)
	s.ranked = s.rank(s.finished())
	s.ranked.Out[compare.NotFinished] = left
	if err := s.readProfiles(); err != nil {
		return nil, err
	}
	s.findFaults()
	return s, nil
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

// sort orders instances as in the corpus, and columns as recorded in their classes. Unknown
// instances and columns follow in the order of the runs.
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
		if f := s.familyOf(instance); len(s.families) == 0 || s.families[len(s.families)-1] != f && !slices.Contains(s.families, f) {
			s.families = append(s.families, f)
		}
	}
	at := func(c column) int { return cmp.Or(c.Order, math.MaxInt) }
	slices.SortStableFunc(s.columns, func(a, b column) int { return cmp.Or(cmp.Compare(at(a), at(b)), a.run-b.run) })
	for k := range s.columns {
		s.columns[k].number = k
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

// finished returns the rows that are ranked: of instances that all solvers have finished.
func (s *study) finished() *results.Rows {
	if len(s.unfinished) == 0 {
		return s.rows
	}
	return s.rows.Where(func(r results.Row) bool { return !s.unfinished[r.InstanceID()] })
}

// rank ranks the columns on the given rows, as the command of this name does.
func (s *study) rank(rows *results.Rows) compare.Ranking {
	return compare.Rank(compare.GroupBy(rows), results.Seconds, compare.PAR2, s.limit)
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
	r, size := s.ranked, fmt.Sprintf("%s on %s of %s, with %s.",
		english.GroupedCount(len(s.columns), "solver"), english.GroupedCount(len(s.order), "instance"),
		english.GroupedCount(len(s.families), "family"), english.GroupedCount(s.rows.Len(), "sample"))
	if r.VBS.Solved > 0 {
		best, n := r.Standings[0], english.Thousands(int64(r.Instances))
		why := choose(best.Solved == r.Instances, "all "+n, fmt.Sprintf("%s of %s", english.Thousands(int64(best.Solved)), n))
		if best.Ratio > 0 {
			why += ", in " + english.ThreeDigits(best.Ratio) + " times the best time"
		}
		all = append(all, best.Solver+" ranks first: it solved "+why+".")
	}
	all = append(all, size)
	if r.Out[compare.NotFinished] > 0 {
		all = append(all, fmt.Sprintf("The run is not finished: only the instances that all solvers have finished are ranked, "+
			"%s of %s.", english.Thousands(int64(r.Instances)), english.Thousands(int64(r.Instances+r.Out[compare.NotFinished]))))
	}
	switch {
	case r.Instances == 0:
		return all
	case r.VBS.Solved == 0:
		return append(all, "No instance was solved.")
	}
	if note := report.SeveralMachines(results.Machines(s.runs)); note != "" {
		all = append(all, note)
	}
	if n := s.faulty.number; n > 0 {
		all = append(all, fmt.Sprintf("Failures and disagreements: %s.", english.Thousands(int64(n))))
	} else {
		all = append(all, "No answer is wrong, and all counters agree.")
	}
	if text := s.unsolved(); text != "" {
		all = append(all, text)
	}
	return all
}

// unsolved says how many searches did not solve their instance, by status. It is empty if all did.
func (s *study) unsolved() string {
	number, searches := map[string]int64{}, int64(0)
	for _, instance := range s.order {
		for _, c := range s.columns {
			if one, ok := s.cell(instance, c); ok {
				searches++
				number[string(one.status())]++
			}
		}
	}
	var parts []string
	for _, status := range statuses[1:] { // without solved
		if n := number[status.Name]; n > 0 {
			parts = append(parts, english.Thousands(n)+" "+status.Name)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Not solved, of %s: %s.", english.GroupedCountOf(strconv.FormatInt(searches, 10), "search"), strings.Join(parts, ", "))
}
