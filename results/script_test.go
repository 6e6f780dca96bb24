package results_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/perf/benchfmt"

	"xcbench/internal/script"
	"xcbench/results"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata")

// scripts are the commands of testdata, which tell what the readers and writers make of an input.
var scripts = map[string]func(t *testing.T, args []string, input string) string{
	"rows": tellRows, "runs": tellRuns, "write": tellWriter, "counts": tellCounts, "baseline": tellBaseline, "update": tellUpdate,
	"filter": tellFilter, "majority": tellMajority, "table": tellTable, "levels": tellLevels, "dir": tellDir, "inputs": tellInputs,
	"record": tellRecord, "query": tellQuery,
}

func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, input string) string {
		args := strings.Fields(command)
		return scripts[args[0]](t, args[1:], input)
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file.
func put(t testing.TB, dir, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	must(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func get(t testing.TB, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	must(t, err)
	return string(text)
}

// read reads the runs that arguments name, and is done with them if that fails.
func read(t testing.TB, stdin string, args ...string) []results.Run {
	t.Helper()
	runs, err := results.ReadRuns(args, strings.NewReader(stdin), results.Filter{})
	must(t, err)
	return runs
}

func listOf(t testing.TB, text string) []results.Row {
	t.Helper()
	return slices.Collect(read(t, text, "-")[0].Rows.All())
}

// entriesOf reads a text as an input that other programs may have written.
func entriesOf(t testing.TB, r *results.Reader, text string, take func(results.Entry, error)) {
	t.Helper()
	inputs, err := results.Inputs([]string{"x=-"})
	must(t, err)
	for e, err := range r.Entries(inputs[0], strings.NewReader(text)) {
		take(e, err)
	}
}

// recorded returns the directory of a new run with these rows and profiles.
func recorded(t testing.TB, config [][2]string, rows []results.Row, profiles []results.Profile) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "run")
	d, err := results.Begin(dir)
	must(t, err)
	must(t, errors.Join(d.Save(results.RunFile, []byte("{}\n")), d.Start(config)))
	for _, p := range profiles {
		must(t, d.Profile(p))
	}
	for _, r := range rows {
		must(t, d.Row(r))
	}
	must(t, d.Close())
	return dir
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

// tellRows tells why a run of the text is refused, and what Entries yields after another file.
func tellRows(t *testing.T, _ []string, text string) string {
	var out strings.Builder
	if _, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), results.Filter{}); err != nil {
		fmt.Fprintln(&out, err)
	}
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
		text += fmt.Sprintf("%s %q, versions %q\n", name, c.Config(name)[1], results.Versions([]string{name}, []results.Classes{all}))
	}
	return text
}

// tellRuns tells what runs have, and what they have together. A line "--" is between two runs.
func tellRuns(t *testing.T, args []string, text string) string {
	var out strings.Builder
	filter, err := results.NewFilter(strings.Join(args, " "), nil)
	must(t, err)
	var runs []results.Run
	var machines []results.Machine
	for part := range strings.SplitSeq(text, "--\n") {
		some, err := results.ReadRuns([]string{"-"}, strings.NewReader(part), filter)
		must(t, err)
		run := some[0]
		fmt.Fprintf(&out, "%d rows, commit %q, limit %v s, %q\n", run.Rows.Len(), run.Commit, run.Limit, run.Config)
		machines = append(machines, run.Rows.Machines()...)
		runs = append(runs, run)
	}
	rows, limit := results.AllRows(runs)
	for r := range rows.All() {
		fmt.Fprintln(&out, rowText(r))
	}
	fmt.Fprintf(&out, "limit %v s, solvers %q, machines %q, together %q\n", limit, results.SolversOf(runs),
		results.DistinctMachines(rows.Machines()), results.Together(machines).Lines())
	return out.String() + classesText(results.AllClasses(runs))
}

