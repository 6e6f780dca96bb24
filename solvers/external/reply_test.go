package external

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// Knuth's programs end with this report, for two solutions.
const altogether2 = "Altogether 2 solutions, 1+1 mems, 7 updates, 1 bytes, 4 nodes.\n"

// These answers show what the recorded outputs do not have.
func TestAnswersOfOneProcess(t *testing.T) {
	tiny, two := textbook.Tiny(), problemOf(t, 2, 0, []int{0}, []int{1})
	for _, c := range []struct {
		spec        Spec
		p           *cover.Problem
		limit       int64
		out, stderr string
		found       int64
		exhausted   bool
		want        string // the error, or a part of it; "" for none
	}{
		{Spec{Protocol: "dimacs"}, tiny, 0, "s SATISFIABLE\nv 3\nv\n", "", 1, false, ""},
		{Spec{Protocol: "dimacs"}, tiny, 0, "s SATISFIABLE\nv 1\nc hello\nv 2 0\n", "", 1, false, ""},
		{Spec{Protocol: "dimacs"}, tiny, 0, "s SATISFIABLE\nv 3 0\nc Models : 0\n", "", 1, false, "it claims 0 solutions and shows 1"},
		{Spec{Protocol: "dimacs", Count: true}, tiny, 0, "s SATISFIABLE\nc Models : 2\n", "", 2, false, ""},
		{Spec{Protocol: "dimacs", Count: true}, tiny, 0, "s SATISFIABLE\n", "", 0, false, "it gave no number of solutions"},
		{Spec{Protocol: "dimacs", Count: true}, tiny, 1, "s SATISFIABLE\nc Models : 2\n", "", 2, false, "it found 2 solutions, asked for at most 1"},
		{Spec{Protocol: "flatzinc"}, two, 0, "x2 = 1;\nx1 = 1;\n----------\n==========\n", "", 1, true, ""},
		{Spec{Protocol: "flatzinc"}, tiny, 0, "x1 = 1;\nx2 = 1;\nx3 = 1;\nx3 = 1;\n", "", 0, false, "more variables than there are"},
		{Spec{Protocol: "flatzinc", Patterns: map[string]string{"solutions": `^%%%mzn-stat: nSolutions=(\d+)$`}}, tiny, 0,
			"x3 = 1;\n----------\n==========\n%%%mzn-stat: nSolutions=5\n", "", 1, true, "it claims 5 solutions and shows 1"},
		{Spec{Protocol: "flatzinc"}, tiny, 0, "=====ERROR=====\n", "", 0, false, "it does not know the answer"},
		{Spec{Protocol: "lp"}, two, 0, "Optimal - objective value 0\n 1 x2 1 0\n 0 x1 1 0\n", "", 1, false, ""},
		{Spec{Protocol: "lp"}, tiny, 0, "Infeasible - objective value 0\nOptimal - objective value 0\n 2 x3 1 0\n", "", 1, false, ""},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x3 1 0\n 3 x4 0 0\n", "", 1, false, ""},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x5 0 0\n", "", 0, false, "expected a variable that is 0 or 1"},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x3 2 0\n", "", 0, false, "expected a variable that is 0 or 1"},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x3 1.00015 0\n", "", 0, false, "expected a variable that is 0 or 1"},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x3 -1 0\n", "", 0, false, "expected a variable that is 0 or 1"},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n 2 x3 1-1 0\n", "", 0, false, "expected a variable that is 0 or 1"},
		{Spec{Protocol: "lp"}, tiny, 0, "Optimal - objective value 0\n" + strings.Repeat(" 2 x3 1 0\n", 4), "", 0, false, "more variables than there are"},
		{Spec{Protocol: "knuth"}, tiny, 0, "", "Altogether 0 solutions, 1+1 mems, 7 updates, 1 bytes.\n\nProfile:\n 0: 1\n", 0, true, ""},
		{Spec{Protocol: "knuth"}, tiny, 0, "", "x\nProfile:\n 0: 99999999999999999999\n" + altogether2, 0, true, `the profile has " 0: 9999`},
		{Spec{Protocol: "knuth"}, tiny, 1, "1:\n 0 1\n2:\n 0\n 1\n", altogether2, 1, false, "solution 2: asked for at most 1"},
		{Spec{Protocol: "knuth", Count: true}, tiny, 0, "hello\n", altogether2, 2, true, ""},
		{Spec{Protocol: "knuth", Count: true}, tiny, 0, "\nhello\n", "", 0, false, `it ended without an answer: line 2: "hello"`},
		{Spec{Protocol: "knuth", Count: true}, tiny, 0, "x\n", "", 0, false, `it ended without an answer: line 1: "x"`},
		{Spec{Protocol: "knuth", Count: true}, tiny, 0, "", " \nx\n", 0, false, `it ended without an answer: stderr: "x"`},
		{Spec{Protocol: "knuth"}, tiny, 0, "1:\n x\n", altogether2, 0, false, `no item has the name "x"`},
		{Spec{Protocol: "knuth"}, tiny, 0, "1:\n 2\n", altogether2, 0, false, `no item has the name "2"`},
		{Spec{Protocol: "knuth"}, tiny, 0, "1:\n (1 of 2)\n", altogether2, 0, false, "no option has these items"},
		{Spec{Protocol: "knuth"}, tiny, 0, "\n1:\n 0:3 1 (1 of 2)\n\n2:\n 1\n 0\n", altogether2, 2, true, ""},
		{Spec{Protocol: "knuth"}, problemOf(t, 2, 0, []int{0}, []int{0}, []int{1}), 0, "1:\n 0\n 1\n2:\n 1\n 0\n", altogether2, 2, true, ""},
		{Spec{Protocol: "knuth"}, problemOf(t, 3, 0, []int{2}, []int{0}, []int{0}, []int{1}, []int{1}), 0,
			"1:\n 0\n 1\n 2\n2:\n 2\n 1\n 0\n3:\n 0\n 1\n 2\n4:\n 0\n 2\n 1\n", strings.Replace(altogether2, "2", "4", 1), 4, true, ""},
		{Spec{Protocol: "regexp", FirstOnly: true}, tiny, 0, "0\n", "", 0, true, ""},
		{Spec{Protocol: "regexp", FirstOnly: true}, tiny, 0, "1\n", "", 1, false, ""},
		{Spec{Protocol: "regexp"}, tiny, 0, "1\n", "", 1, true, ""},
		{Spec{Protocol: "asp"}, tiny, 0, "Answer: 1\nx(0) x(1)\nAnswer: 2\nx(2)\nSATISFIABLE\n", "", 2, false, ""},
		{Spec{Protocol: "asp"}, tiny, 0, "Answer: 1\n", "", 0, false, "it ended without an answer"},
	} {
		c.spec.Name, c.spec.Command = "test", "x"
		if c.spec.Protocol == "regexp" {
			c.spec.Patterns = map[string]string{"solutions": `^(\d+)$`}
		}
		_, a, err := parse(c.p, c.spec, []byte(c.out), []byte(c.stderr), c.limit)
		text := fmt.Sprint(err)
		if (err == nil) != (c.want == "") || !strings.Contains(text, c.want) && c.want != "" {
			t.Errorf("%s, %q: got %v, want %q", c.spec.Protocol, c.out+c.stderr, err, c.want)
		}
		if a.run.book.found != c.found || a.exhausted != c.exhausted {
			t.Errorf("%s, %q: got %d solutions, all %v, want %d, %v", c.spec.Protocol, c.out+c.stderr, a.run.book.found,
				a.exhausted, c.found, c.exhausted)
		}
	}
}

