package results_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/script"
	"xcbench/results"
)

// scripts are the commands of testdata, which tell what the readers make of an input.
var scripts = map[string]func(t *testing.T, args []string, input string) string{
	"rows": tellRows, "runs": tellRuns, "levels": tellLevels, "counts": tellCounts, "baseline": tellBaseline,
	"filter": tellFilter, "majority": tellMajority, "table": tellTable,
}

func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, input string) string {
		args := strings.Fields(command)
		do := scripts[args[0]]
		if do == nil {
			t.Fatalf("no command %s", args[0])
		}
		return do(t, args[1:], input)
	})
}

// rowText is a row as a line: its runs, its times, and what it counted.
func rowText(r results.Row) string {
	text := fmt.Sprintf("%s %s, %d runs, %v and %v s, %s solutions, %s nodes, %s updates", r.Key().Label(), r.Status, r.Runs,
		r.Search, r.Setup, r.CountText(), results.CounterText(r.Nodes), results.CounterText(r.Updates))
	for _, c := range r.Costs {
		text += fmt.Sprint(", ", c.Value, " ", c.Unit)
	}
	if r.Machine != nil {
		text += ", on " + r.Machine.String()
	}
	return text
}

// tellRows tells how many rows Read returns, and what Entries yields after another file.
func tellRows(t *testing.T, _ []string, text string) string {
	var out strings.Builder
	rows, err := results.Read(strings.NewReader(text), "FILE")
	fmt.Fprintln(&out, len(rows), "rows,", err)
	var reader results.Reader
	entriesOf(t, &reader, "solver-other: rule=mrv\n"+goodRow, func(results.Entry, error) {})
	entriesOf(t, &reader, text, func(e results.Entry, err error) {
		switch {
		case err != nil:
			fmt.Fprintf(&out, "%T: %v\n", err, err)
			return
		case e.Row.Foreign():
			fmt.Fprintf(&out, "a row of solver %q, %v", e.Solver, e.Values)
		default:
			fmt.Fprint(&out, rowText(*e.Row))
		}
		for _, c := range e.Config {
			fmt.Fprintf(&out, ", %s: %s", c.Key, c.Value)
		}
		fmt.Fprintln(&out)
	})
	return out.String() + classesText(reader.Classes())
}

func classesText(all results.Classes) (text string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		text += fmt.Sprintf("%s %q, version %q\n", name, c.Config(name)[1], c.Version())
	}
	return text
}

// tellRuns tells what runs have, and what they have together. A line "--" is between two runs.
func tellRuns(t *testing.T, args []string, text string) string {
	var out strings.Builder
	var runs []results.Run
	var machines []results.Machine
	for part := range strings.SplitSeq(text, "--\n") {
		run := read(t, part, chosenBy(t, strings.Join(args, " ")), "-")[0]
		fmt.Fprintf(&out, "%d rows, commit %q, limit %v s, %q\n", run.Rows.Len(), run.Commit, run.Limit, run.Config)
		machines = append(machines, run.Rows.Machines()...)
		runs = append(runs, run)
	}
	rows, limit := results.AllRows(runs)
	for r := range rows.All() {
		fmt.Fprintln(&out, rowText(r))
	}
	fmt.Fprintf(&out, "limit %v s, solvers %q, machines %q, together %q\n", limit, results.SolversOf(runs), results.Machines(runs),
		results.Together(machines).Lines())
	return out.String() + classesText(results.AllClasses(runs))
}

// tellLevels tells what is in a file of levels, beside a row of the search that is named.
func tellLevels(t *testing.T, args []string, text string) string {
	var out strings.Builder
	family, name, _ := strings.Cut(args[0], "/")
	dir := recorded(t, results.Row{Family: family, Name: name, Solver: args[1], Status: "solved", Runs: 1})
	run := read(t, "", results.Filter{}, dir)[0]
	put(t, dir, results.LevelsFile, text)
	_, all, err := results.ReadDir(dir)
	for _, p := range all {
		fmt.Fprintln(&out, p.Key().Label(), p.Levels)
	}
	var ended error
	for _, ended = range run.AllProfiles() {
	}
	if fmt.Sprint(ended) != fmt.Sprint(err) {
		t.Errorf("got %v from the profiles of a run, and %v from its directory", ended, err)
	}
	if err != nil {
		fmt.Fprintln(&out, strings.ReplaceAll(err.Error(), dir, "DIR"))
	}
	return out.String()
}

