package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// conflict makes a disagreement of two machines a wrong answer.
func conflict(err error) error {
	if cli.Is[*fleet.ConflictError](err) {
		return cli.Wrong(err)
	}
	return err
}

// fleetJoin has the flags of one fleet join command.
type fleetJoin struct {
	fleetServer
	form string
	dir  string
	path string

	record   *fleet.Record
	table    report.Table
	wrong    int
	missing  []fleet.Task // the first ones
	lacking  int          // how many are missing
	aside    []fleet.Aside
	machines []results.Machine
	totals   []total // by solver, in the order of the plan
	out      io.Writer
	brief    bool // the table has totals only
	written  bool // the head of a CSV is written
}

// total sums up the searches of a solver.
type total struct {
	solver           string
	searches, solved int
	nodes, updates   int64
	time             time.Duration
}

func fleetJoinCommand() *cobra.Command {
	var j fleetJoin
	cmd := &cobra.Command{
		Use:   "join [flags] DIR",
		Short: "Show the results of a folder, with divided searches added up",
		Long: `Join prints a row for each search of the plan. The counters of a divided search
are the sums over its parts, which are those of a search by one worker. Its time
is the sum of the times of its parts.

With --dir, join also writes a run directory, for cmp, rank, plot and report.
Searches that are not whole are left out. Tasks that are missing or set aside
are listed with the command that does them, and the exit status is 3. Exit
status 1 means that an answer is wrong, or that two machines disagree.

With --nats, join first brings the results on the server into the folder.`,
		Example: "  xcbench fleet join jobs --dir runs/joined",
		Args:    cli.Arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			j.path = args[0]
			return j.join(cmd)
		},
	}
	cmd.Flags().StringVar(&j.dir, "dir", "", "write a run directory `DIR`")
	cli.TableFlag(cmd, &j.form)
	j.flags(cmd)
	return cmd
}

// mostListed is how many missing tasks are listed.
const mostListed = 20

func (j *fleetJoin) join(cmd *cobra.Command) (err error) {
	f, err := fleet.Open(j.path)
	if err == nil {
		err = j.collect(cmd, f)
	}
	if err != nil {
		return conflict(err)
	}
	if j.dir != "" {
		j.record, err = f.Record(j.dir, cli.Command(cmd, []string{j.path}), j.path)
		if j.record != nil {
			defer func() { err = errors.Join(err, j.record.Close()) }()
		}
		if err != nil {
			return err
		}
	}
	j.table = report.Table{Title: "Results of " + j.path, Columns: []report.Column{{Name: "instance"}, {Name: "solver"},
		{Name: "status"}, {Name: "solutions", Right: true}, {Name: "nodes", Right: true}, {Name: "updates", Right: true},
		{Name: "time", Key: "seconds", Right: true}, {Name: "tasks", Right: true}}}
	stderr := cmd.ErrOrStderr()
	j.out = cmd.OutOrStdout()
	j.brief = j.form != "csv" && f.Searches() > mostJoined
	if err := f.Join(j.add, func(note string) { fmt.Fprintln(stderr, "warning:", cli.Brief(note)) }); err != nil {
		return conflict(err)
	}
	if j.record != nil {
		if err := j.record.Compress(results.CompressFrom); err != nil {
			fmt.Fprintln(stderr, "warning: the record stays uncompressed:", err)
		}
	}
	if note := report.SeveralMachines(results.DistinctMachines(j.machines)); note != "" {
		j.table.Notes = append(j.table.Notes, note)
	}
	switch {
	case j.form == "csv":
		err = j.flush()
	case j.brief:
		err = cli.WriteTable(j.out, j.form, j.summary())
	default:
		err = cli.WriteTable(j.out, j.form, j.table)
	}
	if err != nil {
		return err
	}
	work := "xcbench fleet work " + cli.Quoted(j.path)
	for _, e := range f.Engines() { // a plan does not say where their programs are
		work += " --engine " + cli.Quoted(e.Name+"=COMMAND")
	}
	for k, t := range j.missing {
		if k == mostListed {
			fmt.Fprintf(stderr, "... and %s more; '%s' does all\n", english.Count(j.lacking-k, "task"), work)
			break
		}
		fmt.Fprintf(stderr, "missing: %s; '%s --task %s' does it\n", cli.Brief(t.What()), work, t.Name)
	}
	for _, a := range j.aside {
		fmt.Fprintf(stderr, "set aside: %s; '%s --task %s' tries again\n", cli.Brief(a.Reason), work, a.Task)
	}
	switch {
	case j.wrong > 0:
		return cli.Wrong(fmt.Errorf("wrong answers in %s", english.GroupedCount(j.wrong, "search")))
	case j.lacking+len(j.aside) > 0:
		return fmt.Errorf("%s missing and %d set aside, of %d", english.Count(j.lacking, "task"), len(j.aside), f.Tasks())
	}
	return nil
}

