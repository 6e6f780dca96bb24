package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/results"
	"xcbench/solvers"
)

// A long run prints a page, and files the rows with the largest changes. A short one files all rows.
func TestLongRunPrintsAPageAndFilesTheLargestChanges(t *testing.T) {
	for instances, filed := range map[int]int{mostInFile + 1: topInFile, 30: 30} {
		r := &runFlags{dir: filepath.Join(t.TempDir(), "run"), form: "text"}
		index, _ := solvers.Find("dlx_index")
		fields, _ := solvers.Find("bitset")
		r.plan.Variants = []solvers.Variant{index, fields}
		var rows []results.Row
		for k := range instances {
			in := corpus.Instance{Family: "long", Name: fmt.Sprint("p", k)}
			r.plan.Instances = append(r.plan.Instances, in)
			for j, v := range r.plan.Variants {
				one := row(in.Family, in.Name, v.Name, float64(1000*(1+(k*(7+j))%1000)))
				one.Nodes, one.Costs = int64(1+k), results.Costs{{Unit: results.CPUSeconds, Value: 1e-6}}
				rows = append(rows, one)
			}
		}
		writeRun(t, r.dir, rows)
		cmd := runCommand()
		var out, said bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetErr(&said)
		if err := r.publish(cmd, nil); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(out.String()+said.String(), "\n"); lines > 40 || !strings.Contains(said.String(), results.LevelsFile) {
			t.Errorf("got %d lines, want at most 40, and the file of levels named:\n%s%s", lines, out.String(), said.String())
		}
		text := read(t, filepath.Join(r.dir, results.TablesFile))
		if got := strings.Count(text, "\n| long/p"); got != filed {
			t.Errorf("got %d rows of %d instances, want %d in the one table of two solvers", got, instances, filed)
		}
		if strings.Contains(text, "'xcbench cmp "+r.dir+"' shows all rows") != (filed < instances) {
			t.Errorf("%d instances: want a command that shows the other rows if there are any", instances)
		}
	}
}
