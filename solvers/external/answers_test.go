package external_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

const (
	wikipedia       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikipediaSolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	// Knuth's programs end with such a report.
	report = "Altogether %d solutions, 1+1 mems, 7 updates, 1 bytes, 4 nodes.\n"
	sat    = "s SATISFIABLE\n"
	noEnd  = "it ended without an answer"
	board  = "expected a full board of 81 cells"
	binary = "expected a variable that is 0 or 1"
	again  = "solution 2: it repeats an earlier solution" // the same answer of a second process
)

// An answer is what one process of an engine says, and what becomes of it.
type answer struct {
	out   string // its output
	found int64  // solutions
	shown string // the solutions, or "" for any
	want  string // a part of the error, or "" for none
	wrong bool   // the error is a [cover.WrongError]
	limit int64  // of solutions: the run ends there
	err   string // the output for errors
	file  string // the answer in a file, or "" if there is none
	exit  int
	p     *cover.Problem // or the one of the protocol
}

// solutions returns the report of Knuth's programs.
func solutions(n int) string { return fmt.Sprintf(report, n) }

var (
	two      = textbook.Problem(2, []int{0}, []int{1})
	three    = textbook.Problem(2, []int{0}, []int{0}, []int{1})
	five     = textbook.Problem(3, []int{2}, []int{0}, []int{0}, []int{1}, []int{1})
	items    = textbook.Mixed(1, 1<<16+300, []int{0, 1}, []int{0, 257}, []int{0, 65537})
	twelve   = textbook.Problem(1, textbook.Times(12, 0)...)
	empty    = textbook.Problem(0)
	knuth    = external.Spec{Protocol: "knuth"}
	coloured = external.Spec{Protocol: "knuth", Colours: new(true)}
	counting = external.Spec{Protocol: "knuth", Count: true}
	dimacs   = external.Spec{Protocol: "dimacs"}
	sats     = external.Spec{Protocol: "dimacs", Count: true}
	first    = external.Spec{Protocol: "dimacs", FirstOnly: true}
	opb      = external.Spec{Protocol: "dimacs", Encodings: []string{"opb"}}
	asp      = external.Spec{Protocol: "asp"}
	flatzinc = external.Spec{Protocol: "flatzinc"}
	guesses  = external.Spec{Protocol: "lines", Patterns: map[string]string{"nodes": `:(\d+):`, "updates": `(?:seen|guesses): (\d+)`}}
	counted  = external.Spec{Protocol: "lines", Count: true, Patterns: map[string]string{"solutions": `^(\d+):`, "nodes": `(?:guesses |:)(\d+)$`}}
	lp       = external.Spec{Protocol: "lp"}
	lines    = external.Spec{Protocol: "lines"}
	numbers  = external.Spec{Protocol: "lines", Count: true}
	regexps  = external.Spec{Protocol: "regexp", Patterns: map[string]string{"solutions": `found (\d+)`, "nodes": `nodes=(\d+)`}}
	claims   = external.Spec{Protocol: "flatzinc", Patterns: map[string]string{"solutions": `^%%%mzn-stat: nSolutions=(\d+)$`}}
)

