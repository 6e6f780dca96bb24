package drup_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/internal/drup"
)

// FuzzCheck reads any text as a formula and a proof. If the proof of a small formula holds, no
// assignment of its variables makes all clauses true that the formula has.
func FuzzCheck(f *testing.F) {
	f.Add(square, "2 0\n0\n")
	f.Add(square, "c x\n1 -1 0\nd 1 2 0\n0\n")
	f.Add(oneOfThree, "s 1 0\n2 3 0\n0\n")
	f.Add("p cnf 0 1\n0\n", "0\n")
	f.Add("p cnf 3 4\n1 0\n-1 2 2 0\n-2 3 0\n-3 -1 0\n", "3 0\nd 3 0\nd 1 0\n0\n0")
	f.Fuzz(func(t *testing.T, formula, proof string) {
		const memory = 1 << 20
		if drup.Check(t.Context(), strings.NewReader(formula), strings.NewReader(proof), memory, nil) != nil {
			return
		}
		clauses, n := parsed(formula)
		for assignment := 0; n <= 12 && assignment < 1<<n; assignment++ {
			if satisfied(clauses, assignment) {
				t.Errorf("the proof holds, but the variables of %b make the formula true", assignment)
			}
		}
	})
}

// parsed returns the clauses of a formula that Check has read, and the number of its variables.
func parsed(formula string) (clauses [][]int, n int) {
	for line := range strings.Lines(formula) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == 'c':
		case words[0] == "p" && n == 0 && clauses == nil:
			n, _ = strconv.Atoi(words[2])
		default:
			var clause []int
			for _, w := range words[:len(words)-1] {
				l, _ := strconv.Atoi(w)
				clause = append(clause, l)
			}
			clauses = append(clauses, clause)
		}
	}
	return clauses, n
}

// satisfied reports whether each clause has a literal that is true. Bit v-1 of the assignment is the
// value of variable v.
func satisfied(clauses [][]int, assignment int) bool {
	return !slices.ContainsFunc(clauses, func(clause []int) bool {
		return !slices.ContainsFunc(clause, func(l int) bool { return assignment>>(max(l, -l)-1)&1 == 1 == (l > 0) })
	})
}
