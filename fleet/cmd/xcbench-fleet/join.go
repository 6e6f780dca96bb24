package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// joining has the flags of join, and what it has added up so far.
type joining struct {
	form, dir string

	record   *results.Dir // or nil
	table    report.Table
	wrong    int
	lacking  []string // what is missing or set aside
	machines []results.Machine
}

func joinCommand() *cobra.Command {
	var j joining
	var where place
	cmd := &cobra.Command{
		Use:   "join [flags]",
		Short: "Show the answers of a plan, with divided searches added up",
		Long: `Join prints a row for each search of the plan. The counters of a divided search
are the sums over its parts, which are those of a search by one worker. Its time
is the sum of the times of its parts.

With --dir, join also writes a run directory, for cmp, rank, plot and report.
Searches that are not whole are left out. Tasks that are missing or set aside
are listed, and the exit status is 3. Exit status 1 means that an answer is
wrong, or that two machines disagree.`,
		Example: "  xcbench-fleet join --server nats://TOKEN@queue.example:4222 --dir runs/joined",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return where.do(cmd, func(server *fleet.Server, plan *fleet.Plan) error {
				return j.join(cmd, server, plan)
			})
		},
	}
	cmd.Flags().StringVar(&j.dir, "dir", "", "write a run directory `DIR`")
	cli.TableFlag(cmd, &j.form)
	where.flags(cmd)
	return cmd
}

// mostListed is how many missing tasks, or faults, are listed.
const mostListed = 20

// mostJoined is how many searches a table lists. CSV has all.
const mostJoined = 10_000

func (j *joining) join(cmd *cobra.Command, server *fleet.Server, plan *fleet.Plan) (err error) {
	if j.dir != "" {
		j.record, err = plan.Record(j.dir)
		if j.record != nil {
			defer func() { err = errors.Join(err, j.record.Close()) }()
		}
		if err != nil {
			return err
		}
	}
	j.table = report.Table{Title: "Results of " + plan.Command, Columns: report.Heads("instance", "solver", "status", ">solutions",
		">nodes", ">updates", ">time:seconds", ">tasks")}
	stderr := cmd.ErrOrStderr()
	err = server.Join(cmd.Context(), plan, j.add, func(note string) { fmt.Fprintln(stderr, "warning:", cli.Brief(note)) })
	if errors.Is(err, fleet.ErrConflict) {
		return cli.Wrong(err)
	}
	if err != nil {
		return err
	}
	if note := report.SeveralMachines(results.DistinctMachines(j.machines)); note != "" {
		j.table.Notes = append(j.table.Notes, note)
	}
	if n := len(j.table.Rows); j.form != "csv" && n > mostJoined {
		j.table.Rows = j.table.Rows[:mostListed]
		j.table.Notes = append(j.table.Notes, fmt.Sprintf("The first of %s; --format csv lists all, and 'xcbench rank' of the run "+
			"directory sums them up.", english.GroupedCount(n, "search")))
	}
	if err := cli.WriteTable(cmd.OutOrStdout(), j.form, j.table); err != nil {
		return err
	}
	for k, line := range j.lacking {
		if k == mostListed {
			fmt.Fprintf(stderr, "... and %s more\n", english.Count(len(j.lacking)-k, "task"))
			break
		}
		fmt.Fprintln(stderr, cli.Brief(line))
	}
	switch {
	case j.wrong > 0:
		return cli.Wrong(fmt.Errorf("wrong answers in %s", english.GroupedCount(j.wrong, "search")))
	case len(j.lacking) > 0:
		return fmt.Errorf("%d of %s missing or set aside; 'xcbench-fleet work --again' tries them", len(j.lacking),
			english.Count(plan.Tasks, "task"))
	}
	return nil
}

// add takes the results of a search.
func (j *joining) add(s fleet.Joined) error {
	tasks := report.Int(int64(s.Tasks))
	if !s.Whole() {
		j.lacking = append(j.lacking, s.Lacking...)
		tasks.Text = fmt.Sprintf("%d of %d", s.Tasks-len(s.Lacking), s.Tasks)
		j.table.Add(s.InstanceID, s.Solver, report.Cell{Text: "not whole"}, nil, nil, nil, nil, tasks)
		return nil
	}
	if j.record != nil {
		if err := s.Record(j.record); err != nil {
			return err
		}
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
	j.table.Add(s.InstanceID, s.Solver, st.Status, report.Digits(st.CountText()), report.Counter(st.Nodes),
		report.Counter(st.Updates), seconds(st), tasks)
	return nil
}

// seconds returns the cell of the search time.
func seconds(s cover.Stats) report.Cell {
	return report.Cell{Text: english.ShortDuration(s.Search.Seconds()), Value: s.Search.Seconds()}
}
