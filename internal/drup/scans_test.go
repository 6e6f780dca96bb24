package drup_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/drup"
)

// A line of a proof learns a clause (kind ""), deletes one ("d"), or names a solution ("s").
type line struct {
	kind   string
	clause []int
}

func text(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintln(&b, l.kind, strings.Trim(fmt.Sprint(l.clause), "[]"), 0)
	}
	return b.String()
}

// values has 1 for each literal that is true, and -1 for each that is false.
type values map[int]int

func (v values) set(x int) { v[x], v[-x] = 1, -1 }

// scans does what Check does, by repeated scans of all clauses.
type scans struct {
	clauses []line
	facts   values // they follow without any assumption
	refuted bool
}

// propagate sets values until nothing follows, and reports whether a clause is false.
func (s *scans) propagate(v values) bool {
	for again := true; again; {
		again = false
		for _, c := range s.clauses {
			open := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(c.clause))), func(x int) bool { return v[x] < 0 })
			if len(open) == 0 {
				return true
			}
			if len(open) == 1 && v[open[0]] == 0 {
				v.set(open[0])
				again = true
			}
		}
	}
	return false
}

// step takes a line of a proof, and reports whether it holds.
func (s *scans) step(l line) bool {
	s.refuted = s.refuted || s.propagate(s.facts)
	switch l.kind {
	case "d":
		at := slices.IndexFunc(s.clauses, func(c line) bool { return contains(c.clause, l.clause) && contains(l.clause, c.clause) })
		if at >= 0 {
			s.clauses = slices.Delete(s.clauses, at, at+1)
		}
		return at >= 0
	case "s":
		l.clause = slices.Clone(l.clause)
		for k := range l.clause {
			l.clause[k] *= -1
		}
	default:
		assumed, follows := maps.Clone(s.facts), s.refuted
		for _, x := range l.clause {
			follows = follows || assumed[x] > 0
			assumed.set(-x)
		}
		if !follows && !s.propagate(assumed) {
			return false
		}
	}
	s.clauses = append(s.clauses, l)
	return true
}

func contains(all, some []int) bool {
	return !slices.ContainsFunc(some, func(x int) bool { return !slices.Contains(all, x) })
}

// modelsOf returns the models of clauses, each as the variables that are true.
func modelsOf(clauses []line, n int) (models [][]int) {
	for assignment := range 1 << n {
		isTrue := func(x int) bool { return assignment>>(max(x, -x)-1)&1 == 1 == (x > 0) }
		if !slices.ContainsFunc(clauses, func(c line) bool { return !slices.ContainsFunc(c.clause, isTrue) }) {
			var model []int
			for x := 1; x <= n; x++ {
				if isTrue(x) {
					model = append(model, x)
				}
			}
			models = append(models, model)
		}
	}
	return models
}

// random returns a random formula of n variables, and a proof for it. All lines of the proof hold,
// but perhaps the last one.
func random(r *rand.Rand, n int) (formula, proof []line, holds bool) {
	clause := func() []int {
		c := make([]int, 1+r.IntN(3))
		for k := range c {
			c[k] = (1 + r.IntN(n)) * (1 - 2*r.IntN(2))
		}
		return c
	}
	for range n * (2 + r.IntN(4)) {
		formula = append(formula, line{"", append(clause(), clause()[0])})
	}
	s, models := scans{clauses: slices.Clone(formula), facts: values{}}, modelsOf(formula, n)
	for range 50 {
		l := line{"", clause()}
		switch k := r.IntN(60); {
		case k < 10 && len(models) > 0:
			l = line{"s", models[r.IntN(len(models))]}
		case k < 25 && len(s.clauses) > 0:
			l = line{"d", slices.Clone(s.clauses[r.IntN(len(s.clauses))].clause)}
			r.Shuffle(len(l.clause), func(i, j int) { l.clause[i], l.clause[j] = l.clause[j], l.clause[i] })
		case k == 25:
			l.kind = "d"
		}
		if s.step(l) {
			proof = append(proof, l)
		} else if r.IntN(50) == 0 {
			return formula, append(proof, l), false
		}
	}
	return formula, append(proof, line{}), s.step(line{})
}

// A proof that holds names a solution within each model of the formula.
func TestWatchedLiteralsFindWhatScansFind(t *testing.T) {
	held, shown, late := 0, 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 36))
		n := 3 + r.IntN(6)
		formula, proof, holds := random(r, n)
		problem, solutions := fmt.Sprintf("p cnf %d %d\n", n, len(formula))+text(formula), [][]int(nil)
		err := drup.Check(t.Context(), strings.NewReader(problem), strings.NewReader(text(proof)), plenty, func(s []int) error {
			solutions = append(solutions, s)
			return nil
		})
		want := ""
		if !holds {
			want = fmt.Sprintf("line %d of the proof: ", len(proof))
		}
		if holds != (err == nil) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Fatalf("seed %d: got %v, want %q for\n%sof\n%s", seed, err, want, text(proof), problem)
		}
		switch {
		case holds:
			held, shown = held+1, shown+len(solutions)
			for _, m := range modelsOf(formula, n) {
				if !slices.ContainsFunc(solutions, func(s []int) bool { return contains(m, s) }) {
					t.Errorf("seed %d: the proof holds, but the model %v has none of the solutions %v", seed, m, solutions)
				}
			}
		case len(proof) > 8:
			late++
		}
	}
	if t.Logf("%d proofs hold, with %d solutions; %d fail after line 8", held, shown, late); min(held, shown, late) < 150 {
		t.Error("want at least 150 of each")
	}
}
