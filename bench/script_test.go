package bench_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/script"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata")

// The clock of a command in this process stands still while it computes.
func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, text, _ string) (got string) {
		c := parse(t, text)
		if c.plan.Isolation.Memory > 0 && !bench.CanBoundMemory {
			t.Skip("memory is not bounded on this system")
		}
		if c.worker {
			t.Parallel()
			return c.output(t)
		}
		synctest.Test(t, func(t *testing.T) {
			got = c.output(t)
			time.Sleep(time.Hour) // until a search that was given up has ended
		})
		return got
	})
}

// command is a command of a script.
type command struct {
	op     string
	plan   bench.Plan
	worker bool
	asked  *[]string // of the runs of a scripted solver
}

// parse reads a command. A word with a slash is an instance, one with an equals sign is an option, and "worker"
// searches in worker processes. All other words are solvers.
func parse(t *testing.T, text string) (c command) {
	options := flag.NewFlagSet("", flag.ContinueOnError)
	p := &c.plan
	options.Int64Var(&p.Bounds.Nodes, "nodes", 0, "")
	options.Int64Var(&p.Bounds.Updates, "updates", 0, "")
	options.Int64Var(&p.Bounds.Solutions, "solutions", 0, "")
	options.DurationVar(&p.Bounds.Timeout, "timeout", 0, "")
	options.DurationVar(&p.MinTime, "min-time", 0, "")
	options.IntVar(&p.Samples, "samples", 1, "")
	options.Uint64Var(&p.Seed, "seed", 0, "")
	memory := options.Int64("memory", 0, "megabytes")
	for k, word := range strings.Fields(text) {
		key, value, option := strings.Cut(word, "=")
		runs, script := strings.CutPrefix(strings.TrimPrefix(word, "engine_"), "script:")
		switch {
		case k == 0:
			c.op = word
		case word == "worker":
			c.worker, p.Isolation = true, bench.Isolation{Command: worker, Grace: 50 * time.Millisecond}
		case script:
			var v solvers.Variant
			if v, c.asked = scriptOf(t, runs); strings.HasPrefix(word, "engine_") {
				v.Engine = new(external.Spec)
			}
			p.Variants = append(p.Variants, v)
		case option:
			if err := options.Set(key, value); err != nil {
				t.Fatal(word, err)
			}
		case strings.Contains(word, "/"):
			p.Instances = append(p.Instances, instance(t, word))
		default:
			p.Variants = append(p.Variants, bad(t, word))
		}
	}
	p.Isolation.Memory = *memory << 20
	return c
}

// varying is text that differs from run to run: the address of a memory fault, and a real time.
var varying = regexp.MustCompile("(fault address|came after) [^ \n]+")

// output carries out the command and returns what is told of it.
func (c *command) output(t *testing.T) string {
	var out strings.Builder
	switch c.op {
	case "verify":
		for _, in := range c.plan.Instances {
			c.verify(t, &out, in)
		}
	case "run":
		c.run(t, &out)
	case "search":
		c.search(t, &out)
	case "plan":
		c.order(t, &out)
	case "reproduce":
		c.reproduce(t, &out)
	}
	if c.asked != nil {
		fmt.Fprintln(&out, "asked for nodes, updates and time:", strings.Join(*c.asked, ", "))
	}
	return varying.ReplaceAllString(out.String(), "$1 ...")
}

// verify tells the outcomes on an instance.
func (c *command) verify(t *testing.T, out *strings.Builder, in corpus.Instance) bench.Report {
	r := verify(t, c.plan.Isolation.Command, in, c.plan.Bounds, c.plan.Variants...)
	for _, o := range r.Outcomes {
		fmt.Fprintln(out, c.outcomeText(o))
	}
	return r
}

// outcomeText is an outcome as a line.
func (c *command) outcomeText(o *bench.Found) string {
	text := o.Variant.Name + ": " + statsText(o.Stats)
	if !c.worker && o.Stats.Setup > 0 {
		text += fmt.Sprint(", prepared in ", o.Stats.Setup)
	}
	if o.Confirmed {
		text += ", confirmed"
	}
	if o.Hung() {
		text += ", does not stop"
	}
	if o.Faulty() {
		text += ", a fault"
	}
	if o.Fault != "" {
		text += ": " + o.Fault
	}
	return text
}

// statsText has the counters of a search if its whole tree, or all of it up to a limit, was searched.
func statsText(s cover.Stats) string {
	if s.Status.Measured() || results.Doubted(s.Status) {
		return fmt.Sprint(s.Status, " ", s.CountText(), " ", results.CounterText(s.Nodes), " ", results.CounterText(s.Updates))
	}
	return string(s.Status)
}