// tellWriter tells the file of rows. It is read as the same rows, and if it is cut anywhere, as some of them or none.
func tellWriter(t *testing.T, _ []string, text string) string {
	rows := listOf(t, text)
	dir := recorded(t, [][2]string{{"goos", "linux"}}, rows, nil)
	text = get(t, dir, results.RowsFile)
	if again := get(t, recorded(t, [][2]string{{"goos", "linux"}}, listOf(t, text), nil), results.RowsFile); again != text {
		t.Errorf("got\n%s\nwritten again, want\n%s", again, text)
	}
	whole := listOf(t, text)
	_, none := results.ReadRuns([]string{"-"}, strings.NewReader(""), results.Filter{})
	for cut := strings.Index(text, "\nBenchmark"); cut < len(text); cut++ {
		runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text[:cut]), results.Filter{})
		if err == nil && !reflect.DeepEqual(slices.Collect(runs[0].Rows.All()), whole[:runs[0].Rows.Len()]) {
			t.Errorf("cut at byte %d: got rows %v, want the first of %v", cut, runs[0].Rows, whole)
		}
		place := fmt.Sprintf("-:%d: ", 1+strings.Count(text[:cut], "\n"))
		if err != nil && err.Error() != none.Error() && !strings.HasPrefix(err.Error(), place) {
			t.Errorf("cut at byte %d: got error %v, want one at %s", cut, err, place)
		}
	}
	in := benchfmt.NewReader(strings.NewReader(text), "rows")
	for in.Scan() {
		if err, ok := in.Result().(*benchfmt.SyntaxError); ok {
			t.Errorf("benchfmt: %v", err)
		}
	}
	return text
}

// tellDir tells what becomes of a directory with files, of which "~" at the end is torn, when it is read, resumed without
// the killed rows, or to be begun.
func tellDir(t *testing.T, args []string, text string) string {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		put(t, dir, f.Name, strings.TrimSuffix(string(f.Data), "~\n"))
	}
	var out strings.Builder
	before, rows, profiles, err := (*results.Dir)(nil), []results.Row(nil), []results.Profile(nil), error(nil)
	switch args[0] {
	case "begin":
		before, err = results.Begin(dir)
	case "resume":
		before, rows, profiles, err = results.Resume(dir)
	default:
		rows, profiles, err = results.ReadDir(dir)
	}
	for k, r := range rows {
		if fmt.Fprint(&out, rowText(r)); before != nil {
			fmt.Fprint(&out, " at ", before.Place(k))
		}
		fmt.Fprintln(&out)
	}
	for _, p := range profiles {
		fmt.Fprintln(&out, p.Label(), p.Levels)
	}
	if len(rows) > 0 && before != nil {
		must(t, before.Drop(results.Killed))
	}
	if before != nil {
		must(t, before.Close())
	} else if err == nil {
		run := read(t, "", "x="+dir)[0]
		fmt.Fprintf(&out, "%s of %v, commit %q, limit %v s, %q, believed", run.Label, run.Date, run.Commit, run.Limit, run.Config)
		for p, err := range run.AllProfiles() {
			fmt.Fprint(&out, " ", p.Label(), err)
		}
		fmt.Fprintln(&out)
		inputs, err := results.Inputs([]string{dir})
		must(t, err)
		var reader results.Reader
		n := 0
		for range reader.Entries(inputs[0], nil) {
			n++
		}
		fmt.Fprintln(&out, n, "entries, torn:", reader.Torn())
	}
	if err != nil {
		fmt.Fprintln(&out, err)
	}
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, f := range files {
		if text := get(t, dir, f.Name()); args[0] != "read" && f.Name() != "lock" {
			fmt.Fprintf(&out, "%s: %q\n", f.Name(), text)
		}
	}
	return strings.ReplaceAll(out.String(), dir, "DIR")
}

// tellInputs tells the labels and the paths of arguments, among some files.
func tellInputs(t *testing.T, args []string, _ string) (text string) {
	t.Chdir(t.TempDir())
	must(t, os.Mkdir("run", 0o777))
	for _, name := range []string{"a", "b", "x=a", "run/results.txt"} {
		put(t, ".", name, goodRow)
	}
	inputs, err := results.Inputs(args)
	for _, in := range inputs {
		text += in.Label + " " + filepath.ToSlash(in.Path()) + "\n"
	}
	if err != nil {
		text = err.Error() + "\n"
	}
	return text
}

// tellRecord tells what a record has. It is written again as it was read.
func tellRecord(t *testing.T, _ []string, text string) string {
	dir := t.TempDir()
	d, err := results.Begin(dir)
	must(t, err)
	put(t, dir, results.RunFile, text)
	r, err := results.ReadRecord(dir)
	if err != nil {
		return strings.ReplaceAll(err.Error(), dir, "DIR") + "\n"
	}
	must(t, errors.Join(d.Record(r), d.Close()))
	if again := get(t, dir, results.RunFile); again != text {
		t.Errorf("got the text\n%s, want\n%s", again, text)
	}
	told := fmt.Sprintf("%+v\n", r)
	for _, e := range r.Engines {
		told += e.String() + "\n"
	}
	return told
}

