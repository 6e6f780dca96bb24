package compare_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// rows parses the samples of searches: lines of an instance, of the family f unless it says another, a solver
// and values in seconds, as in "8 naive: 1.5 1.6". Before the colon there may be a status, a host as "@a", a number
// of nodes as "nodes=5", processor time as "cpu=0.1", set-up as "setup=2", and the unit of the values.
func rows(lines ...string) *results.Rows {
	all := &results.Rows{}
	for line := range strings.Lines(strings.Join(lines, "\n")) {
		head, values, ok := strings.Cut(line, ":")
		fields := strings.Fields(head)
		if !ok {
			continue
		}
		row := results.Row{Family: "f", Name: fields[0], Solver: fields[1], Status: cover.Solved, Runs: 1}
		if family, name, ok := strings.Cut(row.Name, "/"); ok {
			row.Family, row.Name = family, name
		}
		unit := results.Seconds
		for _, field := range fields[2:] {
			switch {
			case strings.HasPrefix(field, "nodes="):
				row.Nodes = int64(number(field[6:]))
			case strings.HasPrefix(field, "cpu="):
				row.Costs = results.Costs{{Unit: results.CPUSeconds, Value: number(field[4:])}}
			case strings.HasPrefix(field, "setup="):
				row.Setup = number(field[6:])
			case field[0] == '@':
				row.Machine = &results.Machine{Host: strings.ReplaceAll(field[1:], ";", results.HostsBetween), OS: "linux"}
			case strings.Contains(field, "/"):
				unit = field
			default:
				row.Status = cover.Status(field)
			}
		}
		for _, text := range strings.Fields(values) {
			one, v := row, number(text)
			switch unit {
			case results.Seconds:
				one.Search = v
			case results.Nodes:
				one.Nodes = int64(v)
			case results.Updates:
				one.Updates = int64(v)
			default:
				one.Costs = results.Costs{{Unit: unit, Value: v}}
			}
			all.Add(one)
		}
	}
	return all
}

func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// bench returns lines of another program's benchmark, one a value.
func bench(name, unit string, values ...float64) string {
	var text strings.Builder
	for _, v := range values {
		fmt.Fprintf(&text, "Benchmark%s 1 %v %s\n", name, v, unit)
	}
	return text.String()
}

// solve returns a row of ours with a number of updates.
func solve(solver string, updates int) string {
	return fmt.Sprintf("BenchmarkSolve/family=queens/inst=8/solver=%s-1 1 2 sec/op 0 setup-sec/op 5 nodes/op %d updates/op 92 solutions/op\n",
		solver, updates)
}

const exact = "Unit nodes/op assume=exact better=lower\nUnit updates/op assume=exact\n"

// files writes texts to files with the labels "0", "1" and so on.
func files(t *testing.T, texts ...string) []results.Input {
	t.Helper()
	var args []string
	for k, text := range texts {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, fmt.Sprint(k, "=", path))
	}
	inputs, err := results.Inputs(args)
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// collect compares texts, as files of their own.
func collect(t *testing.T, opts compare.Options, texts ...string) *compare.Files {
	t.Helper()
	d, err := compare.Collect(opts, files(t, texts...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// showCell returns the value of a cell, or its status, or "-". A value ends in "*" if it differs
// from the base, in "~" if it does not, in "!" if it is of another machine, and in nothing if it is
// not compared. A limit is in brackets.
func showCell(c compare.Cell) string {
	mark := ""
	switch {
	case !c.Has():
		return "-"
	case !c.Measured():
		return string(c.Status)
	case c.Foreign:
		mark = "!"
	case c.Differs:
		mark = "*"
	case c.Compared:
		mark = "~"
	}
	if c.Status == cover.Limit {
		mark += "(limit)"
	}
	return fmt.Sprintf("%.9g%s", c.Center, mark)
}

// same reports a difference between two texts.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
