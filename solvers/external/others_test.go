package external

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// The outputs were recorded with Debian's packages.
func TestOutputsOfOtherSchools(t *testing.T) {
	for _, c := range []struct {
		protocol, name                       string
		exit                                 int
		status                               cover.Status
		solutions, nodes, updates, conflicts int64
	}{
		{"asp", "clingo-queens6", 10, cover.Limit, 1, 19, cover.Uncounted, 4},
		{"asp", "clingo-langford6", 20, cover.Solved, 0, 79, cover.Uncounted, 76},
		{"flatzinc", "gecode-queens6", 0, cover.Limit, 1, 49, 807, 20},
		{"flatzinc", "gecode-langford6", 0, cover.Solved, 0, 183, 1966, 92},
		{"lp", "cbc-queens6", 0, cover.Limit, 1, 0, 0, 0},
		{"lp", "cbc-langford6", 0, cover.Solved, 0, 16, 1912, 0},
		{"lp", "glpsol-queens6", 0, cover.Limit, 1, cover.Uncounted, cover.Uncounted, 0},
		{"lp", "glpsol-langford6", 0, cover.Solved, 0, cover.Uncounted, cover.Uncounted, 0},
	} {
		p := queens(6)
		if strings.HasSuffix(c.name, "langford6") {
			p = corpustest.Problem("langford/6")
		}
		command := replay(t, c.name, c.exit)
		if c.protocol == "lp" {
			command = strings.Replace(command, "; exit", `; cp `+testdata(t, c.name)+`.model "$1"; exit`,
				1) + " {out}"
		}
		stats, _ := solve(t, Spec{Command: command, Protocol: c.protocol}, p, 1)
		got := [4]int64{stats.Solutions, stats.Nodes, stats.Updates, stats.Costs.Conflicts}
		if want := [4]int64{c.solutions, c.nodes, c.updates, c.conflicts}; got != want ||
			stats.Status != c.status || stats.Err != nil {
			t.Errorf("%s: got %v, %s and %v, want %v and %s", c.name, got, stats.Status, stats.Err, want, c.status)
		}
	}
}

func TestAllSolutionsOfOtherSchools(t *testing.T) {
	for _, s := range []Spec{
		{Command: replay(t, "clingo-all-queens6", 30) + " {solutions}", Protocol: "asp"},
		{Command: replay(t, "gecode-all-queens6", 0) + " {solutions}", Protocol: "flatzinc"},
	} {
		stats, found := solve(t, s, queens(6), 0)
		slices.Sort(found)
		if want := expected(t, queens(6)); !slices.Equal(found, want) || stats.Status != cover.Solved {
			t.Errorf("%s: got %v and %+v, want %v", s.Protocol, found, stats, want)
		}
	}
}

func TestOtherSchoolsThatFail(t *testing.T) {
	for _, c := range []struct {
		protocol, output string
		wrong            bool
		want             string
	}{
		{"asp", "Answer: 1\nx(2)\nSATISFIABLE\n", false, ""},
		{"asp", "Answer: 1\nx(0) x(1)\nSATISFIABLE\nModels : 1+\n", false, ""},
		{"asp", "", false, "it ended without an answer"},
		{"asp", "SATISFIABLE\n", false, "it says that there is a solution, and shows none"},
		{"asp", "error: syntax\n", false, `it ended without an answer: line 1: "error: syntax"`},
		{"asp", "Answer: 1\ny(2)\nSATISFIABLE\n", false, `expected atoms such as x(1): line 2: "y(2)"`},
		{"asp", "Answer: 1\nx(9)\nSATISFIABLE\n", true, "option 10 does not exist"},
		{"asp", "Answer: 1\nx(0)\nSATISFIABLE\n", true, `primary item "b" is not covered`},
		{"asp", "UNKNOWN\n", false, "it does not know the answer"},
		{"asp", "Answer: 1\nx(2)\nSATISFIABLE\nModels       : 5\n", true, "it claims 5 solutions and shows 1"},
		{"flatzinc", "x1 = 0;\nx2 = 0;\nx3 = 1;\n----------\n", false, ""},
		{"flatzinc", "x3 = 1;\n", false, "it ended without an answer"},
		{"flatzinc", "error\n", false, `it ended without an answer: line 1: "error"`},
		{"flatzinc", "=====UNKNOWN=====\n", false, "it does not know the answer"},
		{"flatzinc", "x9 = 1;\n----------\n", true, "option 9 does not exist"},
		{"flatzinc", "x1 = 1;\n----------\n", true, `primary item "b" is not covered`},
		{"flatzinc", "x3 = 1;\nx3 = 1;\n----------\n", true, "option 3 occurs twice"},
		{"lp", "Optimal - objective value 0\n 2 x3 1 0\n", false, ""},
		{"lp", "Optimal - objective value 0\n 2 x3 0.99999999 0\n", false, ""},
		{"lp", "s mip 2 3 o 0\nj 3 1\n", false, ""},
		{"lp", "", false, "it ended without an answer"},
		{"lp", "Stopped on time - objective value 0\n", false,
			`it ended without an answer: line 1: "Stopped on time`},
		{"lp", "Optimal - objective value 0\n 2 x3 0.5 0\n", false, "expected a variable that is 0 or 1"},
		{"lp", "Optimal - objective value 0\n", true, `primary item "a" is not covered`},
	} {
		s := Spec{Command: script("printf '" + c.output + "'"), Protocol: c.protocol}
		stats, _ := solve(t, s, textbook.Tiny(), 1)
		if c.want == "" {
			if stats.Status != cover.Limit || stats.Solutions != 1 || stats.Err != nil {
				t.Errorf("%s, %q: got %+v, want one solution", c.protocol, c.output, stats)
			}
			continue
		}
		var wrong *cover.WrongError
		if stats.Status != cover.Failed || !strings.Contains(stats.Err.Error(), c.want) || errors.As(stats.Err,
			&wrong) != c.wrong {
			t.Errorf("%s, %q: got %s and %v, want a failure (wrong: %t): %s", c.protocol, c.output,
				stats.Status, stats.Err, c.wrong, c.want)
		}
	}
}