// tellLevels tells what is in a file of levels, beside a row of the search that is named.
func tellLevels(t *testing.T, args []string, text string) string {
	family, name, _ := strings.Cut(args[0], "/")
	dir := recorded(t, nil, []results.Row{{Family: family, Name: name, Solver: args[1], Status: "solved", Runs: 1}}, nil)
	put(t, dir, results.LevelsFile, text)
	_, all, err := results.ReadDir(dir)
	told := ""
	for _, p := range all {
		told += fmt.Sprintln(p.Label(), p.Levels)
	}
	var ended error
	for _, ended = range read(t, "", dir)[0].AllProfiles() {
	}
	if fmt.Sprint(ended) != fmt.Sprint(err) {
		t.Errorf("got %v from the profiles of a run, and %v from its directory", ended, err)
	}
	if err != nil {
		told += strings.ReplaceAll(err.Error(), dir, "DIR") + "\n"
	}
	return told
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
	dir := recorded(t, nil, nil, nil)
	put(t, dir, results.RowsFile, rows)
	put(t, dir, results.LevelsFile, levelsHead+levels)
	list, profiles, err := results.ReadDir(dir)
	must(t, err)
	all, err := results.Counts(list, profiles)
	if runs, none := results.ReadRuns([]string{"x=" + dir}, nil, results.Filter{}); none == nil { // the run has the same
		again, fault := results.CountsOf(runs...)
		if _, differ := errors.AsType[results.CountError](fault); len(again) != len(all) || differ != (err != nil) ||
			differ && fault.Error() != "x: "+err.Error() {
			t.Errorf("got %v, %v of the run, want %v, %v", again, fault, all, err)
		}
	}
	return countsText(t, all, err)
}

// tellUpdate tells what becomes of a baseline. A line "--" is between it and the rows of a run.
func tellUpdate(t *testing.T, args []string, text string) string {
	before, rows, _ := strings.Cut(text, "--\n")
	old, err := results.ReadBaseline(strings.NewReader(before), "FILE")
	must(t, err)
	run, err := results.Counts(listOf(t, rows), nil)
	must(t, err)
	all, others, err := results.UpdateBaseline(old, run, slices.Contains(args, "partial"), slices.Contains(args, "prune"))
	return countsText(t, all, err) + fmt.Sprintln(others, "others")
}

// tellFilter tells which searches a query and the solvers after it choose, of rows and of counts.
func tellFilter(t *testing.T, args []string, text string) string {
	query, solvers, _ := strings.Cut(strings.Join(args, " "), "; ")
	filter, err := results.NewFilter(query, strings.Fields(solvers))
	if err != nil {
		return err.Error() + "\n"
	}
	all, err := results.Counts(listOf(t, text), nil)
	must(t, err)
	runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), filter)
	if err != nil {
		return err.Error() + "\n"
	}
	var ran, counted []results.Search
	for row := range runs[0].Rows.All() {
		ran = append(ran, row.Key())
	}
	for _, c := range filter.Counts(all) {
		counted = append(counted, c.Search)
	}
	if !slices.Equal(ran, counted) {
		t.Errorf("got the rows %v and counts %v, want them equal", ran, counted)
	}
	return fmt.Sprintln(ran)
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
	all := results.RowsOf(listOf(t, text))
	all.Append(results.RowsOf(listOf(t, text)), "@1")
	var out strings.Builder
	fmt.Fprintln(&out, all.Len(), "rows,", all.Instances(), "instances, solvers", all.Solvers(), "statuses", all.Statuses())
	for k, r := range slices.Collect(all.All()) {
		at, ok := all.Find(r.InstanceID())
		fmt.Fprintln(&out, k, r.Key().Label(), all.Search(k).Label(), all.At(k).Status, all.Instance(k), all.ID(at), at, ok)
	}
	searches := all.Searches(columns)
	for instance := range all.Instances() {
		for k, name := range columns {
			fmt.Fprint(&out, name, searches(instance, k), " ")
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
