package drup_test

import (
	"strings"
	"testing"

	"xcbench/internal/drup"
)

// FuzzCheck reads any text as a proof, and as a formula. No proof without solutions holds for a formula
// that has models.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{square, oneOfThree, "c x\n1 -1 0\nd 1 2 3 0\n0\n", "-1 0\n2 3 0\n0\n", "p cnf 0 1\n0\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if drup.Check(t.Context(), strings.NewReader(oneOfThree), strings.NewReader(text), 1<<20, nil) == nil {
			t.Error("the proof holds")
		}
		drup.Check(t.Context(), strings.NewReader(text), strings.NewReader("0\n"), 1<<20, nil)
	})
}
