package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/results"
)

// joining has the flags of join.
type joining struct {
	dir   string
	wrong int // how many searches have wrong answers, once they are joined
}

func joinCommand() *cobra.Command {
	var j joining
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
	}
	cmd.Flags().StringVar(&j.dir, "dir", "", "write a run directory `DIR`")
	cli.TableFlag(cmd)
	return onPlan(cmd, j.join)
}

// mostListed is how many missing tasks, or faults, are listed.
const mostListed = 20

func (j *joining) join(cmd *cobra.Command, server *fleet.Server, plan *fleet.Plan) error {
	stderr := cmd.ErrOrStderr()
	all, err := server.Join(cmd.Context(), plan, func(note string) { fmt.Fprintln(stderr, "warning:", cli.Brief(note)) })
	switch {
	case errors.Is(err, fleet.ErrConflict):
		return cli.Wrong(err)
	case err != nil:
		return err
	case j.dir != "":
		if err := plan.Record(j.dir, all); err != nil {
			return err
		}
	}
	t := report.Table{Title: "Results of " + plan.Command, Columns: report.Heads("instance", "solver", "status", ">solutions", ">nodes",
		">updates", ">time:seconds", ">tasks")}
	var lacking []string
	var machines []results.Machine
	for _, s := range all {
		st, tasks := s.Stats, report.Int(int64(s.Tasks()))
		if !s.Whole() {
			lacking = append(lacking, s.Lacking...)
			tasks.Text = fmt.Sprintf("%d of %d", s.Tasks()-len(s.Lacking), s.Tasks())
			t.Add(s.Problem.InstanceID, s.Solver, report.Cell{Text: "not whole"}, nil, nil, nil, nil, tasks)
			continue
		}
		machines = append(machines, s.Machines...)
		if results.Doubted(st.Status) {
			j.wrong++
		}
		if s.Fault != "" && len(t.Notes) < mostListed {
			t.Notes = append(t.Notes, fmt.Sprintf("%s %s: %s", s.Problem.InstanceID, s.Solver, cli.Brief(s.Fault)))
		}
		seconds := st.Search.Seconds()
		t.Add(s.Problem.InstanceID, s.Solver, st.Status, report.Digits(st.CountText()), report.Counter(st.Nodes), report.Counter(st.Updates),
			report.Cell{Text: english.ShortDuration(seconds), Value: seconds}, tasks)
	}
	if note := report.SeveralMachines(results.DistinctMachines(machines)); note != "" {
		t.Notes = append(t.Notes, note)
	}
	if err := cli.Print(cmd, t); err != nil {
		return err
	}
	for k, line := range lacking {
		if k == mostListed {
			fmt.Fprintf(stderr, "... and %s more\n", english.Count(len(lacking)-k, "task"))
			break
		}
		fmt.Fprintln(stderr, cli.Brief(line))
	}
	switch {
	case j.wrong > 0:
		return cli.Wrong(fmt.Errorf("wrong answers in %s", english.GroupedCount(j.wrong, "search")))
	case len(lacking) > 0:
		return fmt.Errorf("%d of %s missing or set aside; 'xcbench-fleet work --again' tries them", len(lacking),
			english.Count(plan.Tasks, "task"))
	}
	return nil
}