// Only a line that means nothing is part of an error.
func TestLinesThatAreUnderstoodAreNotBlamed(t *testing.T) {
	for _, c := range []struct{ protocol, out string }{
		{"dimacs", "c hello\nconflicts : 5\n"},
		{"asp", "hello\nChoices : 5\nterror 5\n"},
		{"flatzinc", "% hello\n%%%mzn-stat: nodes=5\nnodes 5\nx1 = 0;\nx3 = 1;\n"},
		{"lp", "hello\nEnumerated nodes: 5\nterror 5\n"},
		{"regexp", "nodes 5\n\n"},
	} {
		s := Spec{Name: "test", Command: "x", Protocol: c.protocol, Patterns: map[string]string{"mems": `^terror (\d+)$`}}
		if c.protocol == "regexp" || c.protocol == "flatzinc" {
			s.Patterns = map[string]string{"solutions": `^none (\d+)$`, "updates": `^nodes (\d+)$`}
		}
		if _, _, err := parse(textbook.Tiny(), s, []byte(c.out), nil, 0); fmt.Sprint(err) != "it ended without an answer" {
			t.Errorf("%s: got %v, want no line", c.protocol, err)
		}
	}
	_, a, _ := parse(textbook.Tiny(), Spec{Name: "test", Command: "x", Protocol: "lp"},
		[]byte("Optimal - objective value 0\nStopped on time\n"), nil, 0)
	if a.odd != "" {
		t.Errorf("got the odd line %q after an answer, want none", a.odd)
	}
	for protocol, out := range map[string]string{"dimacs": "s SATISFIABLE\nv 3 0\nmore\n", "lp": "error: more\n", "asp": "error: more\n",
		"flatzinc": "x3 = 1;\n----------\n==========\nmore\n"} {
		_, a, _ := parse(textbook.Tiny(), Spec{Name: "test", Command: "x", Protocol: protocol}, []byte(out), nil, 0)
		if !strings.Contains(a.odd, "more") {
			t.Errorf("%s: got the odd line %q, want the last one", protocol, a.odd)
		}
	}
}

