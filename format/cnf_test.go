package format_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// cnf is a formula of a test.
type cnf struct {
	variables int
	clauses   [][]int
}

func (f cnf) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "p cnf %d %d\n", f.variables, len(f.clauses))
	for _, clause := range f.clauses {
		for _, literal := range clause {
			fmt.Fprintf(&out, "%d ", literal)
		}
		out.WriteString("0\n")
	}
	return out.String()
}

// models returns all models as answers, by trying all assignments.
func (f cnf) models() []string {
	var all []string
	for bits := range 1 << f.variables {
		holds := func(literal int) bool { return bits>>(max(literal, -literal)-1)&1 == 1 == (literal > 0) }
		if slices.ContainsFunc(f.clauses, func(clause []int) bool { return !slices.ContainsFunc(clause, holds) }) {
			continue
		}
		text := "v"
		for v := 1; v <= f.variables; v++ {
			if !holds(v) {
				v = -v
			}
			text += fmt.Sprintf(" %d", v)
			v = max(v, -v)
		}
		all = append(all, text+" 0\n")
	}
	slices.Sort(all)
	return all
}

// randomCNF returns a formula with short and long clauses, repeated literals, clauses that always
// hold, and now and then an empty clause.
func randomCNF(random *rand.Rand) cnf {
	f := cnf{variables: random.IntN(8)}
	for range random.IntN(12) {
		var clause []int
		for range random.IntN(5) + random.IntN(30)/29 {
			if f.variables > 0 {
				clause = append(clause, (1+random.IntN(f.variables))*(2*random.IntN(2)-1))
			}
		}
		if len(clause) > 0 || random.IntN(20) == 0 {
			f.clauses = append(f.clauses, clause)
		}
	}
	return f
}

// allAnswers returns the sorted answers for all solutions of a puzzle.
func allAnswers(t *testing.T, p *format.Puzzle) []string {
	t.Helper()
	var all []string
	visit := func(options []int) bool {
		if err := p.Answer.Check(options); err != nil {
			t.Error(err)
		}
		all = append(all, string(p.Answer.Append(nil, options)))
		return true
	}
	_, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p.Problem(), cover.Limits{}, visit)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestCNFSolutionsAreTheModels(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	formulas := []cnf{
		{0, nil}, {0, [][]int{{}}}, {1, nil}, {3, [][]int{{}}}, {2, [][]int{{1, -2}}},
		{2, [][]int{{1, 1, -1}, {2, 2}}}, {3, [][]int{{-1, -2, -3}, {1}, {2, 3}}},
	}
	for range 2000 {
		formulas = append(formulas, randomCNF(random))
	}
	unsatisfiable := 0
	for _, f := range formulas {
		got, want := allAnswers(t, mustRead(t, f.String())[0]), f.models()
		if !slices.Equal(got, want) {
			t.Errorf("%sgot %d models\n%swant %d\n%s", f, len(got), strings.Join(got, ""), len(want), strings.Join(want, ""))
		}
		if len(want) == 0 {
			unsatisfiable++
		}
	}
	if unsatisfiable < 20 || unsatisfiable > 1000 {
		t.Errorf("got %d unsatisfiable formulas of %d, want some and not most", unsatisfiable, len(formulas))
	}
}

func TestCNFBecomesTheDocumentedProblem(t *testing.T) {
	got := describe(mustRead(t, "p cnf 2 1\n1 -2 0\n")[0].Problem())
	want := "x1 x2 c1 c1.1f c1.1t c1.2f \nx1 c1.1t \nx1 c1.1f \nx2 c1.2f \nx2 \nc1 c1.1f \nc1 c1.1t c1.2f "
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCNFFiles(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"comments", "c\nc one\np cnf 2 2\nc two\n1 0\nc 7 0\n-2 0\n", "v 1 -2 0\n"},
		{"a clause over several lines", "p cnf 3 1\n-1\n\n-2\nc\n -3 0\n", ""},
		{"several clauses in a line", "p cnf 3 3\n-1 0 -2 0\t3 0\n", "v -1 -2 3 0\n"},
		{"CRLF and a byte order mark", "\uFEFFc c\r\np cnf 1 1\r\n-1 0\r\n", "v -1 0\n"},
		{"no line end at the end", "p cnf 1 1\n1 0", "v 1 0\n"},
		{"blanks around", "  p  cnf 1\t1 \n\t-1  0 \n", "v -1 0\n"},
		{"the end of SATLIB", "p cnf 1 1 \n 1 0\n%\n0\n\n", "v 1 0\n"},
		{"no models", "p cnf 1 2\n1 0\n-1 0\n", "s UNSATISFIABLE\n"},
		{"an empty clause", "p cnf 1 1\n0\n", "s UNSATISFIABLE\n"},
		{"nothing at all", "p cnf 0 0\n", "v 0\n"},
	}
	for _, test := range tests {
		if test.want == "" {
			if got := len(allAnswers(t, mustRead(t, test.text)[0])); got != 7 {
				t.Errorf("%s: got %d models, want 7", test.name, got)
			}
			continue
		}
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if got := mustRead(t, "c\n\np cnf 1 1\n1 0\n")[0].Line; got != 3 {
		t.Errorf("got line %d, want that of the header, 3", got)
	}
}