var answers = []struct {
	spec    external.Spec
	answers []answer
}{
	{dimacs, []answer{
		{out: sat + "v 3 0\n", exit: 10, found: 1, limit: 1},
		{out: sat + "v 1\nv 2 -3\n", found: 1, limit: 1},
		{out: "v 1 2 0\n" + sat, exit: 10, found: 1, limit: 1},
		{out: "SAT\n-1 -2 3 0\n", exit: 10, found: 1, limit: 1},
		{out: "SAT\r\n3 -1 -2 0\r\n", exit: 10, found: 1, limit: 1},
		{out: sat + "v 3\nv\n", found: 1, limit: 1},
		{out: sat + "v 1\nc hello\nv 2 0\n", found: 1, limit: 1},
		{out: sat + "v 3 0\nv 3 0\n", exit: 10, found: 1, limit: 1}, // more than the limit
		{out: sat + "v 3 0\nv 1 2 0\n", exit: 30, found: 2},
		{out: sat + "v 3 0\n", exit: 10, found: 1, wrong: true, want: again},
		{want: noEnd},
		{exit: 10, want: "exit status 10 without an answer"},
		{out: "hello\n\xff\n", want: noEnd + `: line 1: "hello"`},
		{out: sat, exit: 10, want: "it says that there is a solution, and shows none"},
		{out: sat + "v 3 0\n", exit: 20, found: 1, want: "exit status 20 contradicts the output"},
		{out: "s UNSATISFIABLE\n", exit: 10, want: "exit status 10 contradicts the output"},
		{out: "s UNKNOWN\n", want: `it does not know the answer: line 1: "s UNKNOWN"`},
		{out: sat + "v 99 0\n", exit: 10, want: "expected literals of "},
		{out: sat + "v x 0\n", exit: 10, want: `variables: line 2: "v x 0"`},
		{out: sat + "v 3 -3 0\n", exit: 10, want: "variable 3 has two values"},
		{out: sat + "v 1 0\n", exit: 10, wrong: true, want: `solution 1: primary item "1" is not covered`},
		{out: sat + "v 1 2 3 0\n", exit: 10, wrong: true, want: `solution 1: item "0" is covered twice`},
		{out: sat + "v 3 0\nc Models : 2\n", exit: 10, found: 1, limit: 2, wrong: true, want: "it claims 2 solutions and shows 1"},
		{out: sat + "v 3 0\nc Models : 0\n", found: 1, limit: 2, wrong: true, want: "it claims 0 solutions and shows 1"},
		{out: sat + "v 3 0\n", exit: 1, found: 1, limit: 2, want: "exit status 1"},
		{out: "c hello\nconflicts : 5\n", want: noEnd},
		{out: sat + "v 3 0\nc hello\nmore\n", exit: 1, found: 1, limit: 2, want: `exit status 1: line 4: "more"`},
		{out: sat, file: "v 3 0\n", exit: 30, found: 1},
		{out: sat + "v 3 0\n", file: "v 1 2 0\n", exit: 30, found: 2},
		{out: sat + "v x 0\n", file: "v 3 0\n", want: `variables: line 2: "v x 0"`},
		{out: sat, file: "v x 0\n", want: `variables: line 1: "v x 0"`},
	}},
	{sats, []answer{
		{out: sat + "c Models : 2\n", exit: 30, found: 2},
		{out: sat, want: "it gave no number of solutions"},
		{out: sat + "c Models : 2\n", found: 2, limit: 1, wrong: true, want: "it found 2 solutions, asked for at most 1"},
		{out: sat + "c Models : 2\n", exit: 10, found: 2, want: "it did not say that there are no more solutions"},
	}},
	{first, []answer{{out: sat + "v 3 0\n", found: 1, limit: 1}, {out: sat + "v 3 0\n", found: 1, want: "one solution only"}}},
	{opb, []answer{
		{out: sat + "v -x1 -x2 x3\n", found: 1, limit: 1},
		{out: sat + "v -x1 -x2\nv x3\n", found: 1, limit: 1},
		{out: "o 0\ns OPTIMUM FOUND\nv -x1 -x2 x3\n", found: 1, limit: 1}, // of no objective
		{out: "v x1 x2 -x3\n" + sat, found: 1, limit: 1},
		{out: "c Answer: 1\nv x1 x2\nv -x3\nc Answer: 2\nv -x1 -x2 x3\n" + sat, found: 2, limit: 2},
		{out: sat + "c Answer: 1\nv x1 x2\nv -x3\nc Answer: 2\nv -x1 -x2 x3\nc Models : 2\n", found: 2, limit: 2},
		{out: sat + "v\n", p: empty, found: 1, limit: 1}, // a model may be empty
		{out: "v\n" + sat, p: empty, found: 1, limit: 1},
		{out: sat + "v -x1 -x2 -x3 -x4 -x5 -x6 -x7 -x8 -x9 -x10 -x11 x12\n", p: twelve, found: 1, limit: 1},
		{out: sat + "v x1 -x2 -x3\n", wrong: true, want: `primary item "1" is not covered`},
		{out: sat + "v x4\n", want: "expected literals of 3 variables"},
		{out: sat + "v -x-1\n", want: "expected literals of 3 variables"},
		{out: sat + "v x1 -x1\n", want: "variable 1 has two values"},
	}},
	{external.Spec{Protocol: "dimacs", Encodings: []string{"opb"}, Command: " {solutions}"}, []answer{
		// The second model is one too many, whether a line of its own ends the first one or the status.
		{out: "v -x1 -x2 x3\nc Answer: 2\nv x1 x2 -x3\n" + sat, found: 1, limit: 1, wrong: true, want: "asked for at most 1"},
		{out: "v -x1 -x2 x3\n" + sat + "v x1 x2 -x3\n", found: 1, limit: 1, wrong: true, want: "asked for at most 1"},
	}},
	{asp, []answer{
		{out: "Answer: 1\nx(2)\nSATISFIABLE\n", found: 1, limit: 1},
		{out: "Answer: 1\nx(0) x(1)\nSATISFIABLE\nModels : 1+\n", found: 1, limit: 1},
		{out: "Answer: 1\nx(0) x(1)\nAnswer: 2\nx(2)\nSATISFIABLE\n", exit: 30, found: 2},
		{want: noEnd},
		{out: "Answer: 1\n", want: noEnd},
		{out: "hello\nChoices : 5\n", want: noEnd},
		{out: "SATISFIABLE\n", want: "it says that there is a solution, and shows none"},
		{out: "error: syntax\n", want: noEnd + `: line 1: "error: syntax"`},
		{out: "Answer: 1\ny(2)\nSATISFIABLE\n", want: `expected atoms such as x(1): line 2: "y(2)"`},
		{out: "Answer: 1\nx(9)\nSATISFIABLE\n", wrong: true, want: "option 10 does not exist"},
		{out: "Answer: 1\nx(0)\nSATISFIABLE\n", wrong: true, want: `primary item "1" is not covered`},
		{out: "UNKNOWN\n", want: "it does not know the answer"},
		{out: "Answer: 1\nx(2)\nSATISFIABLE\nModels       : 5\n", found: 1, limit: 2, wrong: true, want: "it claims 5 solutions and shows 1"},
	}},
	{flatzinc, []answer{
		{out: "x1 = 0;\nx2 = 0;\nx3 = 1;\n----------\n", found: 1, limit: 1},
		{out: "x2 = 1;\nx1 = 1;\n----------\n==========\n", p: two, found: 1},
		{out: "x3 = 1;\n----------\nx1 = 1;\nx2 = 1;\n----------\n==========\n", found: 2},
		{out: "x1 = 1;\nx2 = 1;\nx3 = 1;\nx3 = 1;\n", want: "more variables than there are"},
		{out: "x3 = 1;\n", want: noEnd},
		{out: "% hello\n%%%mzn-stat: nodes=5\nx1 = 0;\nx3 = 1;\n", want: noEnd},
		{out: "error\n", want: noEnd + `: line 1: "error"`},
		{out: "=====UNKNOWN=====\n", want: "it does not know the answer"},
		{out: "=====ERROR=====\n", want: "it does not know the answer"},
		{out: "x9 = 1;\n----------\n", wrong: true, want: "option 9 does not exist"},
		{out: "x1 = 1;\n----------\n", wrong: true, want: `primary item "1" is not covered`},
		{out: "x3 = 1;\nx3 = 1;\n----------\n", wrong: true, want: "option 3 occurs twice"},
	}},
	{claims, []answer{{out: "x3 = 1;\n----------\n==========\n%%%mzn-stat: nSolutions=5\n", found: 1, wrong: true,
		want: "it claims 5 solutions and shows 1"}}},
	{lp, []answer{
		{out: "Optimal - objective value 0\n 2 x3 1 0\n", found: 1, limit: 1},
		{out: "Optimal - objective value 0\n 2 x3 0.99999999 0\n", found: 1, limit: 1},
		{out: "Optimal - objective value 0\n 1 x2 1 0\n 0 x1 1 0\n", p: two, found: 1, limit: 1},
		{out: "Infeasible - objective value 0\nOptimal - objective value 0\n 2 x3 1 0\n", found: 1, want: "one solution only"},
		{out: "Optimal - objective value 0\n 2 x3 1 0\n 3 x4 0 0\n", found: 1, limit: 1},
		{out: "s mip 2 3 o 0\nj 3 1\n", found: 1, limit: 1},
		{out: "Infeasible - objective value 0\n"},
		{want: noEnd},
		{out: "hello\nEnumerated nodes: 5\n", want: noEnd},
		{out: "error: more\n", want: noEnd + `: line 1: "error: more"`},
		{out: "Stopped on time - objective value 0\n", want: noEnd + `: line 1: "Stopped on time - objective value 0"`},
		{out: "Optimal - objective value 0\n", wrong: true, want: `primary item "0" is not covered`},
		{out: "Optimal - objective value 0\n 2 x5 0 0\n", want: binary},
		{out: "Optimal - objective value 0\n 2 x3 2 0\n", want: binary},
		{out: "Optimal - objective value 0\n 2 x3 0.5 0\n", want: binary},
		{out: "Optimal - objective value 0\n 2 x3 1.00015 0\n", want: binary},
		{out: "Optimal - objective value 0\n 2 x3 -1 0\n", want: binary},
		{out: "Optimal - objective value 0\n 2 x3 1-1 0\n", want: binary},
		{out: "Optimal - objective value 0\n" + strings.Repeat(" 2 x3 1 0\n", 4), want: "more variables than there are"},
		{out: "Optimal - objective value 0\n 2 x3 1 0\n", file: " 2 x3 1 0\n", found: 1, want: "one solution only"}, // announced elsewhere
	}},
	{knuth, []answer{
		{out: "1:\n 0 (1 of 2)\n 1 (1 of 1)\n2:\n 0 1 (2 of 2)\n", err: solutions(2), found: 2},
		{out: "\n1:\n 0:3 1 (1 of 2)\n\n2:\n 1\n 0\n", err: solutions(2), found: 2},
		{out: "1:\n 0\n 1\n2:\n 1\n 0\n", p: three, err: solutions(2), found: 2, shown: "[0 2] [1 2]"}, // equal options
		{out: "1:\n 0\n 1\n 2\n2:\n 2\n 1\n 0\n3:\n 0\n 1\n 2\n4:\n 0\n 2\n 1\n", p: five, err: solutions(4), found: 4,
			shown: "[0 1 3] [0 2 3] [0 1 4] [0 2 4]"},
		{out: "1:\n 0 1\n2:\n 0 257\n3:\n 0 65537\n", p: items, err: solutions(3), found: 3},
		{out: "1:\n 0 65537\n", p: items, found: 1, limit: 1, err: solutions(1), shown: "[2]"},
		{err: "Altogether 0 solutions, 1+1 mems, 7 updates, 1 bytes.\n\nProfile:\n 0: 1\n"},
		{want: noEnd},
		{out: "1:\n 0 1\n2:\n 0\n 1\n", err: solutions(2), found: 2, exit: 3, want: "exit status 3"},
		{out: "hello\n", want: `expected the number of a solution, such as 1:: line 1: "hello"`},
		{out: "hello\n", err: "Traceback:\n  f()\nKeyError: 7\n", exit: 3,
			want: `such as 1:: line 1: "hello": exit status 3: stderr: "Traceback:", "KeyError: 7"`},
		{out: strings.Repeat("x", 81) + "\n", want: `: "` + strings.Repeat("x", 80) + `"...`},
		{out: "\xff\x1b[2J\n", want: `line 1: "\xff\x1b[2J"`},
		{out: "1:\n 7 (1 of 2)\n", want: `no item has the name "7": line 2: " 7 (1 of 2)"`},
		{out: "1:\n x\n", want: `no item has the name "x"`},
		{out: "1:\n 2\n", want: `no item has the name "2"`},
		{out: "1:\n 1 1\n", want: `no option has these items: line 2: " 1 1"`},
		{out: "1:\n (1 of 2)\n", want: "no option has these items"},
		{out: "1:\n 0\n", wrong: true, want: `solution 1: primary item "1" is not covered`},
		{out: "1:\n 0\n 0 1\n", wrong: true, want: `solution 1: item "0" is covered twice: by options 1 and 3`},
		{out: "1:\n 0\n 0\n 1\n", wrong: true, want: "solution 1: option 1 occurs twice"},
		{out: "1:\n 0\n 1\n2:\n 1\n 0\n", found: 1, wrong: true, want: again},
		{out: "1:\n 0 1\n", err: solutions(2), found: 1, wrong: true, want: "it claims 2 solutions and shows 1"},
		{err: solutions(2), wrong: true, want: "it claims 2 solutions and shows 0"},
		{out: "1:\n 0 1\n2:\n 0\n 1\n", err: solutions(2), found: 1, limit: 1, wrong: true, want: "solution 2: asked for at most 1"},
		{err: "Altogether 9007199254740992 solutions, 1+1 mems, 7 updates,\n", wrong: true, want: "it claims 9007199254740992 solutions"},
		{err: "Altogether 9007199254740993 solutions, 1+1 mems, 7 updates,\n", want: "expected a number up to 2⁵³"},
		{err: "Altogether 99999999999999999999 solutions, 1+1 mems, 7 updates,\n", want: "expected a number up to 2⁵³"},
		{err: "x\nProfile:\n 0: 1\n 1: 9\n" + solutions(0), wrong: true, want: "it reports 4 nodes, and 10 in its profile"},
		{err: "x\nProfile:\n 0: 1\n 1: 2\n" + solutions(0), wrong: true, want: "it reports 4 nodes, and 3 in its profile"},
		{err: "x\nProfile:\n 0: 1\n 1: 4\n" + solutions(0)}, // its nodes leave out the root
		{err: "x\nProfile:\n 1: 3\n" + solutions(0)},        // its profile does
		{err: "x\nProfile:\n 2: 3\n" + solutions(0), want: `the profile has " 2: 3", expected level 0`},
		{err: "x\nProfile:\n 0: 1\n 2: 3\n" + solutions(0), want: `the profile has " 2: 3", expected level 1`},
		{err: "x\nProfile:\n 0: 99999999999999999999\n" + solutions(0), want: `the profile has " 0: 9999`},
	}},
	{coloured, []answer{ // colours have the names 0 and 1
		{out: "1:\n 2:0 0\n 1\n2:\n 0 2:1\n 1 2:1\n3:\n 0 2\n 1\n4:\n 0 2:1\n 1\n", p: textbook.XCC(), err: solutions(4), found: 4,
			shown: "[0 4] [1 3] [2 4] [1 4]"},
		{out: "1:\n 0 2:2\n 1\n", p: textbook.XCC(), want: `no option has these items: line 2: " 0 2:2"`},
		{out: "1:\n 0 2:0\n 1 2:1\n", p: textbook.XCC(), wrong: true, want: `item "2" is covered twice and not in one colour`},
	}},
	{counting, []answer{
		{out: "hello\n", err: solutions(2), found: 2},
		{out: "\nhello\n", want: noEnd + `: line 2: "hello"`},
		{err: " \nx\n", want: noEnd + `: stderr: "x"`},
	}},
	{regexps, []answer{
		{out: "found 2 in nodes=7\n", found: 2},
		{out: "found 1\n", err: "found 2\n", found: 2},
		{out: "nodes=7\n\n", want: noEnd},
		{out: strings.Repeat("x", 80) + "\n", want: noEnd + `: line 1: "` + strings.Repeat("x", 80) + `"`},
		{out: "oops\n", want: noEnd + `: line 1: "oops"`},
		{out: "found 2\n", exit: 1, want: "exit status 1"},
		{out: "found 99999999999999999999\n", want: "expected a number up to"},
	}},
	{external.Spec{Protocol: "regexp", FirstOnly: true, Patterns: regexps.Patterns}, []answer{
		{out: "found 0\n"}, {out: "found 1\n", found: 1, want: "one solution only"},
	}},
	{lines, []answer{
		{out: wikipediaSolved + "\n", found: 1, limit: 1},
		{out: wikipedia + ":" + wikipediaSolved + "\n", found: 1, limit: 1},
		{out: wikipediaSolved + "\n\n", found: 1, limit: 1},
		{out: wikipediaSolved + "\n \n", found: 1, limit: 1},
		{out: wikipediaSolved + "\n", found: 1, want: "one solution only"},
		{out: strings.Repeat(" ", 10) + strings.Repeat("1 ", 359) + wikipediaSolved, found: 1, limit: 1},
		{out: ":" + strings.Repeat("1 ", 364) + wikipediaSolved, found: 1, limit: 1},
		{out: "\n"},
		{out: "no solution\n"},
		{want: noEnd},
		{out: wikipedia + "\n", want: board},
		{out: "hello\n", want: board},
		{out: wikipediaSolved[:80] + "\n", want: board},
		{out: wikipediaSolved + "1\n", want: board},
		{out: "1 " + strings.Repeat("1 ", 364) + wikipediaSolved, want: board},
		{out: strings.Repeat("1 ", 364) + "1" + wikipediaSolved, want: board},
		{out: "0" + wikipediaSolved, want: board},
		{out: "A" + wikipediaSolved[1:], want: board},
		{out: wikipediaSolved + "\nx\n", found: 1, limit: 2, want: "a second line for one sudoku: line 2"},
		{out: wikipediaSolved + "\n" + wikipediaSolved, found: 1, limit: 2, want: "a second line for one sudoku: line 2"},
		{out: "354678912" + wikipediaSolved[9:], wrong: true, want: "option 0 does not exist"},
		{out: wikipediaSolved[:2] + "6" + wikipediaSolved[3:], wrong: true, want: "solution 1: "},
	}},
	{numbers, []answer{
		{out: "1\n", found: 1, limit: 1},
		{out: "5\n", found: 1, limit: 1}, // it ignores the limit of one
		{out: " 5 \n", found: 5},
		{out: "0\n"},
		{out: "9007199254740992\n", found: 1 << 53},
		{out: "9007199254740993\n", want: "expected a number up to 2⁵³"},
		{out: "maybe\n", want: `expected the number of solutions: line 1: "maybe"`},
		{out: "-1\n", want: "expected the number of solutions"},
	}},
	{guesses, []answer{
		{out: "seen: 1\n" + wikipedia + ":17:" + wikipediaSolved + "\nguesses: 17\n", found: 1, limit: 1},
		{out: "no: 3\nguesses: 17\n", want: board},
		{out: "guesses: 17\n", want: noEnd},
		{out: "guesses: 99999999999999999999\n", want: "expected a number up to 2⁵³"},
	}},
	{counted, []answer{
		{out: "4:17\n", found: 4}, {out: "guesses 17\n4:17\n", found: 4}, {out: "17\n", want: "expected the number of solutions"},
	}},
}