// run tells the rows and levels of each search, the reasons why steps are skipped, the log and the faults.
func (c *command) run(t *testing.T, out *strings.Builder) {
	r := execute(t, c.plan, "")
	for _, row := range slices.Collect(c.plan.Sort(results.RowsOf(r.rows), nil).All()) {
		fmt.Fprintf(out, "%s: %s", row.Key().Label(), statsText(cover.Stats{Status: row.Status, Solutions: row.Solutions,
			Big: row.Big, Nodes: row.Nodes, Updates: row.Updates}))
		if c.asked != nil {
			fmt.Fprintf(out, ", runs %d, seconds %v", row.Runs, row.Search*float64(row.Runs))
		}
		fmt.Fprintln(out)
	}
	for _, p := range r.profiles {
		fmt.Fprintf(out, "%s: levels", p.Label())
		for _, l := range p.Levels {
			fmt.Fprint(out, " ", l.Nodes)
		}
		fmt.Fprintln(out)
	}
	for line := range strings.Lines(r.plan) {
		if !strings.HasSuffix(line, ",\n") && !strings.HasPrefix(line, "sample") {
			fmt.Fprint(out, "skipped: ", line)
		}
	}
	for _, line := range r.log {
		fmt.Fprintln(out, "log:", line)
	}
	if found, ok := errors.AsType[bench.Faults](r.err); ok {
		for _, f := range found {
			fmt.Fprintf(out, "fault: %s: %s: %s\n", f.InstanceID, f.Solver, f.What)
		}
		for _, line := range found.Summary(len(c.plan.Instances)) {
			fmt.Fprintln(out, "summary:", line)
		}
	}
	if r.err != nil {
		fmt.Fprintln(out, "error:", r.err)
	}
	if role, ok := strings.CutPrefix(c.plan.Variants[0].Name, "engine_"); ok {
		fmt.Fprintln(out, "processes:", goneOf(role))
	}
}

// order tells the plan of a run, and checks that the rows have its order.
func (c *command) order(t *testing.T, out *strings.Builder) {
	r := execute(t, c.plan, "")
	var rows strings.Builder
	for k, row := range r.rows {
		fmt.Fprintf(&rows, "%d,%s,%s,%s,\n", 1+k*c.plan.Samples/len(r.rows), row.Family, row.Name, row.Solver)
	}
	if _, steps, _ := strings.Cut(r.plan, "\n"); steps != rows.String() {
		t.Errorf("got the rows\n%swant the plan\n%s", rows.String(), steps)
	}
	fmt.Fprintln(out, r.plan+"steps", r.record.Steps, "hash", r.record.Plan)
}

// search tells what a searcher finds.
func (c *command) search(t *testing.T, out *strings.Builder) {
	s := bench.NewSearcher(c.plan.Isolation.Command)
	defer s.Close()
	for _, in := range c.plan.Instances {
		p, err := bench.ProblemOf(&in)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.Search(t.Context(), bench.TreeSearch{Problem: p, Solver: c.plan.Variants[0], Bounds: c.plan.Bounds})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(out, in.ID()+":", statsText(f.Stats), cmp.Or(f.Algorithm, f.Variant.Algorithm))
	}
}

// reproduce tells the comments of the file for each fault, and what is found on its problem by the solvers
// that they name.
func (c *command) reproduce(t *testing.T, out *strings.Builder) {
	r := c.verify(t, new(strings.Builder), c.plan.Instances[0])
	for _, o := range r.Outcomes {
		if !o.Faulty() {
			continue
		}
		w, err := r.Reproduce(t.Context(), o, c.plan.Bounds, c.plan.Isolation.Command)
		if err != nil {
			t.Fatal(err)
		}
		path, err := w.Save(filepath.Join(t.TempDir(), "new"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		again := *c
		again.plan.Variants = nil
		for line := range strings.Lines(string(text)) {
			if comment, ok := strings.CutPrefix(line, "| "); ok {
				fmt.Fprint(out, comment)
			}
			if _, names, ok := strings.Cut(line, "--solver "); ok {
				for name := range strings.SplitSeq(strings.Fields(names)[0], ",") {
					again.plan.Variants = append(again.plan.Variants, bad(t, name))
				}
			}
		}
		reader, err := format.NewReader(path, strings.NewReader(string(text)), format.Options{From: "dlx"})
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := reader.Read()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(out, "items:", puzzle.Problem().Items(), "options:", puzzle.Problem().Options())
		if !c.worker {
			again.verify(t, out, corpus.FromPuzzle("file", puzzle))
		}
	}
}