func TestCNFErrorsNameThePlace(t *testing.T) {
	wantErrors(t, "cnf", []errorTest{
		{"", "in:1:1: no puzzle found, expected a line 'p cnf VARIABLES CLAUSES'"},
		{"c only\nc comments\n", "in:3:1: no puzzle found, expected a line 'p cnf VARIABLES CLAUSES'"},
		{" 1 2 0\n", "in:1:2: '1', expected a line 'p cnf VARIABLES CLAUSES' first"},
		{"# c\np cnf 1 1\n1 0\n", "in:1:1: '#', expected a line 'p cnf VARIABLES CLAUSES' first"},
		{"p cnf 3\n", "in:1:1: 3 words, expected four: 'p cnf VARIABLES CLAUSES'"},
		{"p sat 3 2\n", "in:1:3: 'sat', expected cnf"},
		{"p cnf x 2\n", "in:1:7: 'x' as the number of variables, expected a whole number from 0 to 1048576"},
		{"p cnf 1048577 2\n", "in:1:7: '1048577' as the number of variables, expected a whole number from 0 to 1048576"},
		{"p cnf 3 -2\n", "in:1:9: '-2' as the number of clauses, expected a whole number from 0 to 2147483647"},
		{"p cnf 3 99999999999\n",
			"in:1:9: '99999999999' as the number of clauses, expected a whole number from 0 to 2147483647"},
		{"c\np cnf 3 2\n1 4 0\n", "in:3:3: literal 4 in clause 1, expected one of 3 variables, as line 2 says"},
		{"p cnf 3 2\n1 0\nc\n2 -4 0\n", "in:4:3: literal -4 in clause 2, expected one of 3 variables, as line 1 says"},
		{"p cnf 3 2\n1 2x 0\n", "in:2:3: '2x' in clause 1, expected a variable, its negative, or 0"},
		{"p cnf 3 2\n1 +2 0\n", "in:2:3: '+2' in clause 1, expected a variable, its negative, or 0"},
		{"p cnf 3 2\nä -00 0\n", "in:2:1: 'ä' in clause 1, expected a variable, its negative, or 0"},
		{"p cnf 3 2\n1 -00 0\n", "in:2:3: '-00' in clause 1, expected a variable, its negative, or 0"},
		{"p cnf 3 2\n1 99999999999 0\n", "in:2:3: '99999999999' in clause 1, expected a variable, its negative, or 0"},
		{"p cnf 3 2\n1 0\np cnf 1 1\n", "in:3:1: 'p' in clause 2, expected a variable, its negative, or 0"},
		{"p cnf 3 2\n1 0\n", "in:3:1: file ends after clause 1 of 2"},
		{"p cnf 3 2\n1 0\n%\n0\n", "in:5:1: file ends after clause 1 of 2"},
		{"p cnf 3 2\n1 0\n2\n3\n", "in:5:1: file ends in clause 2, which begins in line 3, expected a 0"},
		{"p cnf 3 1\n1 0 2 0\n", "in:2:5: expected the end of the file after 1 clause, as line 1 says"},
		{"p cnf 3 0\n0\n", "in:2:1: expected the end of the file after 0 clauses, as line 1 says"},
		{"p cnf 3 1\n1 0\n%\n\x00", "in:4:1: binary data, expected text"},
		{"p cnf 1 1\n" + strings.Repeat("1 ", 9000) + "0\n",
			"in:2:18001: clause 1 makes an exact cover problem of more than 33554432 entries"},
	})
}

func TestCNFCheckKnowsTheClauses(t *testing.T) {
	p := mustRead(t, "p cnf 2 2\n1 2 0\n-1 0\n")[0]
	for _, test := range []struct {
		options []int
		want    string
	}{
		{[]int{1, 2}, "<nil>"},
		{[]int{0, 2}, "clause 2 does not hold"},
		{[]int{1, 3}, "clause 1 does not hold"},
		{[]int{1}, "variable 2 has no value"},
	} {
		if got := fmt.Sprint(p.Answer.Check(test.options)); got != test.want {
			t.Errorf("options %v: got %s, want %s", test.options, got, test.want)
		}
	}
}