// add takes the results of a search.
func (j *fleetJoin) add(s fleet.Search) error {
	if j.record != nil {
		if err := j.record.Add(s); err != nil {
			return err
		}
	}
	j.lacking, j.aside = j.lacking+len(s.Missing), append(j.aside, s.Aside...)
	j.missing = append(j.missing, s.Missing[:min(len(s.Missing), max(0, mostListed+1-len(j.missing)))]...)
	j.sum(s)
	row := []report.Cell{report.Text(s.InstanceID), report.Text(s.Solver)}
	tasks := report.Int(int64(s.Tasks))
	if !s.Whole() {
		none := report.Cell{}
		done := s.Tasks - len(s.Missing) - len(s.Aside)
		tasks.Text = fmt.Sprintf("%d of %d", done, s.Tasks)
		return j.row(append(row, report.Cell{Text: "not whole"}, none, none, none, none, tasks))
	}
	for _, m := range s.Machines {
		if !slices.Contains(j.machines, m) {
			j.machines = append(j.machines, m)
		}
	}
	st := s.Stats
	if results.Doubted(st.Status) {
		j.wrong++
	}
	if s.Fault != "" && len(j.table.Notes) < mostListed {
		j.table.Notes = append(j.table.Notes, fmt.Sprintf("%s %s: %s", s.InstanceID, s.Solver, cli.Brief(s.Fault)))
	}
	return j.row(append(row, report.Text(string(st.Status)), report.Digits(st.CountText()), report.Counter(st.Nodes),
		report.Counter(st.Updates), report.Cell{Text: english.ShortDuration(st.Search.Seconds()), Value: st.Search.Seconds()}, tasks))
}

// mostJoined is how many searches a table lists. Larger plans have a line for each solver instead, and CSV
// has all searches.
const mostJoined = 10_000

// row adds the row of a search to the table. A CSV is written as the rows come.
func (j *fleetJoin) row(cells []report.Cell) error {
	j.table.Rows = append(j.table.Rows, cells)
	switch {
	case len(j.table.Rows) < mostJoined:
	case j.form == "csv":
		return j.flush()
	case j.brief:
		j.table.Rows = j.table.Rows[:0]
	}
	return nil
}

// flush writes rows of a CSV.
func (j *fleetJoin) flush() error {
	err := j.table.WriteCSV(j.out, !j.written)
	j.table.Rows, j.written = j.table.Rows[:0], true
	return err
}

// sum adds a search to the totals of its solver.
func (j *fleetJoin) sum(s fleet.Search) {
	k := slices.IndexFunc(j.totals, func(t total) bool { return t.solver == s.Solver })
	if k < 0 {
		k = len(j.totals)
		j.totals = append(j.totals, total{solver: s.Solver})
	}
	t := &j.totals[k]
	t.searches++
	if s.Status() == cover.Solved {
		t.solved++
	}
	t.nodes, t.updates = cover.SumCounted(t.nodes, s.Stats.Nodes), cover.SumCounted(t.updates, s.Stats.Updates)
	t.time += s.Stats.Search
}

// summary returns the table of the totals.
func (j *fleetJoin) summary() report.Table {
	t := report.Table{Title: j.table.Title, Columns: []report.Column{{Name: "solver"}, {Name: "searches", Right: true},
		{Name: "solved", Right: true}, {Name: "nodes", Right: true}, {Name: "updates", Right: true},
		{Name: "time", Key: "seconds", Right: true}}, Notes: append(j.table.Notes, "--format csv lists the searches")}
	for _, one := range j.totals {
		t.Rows = append(t.Rows, []report.Cell{report.Text(one.solver), report.Int(int64(one.searches)),
			report.Int(int64(one.solved)), report.Counter(one.nodes), report.Counter(one.updates),
			{Text: english.ShortDuration(one.time.Seconds()), Value: one.time.Seconds()}})
	}
	return t
}
