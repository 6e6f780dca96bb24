package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// longRun records a run of two solvers on many instances, and returns it as the command has it
// before it publishes.
func longRun(t *testing.T, instances int) *runFlags {
	t.Helper()
	r := &runFlags{dir: filepath.Join(t.TempDir(), "run"), form: "text"}
	for _, name := range []string{"dlx_index", "bitset"} {
		v, ok := solvers.Find(name)
		if !ok {
			t.Fatalf("got no solver %s, want one", name)
		}
		r.plan.Variants = append(r.plan.Variants, v)
	}
	d, err := results.Begin(r.dir)
	if err == nil {
		err = d.Start(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for k := range instances {
		in := corpus.Instance{Family: "long", Name: fmt.Sprintf("p%d", k)}
		r.plan.Instances = append(r.plan.Instances, in)
		for j, v := range r.plan.Variants {
			levels := append([]cover.Level{{Nodes: 1, Updates: 9}, {Nodes: int64(k), Updates: 7}},
				slices.Repeat([]cover.Level{{Nodes: 1, Updates: 20}}, 64)...)
			err := errors.Join(
				d.Profile(results.Profile{Family: in.Family, Name: in.Name, Solver: v.Name, Levels: levels}),
				d.Row(results.Row{Family: in.Family, Name: in.Name, Solver: v.Name, Status: cover.Solved, Runs: 1,
					Search: 1e-6 * float64(1+(k*(7+j))%1000), Solutions: 1, Nodes: int64(1 + k), Updates: 16,
					Costs: results.Costs{{Unit: results.CPUSeconds, Value: 1e-6}}}))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(d.Save(results.RunFile, []byte("{}\n")), d.Close()); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLongRunPrintsAPageAndFilesTheLargestChanges(t *testing.T) {
	r := longRun(t, mostInFile+1)
	cmd := runCommand()
	var out, said bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&said)
	if err := r.publish(cmd, nil); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(out.String()+said.String(), "\n"); lines > 40 {
		t.Errorf("got %d lines, want at most 40:\n%s", lines, out.String())
	}
	if want := results.LevelsFile; !strings.Contains(said.String(), want) {
		t.Errorf("got %s, want the file %s named", said.String(), want)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, results.TablesFile))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(text), "\n| long/p"); got != 4*topInFile { // search and total time, nodes, updates
		t.Errorf("got %d rows of instances, want %d in each of 4 tables", got, topInFile)
	}
	if !strings.Contains(string(text), "'xcbench cmp "+r.dir+"' shows all rows") {
		t.Error("got no command that shows the other rows, want one")
	}
}

func TestTablesOfAShortRunAreFiledWhole(t *testing.T) {
	r := longRun(t, 30)
	cmd := runCommand()
	cmd.SetOut(new(bytes.Buffer))
	cmd.SetErr(new(bytes.Buffer))
	if err := r.publish(cmd, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, results.TablesFile))
	if err != nil || strings.Count(string(text), "\n| long/p") != 4*30 {
		t.Errorf("got %d rows of instances, %v, want 30 in each of 4 tables", strings.Count(string(text), "\n| long/p"), err)
	}
}