// countsText is a baseline as it is written, with the classes of its head, or the error.
func countsText(t *testing.T, all []results.Count, err error) string {
	if err != nil {
		return err.Error() + "\n"
	}
	var out strings.Builder
	for _, c := range all {
		if !c.Measured() {
			fmt.Fprintln(&out, c.Label(), c.Status, c.Solutions, c.Nodes, c.Updates, len(c.Levels), "levels")
		}
	}
	must(t, results.WriteBaseline(&out, all))
	told := ""
	for line := range strings.Lines(out.String()) {
		if class, ok := strings.CutPrefix(line, "# "); !ok {
			told += line
		} else if strings.Contains(class, "rule=") {
			told += "class of " + class
		}
	}
	return told
}

func tellBaseline(t *testing.T, _ []string, text string) string {
	all, err := results.ReadBaseline(strings.NewReader(text), "FILE")
	return countsText(t, all, err)
}

// tellCounts tells the counts of rows. A line "--" is between the rows and their levels.
func tellCounts(t *testing.T, _ []string, text string) string {
	rows, levels, _ := strings.Cut(text, "--\n")
	dir := recorded(t)
	put(t, dir, results.RowsFile, rows)
	if levels != "" {
		put(t, dir, results.LevelsFile, levelsHead+levels)
	}
	list, profiles, err := results.ReadDir(dir)
	must(t, err)
	all, err := results.Counts(list, profiles)
	return countsText(t, all, err)
}

// tellFilter tells which searches a query and the solvers after it choose, of rows and of counts.
func tellFilter(t *testing.T, args []string, text string) string {
	query, solvers, _ := strings.Cut(strings.Join(args, " "), "; ")
	filter, err := results.NewFilter(query, strings.Fields(solvers))
	if err != nil {
		return err.Error() + "\n"
	}
	rows, err := results.Read(strings.NewReader(text), "FILE")
	must(t, err)
	all, err := results.Counts(rows, nil)
	must(t, err)
	runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), filter)
	if err != nil {
		return err.Error() + "\n"
	}
	var has, ran, counted []results.Search
	for _, c := range all {
		if filter.Has(c.Search) {
			has = append(has, c.Search)
		}
	}
	for row := range runs[0].Rows.All() {
		ran = append(ran, row.Key())
	}
	for _, c := range filter.Counts(append(all, all...)) {
		counted = append(counted, c.Search)
	}
	if !slices.Equal(has, ran) || !slices.Equal(append(has, has...), counted) {
		t.Errorf("got the searches %v, rows %v and counts %v, want them equal", has, ran, counted)
	}
	return fmt.Sprintln(has)
}

// tellMajority tells which side has the majority. A side lists its algorithms.
func tellMajority(_ *testing.T, args []string, _ string) string {
	var sides [][]string
	for _, side := range args {
		sides = append(sides, strings.Split(side, ","))
	}
	return fmt.Sprintln(results.Majority(sides))
}

// tellTable tells how rows are numbered, and the rows of each instance and column. The rows are in the table
// twice, the second time of solvers with another name.
func tellTable(t *testing.T, columns []string, text string) string {
	list, err := results.Read(strings.NewReader(text), "FILE")
	must(t, err)
	all := results.RowsOf(list)
	all.Append(results.RowsOf(list), "@1")
	var out strings.Builder
	fmt.Fprintln(&out, all.Len(), "rows,", all.Instances(), "instances, solvers", all.Solvers(), "statuses", all.Statuses())
	for k, r := range slices.Collect(all.All()) {
		at, ok := all.Find(r.InstanceID())
		fmt.Fprintln(&out, k, r.Key().Label(), all.Search(k).Label(), all.At(k).Status, all.Instance(k), all.ID(at), at, ok)
	}
	searches := all.Searches(columns)
	for instance := range all.Instances() {
		for k, name := range columns {
			fmt.Fprint(&out, name, searches.Of(instance, k), " ")
		}
		fmt.Fprintln(&out)
	}
	solved := all.Where(results.Row.Measured).Sorted(func(a, b string) int { return strings.Compare(b, a) })
	for r := range solved.All() {
		fmt.Fprint(&out, r.Key().Label(), "; ")
	}
	_, ok := all.Find("f/gone")
	fmt.Fprintln(&out, ok)
	return out.String()
}