// A statement is read again: for the file of a process, and for another run after one that failed.
func TestNothingIsLeftOfAnAnswerThatWasCutOff(t *testing.T) {
	for _, c := range []struct{ protocol, first, second string }{
		{"dimacs", "v 1 -3 3 0\n", "s SATISFIABLE\nv 3 0\n"},
		{"flatzinc", "x1 = 1;\n", "x3 = 1;\n----------\n"},
		{"lp", "Optimal - objective value 0\n 1 x1 1 0\nj 9 1\n", "Optimal - objective value 0\n 1 x3 1 0\n"},
		{"knuth", "1:\n 0\nx\n", "1:\n 0 1\n"},
		{"asp", "Answer: 1\nx(0) y\n", "Answer: 1\nx(2)\n"},
	} {
		s := stated(t, Spec{Protocol: c.protocol}, textbook.Tiny())
		s.said.restart()
		r := &run{search: s, ctx: t.Context(), wish: wish{0, true}, book: newBook(s.p, 0, nil)}
		s.said.read(newReply(r, strings.NewReader(c.first)))
		r.book = newBook(s.p, 0, nil)
		err := s.said.read(newReply(r, strings.NewReader(c.second)))
		if err != nil || r.book.fault != nil || r.book.found != 1 || !slices.Equal(r.book.last, []int{2}) {
			t.Errorf("%s: got %d solutions, the last %v, %v and %v, want option 3", c.protocol, r.book.found, r.book.last, err,
				r.book.fault)
		}
	}
}

// An answer whose announcement is in another file is none.
func TestAFileWithoutAnAnnouncementHasNoAnswer(t *testing.T) {
	s := stated(t, Spec{Protocol: "lp"}, textbook.Tiny())
	r := &run{search: s, ctx: t.Context(), book: newBook(s.p, 0, nil)}
	for _, out := range []string{"Optimal - objective value 0\n 1 x3 1 0\n", " 1 x3 1 0\n"} {
		if err := s.said.read(newReply(r, strings.NewReader(out))); err != nil || r.book.fault != nil || r.book.found != 1 {
			t.Errorf("%q: got %d solutions, %v and %v, want one in all", out, r.book.found, err, r.book.fault)
		}
	}
}

// A model whose end could not be read is no solution.
func TestAnAnswerThatCannotBeReadIsNoSolution(t *testing.T) {
	broken := errors.New("broken")
	for protocol, out := range map[string]string{"dimacs": "v 3\n", "lp": "Optimal - objective value 0\n 1 x3 1 0\n"} {
		s := stated(t, Spec{Protocol: protocol}, textbook.Tiny())
		r := &run{search: s, ctx: t.Context(), book: newBook(s.p, 0, nil)}
		err := s.said.read(newReply(r, io.MultiReader(strings.NewReader(out), iotest.ErrReader(broken))))
		if err != broken || r.book.found != 0 {
			t.Errorf("%s: got %d solutions and %v, want none and %v", protocol, r.book.found, err, broken)
		}
	}
}

