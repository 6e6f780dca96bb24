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