// Whatever a process says, the run says what is wrong with it, in a short line.
func TestAnswersAreJudged(t *testing.T) {
	for _, group := range answers {
		for k, c := range group.answers {
			s, p := group.spec, textbook.Problem(2, []int{0}, []int{1}, []int{0, 1})
			if s.Protocol == "lines" {
				p = corpustest.Problem("sudoku/wikipedia")
			}
			if c.p != nil {
				p = c.p
			}
			dir := t.TempDir()
			write(t, dir, "a.out", c.out)
			for name, text := range map[string]string{"a.err": c.err, "a.model": c.file} {
				if text != "" {
					write(t, dir, name, text)
				}
			}
			s.Command = replay(filepath.Join(dir, "a"), c.exit) + s.Command
			var stats cover.Stats
			var found []string
			if engine(t, s).Capabilities().CountsOnly {
				stats = count(t, s, p, c.limit)
			} else {
				stats, found = solve(t, s, p, c.limit)
			}
			want := cover.Solved
			switch {
			case strings.Contains(c.want, "one solution only"):
				want = cover.Unsupported
			case c.want != "":
				want = cover.Failed
			case c.limit > 0:
				want = cover.Limit
			}
			got := fmt.Sprint(stats.Err)
			if wrong := new(cover.WrongError); stats.Status != want || (stats.Err == nil) != (c.want == "") ||
				strings.HasPrefix(c.want, noEnd) && got != c.want || !strings.Contains(got, c.want) || errors.As(stats.Err, &wrong) != c.wrong {
				t.Errorf("%s, answer %d: got %s and %v, want %s and %q (wrong: %v)", s.Protocol, k, stats.Status, stats.Err, want,
					c.want, c.wrong)
			}
			if stats.Solutions != c.found || found != nil && int64(len(found)) != c.found {
				t.Errorf("%s, answer %d: got %d solutions, %d shown, want %d", s.Protocol, k, stats.Solutions, len(found), c.found)
			}
			if text := strings.Join(found, " "); c.shown != "" && text != c.shown {
				t.Errorf("%s, answer %d: got the solutions %s, want %s", s.Protocol, k, text, c.shown)
			}
			if len(got) > 300 || !utf8.ValidString(got) || strings.ContainsFunc(got, func(c rune) bool { return c < ' ' }) {
				t.Errorf("%s, answer %d: got %q, want a short line without control characters", s.Protocol, k, got)
			}
		}
	}
}

// A sudoku program may print its guesses, in the line of its answer or in one of its own.
func TestPatternsFindTheGuessesOfASudokuProgram(t *testing.T) {
	s, dir := guesses, t.TempDir()
	write(t, dir, "a.out", "seen: 1\n"+wikipedia+":17:"+wikipediaSolved+"\nguesses: 23\n")
	s.Command = replay(filepath.Join(dir, "a"), 0)
	stats, _ := solve(t, s, corpustest.Problem("sudoku/wikipedia"), 1)
	if stats.Status != cover.Limit || stats.Nodes != 17 || stats.Updates != 23 {
		t.Errorf("got %s after %d nodes and %d updates, want 17 and 23", stats.Status, stats.Nodes, stats.Updates)
	}
}