func TestOptionsOfASolutionAreInOrder(t *testing.T) {
	p := problemOf(t, 2, 0, []int{0}, []int{1})
	for protocol, out := range map[string]string{"flatzinc": "x2 = 1;\nx1 = 1;\n----------\n",
		"lp": "Optimal - objective value 0\n 1 x2 1 0\n 0 x1 1 0\n"} {
		_, a, err := parse(p, Spec{Name: "test", Command: "x", Protocol: protocol}, []byte(out), nil, 0)
		if last := a.run.book.last; err != nil || !slices.Equal(last, []int{0, 1}) {
			t.Errorf("%s: got %v, %v, want options 1 and 2", protocol, last, err)
		}
	}
}

func TestABookEndsWithItsLimitOrAWrongSolution(t *testing.T) {
	for _, c := range []struct {
		limit   int64
		strict  bool
		options []int
		found   int64
		over    bool
		fault   string
	}{
		{0, false, []int{0, 1}, 2, false, ""},
		{2, false, []int{0, 1}, 2, false, ""},
		{1, false, []int{0, 1}, 1, true, ""},
		{1, true, []int{0, 1}, 1, true, "solution 2: asked for at most 1"},
		{0, false, []int{3}, 1, true, "solution 2: option 4 does not exist: there are 3 options"},
		{0, false, []int{-1}, 1, true, "solution 2: option 0 does not exist: there are 3 options"},
		{0, false, []int{2}, 1, true, "solution 2: it repeats an earlier solution"},
	} {
		b := newBook(textbook.Tiny(), c.limit, nil)
		b.strict = c.strict
		b.solution([]int{2})
		if more := b.solution(c.options); more == b.over || b.over != c.over || b.found != c.found {
			t.Errorf("%+v: got more %v, over %v, %d solutions", c, more, b.over, b.found)
		}
		if got := b.fault; (got == nil) != (c.fault == "") || got != nil && got.Error() != c.fault {
			t.Errorf("%+v: got the fault %v", c, got)
		}
	}
}

func TestItemsHaveAKeyOfTheirOwn(t *testing.T) {
	keys := map[string]int32{}
	for _, i := range []int32{0, 1, 1 << 8, 1 << 16, 1 << 24, math.MaxInt32} {
		keys[keyOf([]int32{i})] = i
	}
	if len(keys) != 6 || keyOf([]int32{7, 300}) != keyOf([]int32{300, 7}) {
		t.Errorf("got the keys %v, want six, the same for any order", keys)
	}
}

func TestNumbersAreExact(t *testing.T) {
	a := &reply{numbers: map[string]int64{}}
	for text, want := range map[string]int64{"0": 0, "19": 19, "9007199254740992": 1 << 53, "9007199254740993": -1, "-1": -1, "x": -1} {
		n, err := a.parse("nodes", []byte(text))
		if (err == nil) != (want >= 0) || err == nil && n != want {
			t.Errorf("%s: got %d, %v, want %d", text, n, err, want)
		}
	}
}

func TestLongLinesAreQuotedInPart(t *testing.T) {
	for n, want := range map[int]string{maxQuoted: strings.Repeat("x", maxQuoted) + `"`, maxQuoted + 1: strings.Repeat("x", maxQuoted) + `"...`} {
		if got := quoted(bytes.Repeat([]byte("x"), n)); got != `"`+want {
			t.Errorf("%d bytes: got %s, want the first %d", n, got, maxQuoted)
		}
	}
}

func TestALineMayBeAsLongAsTheBound(t *testing.T) {
	for n, want := range map[int]bool{maxLine - 1: true, maxLine: false} {
		a := newReply(&run{book: &book{}}, strings.NewReader(strings.Repeat("x", n)+"\n"))
		if line, err := a.next(); (err == nil) != want || want && len(line) != n {
			t.Errorf("%d bytes: got %d and %v, want a line: %v", n, len(line), err, want)
		}
	}
}

func TestCostsOfProcessesAreAddedUp(t *testing.T) {
	stats := cover.Stats{Costs: new(cover.Costs)}
	addCosts(&stats, time.Second, 2*time.Second, 30)
	addCosts(&stats, time.Second, 3*time.Second, 20)
	if stats.Search != 2*time.Second || stats.Costs.CPU != 5*time.Second || stats.Costs.Peak != 30 {
		t.Errorf("got %v and %+v, want 2s, 5s of the processor and a peak of 30", stats.Search, stats.Costs)
	}
}
