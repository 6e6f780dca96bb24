package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// Basis says what a number of solutions rests on: the programs that counted the solutions, joined
// by "+", or one of the words [Cited] and [Unsettled]. It is "" if a manifest does not say.
type Basis string

const (
	Cited     Basis = "cited" // the source has the number, and no program has counted it here
	Unsettled Basis = "open"  // the number is not known, or has only a bound
)

// counters are the programs that a [Basis] names, in this order. docs/corpus.md describes each.
var counters = []string{"dlx1", "memo", "front", "gini", "bitset", "bitset_infer", "count", "learn", "cadical"}

// parseBasis reads the basis of a number of solutions.
func parseBasis(text string, solutions Count) (Basis, error) {
	b := Basis(text)
	if b != Cited && b != Unsettled {
		last := -1
		for name := range strings.SplitSeq(text, "+") {
			k := slices.Index(counters, name)
			if k <= last {
				return "", fmt.Errorf("unknown basis %q, expected cited, open or programs joined by +, in this order: %s",
					text, strings.Join(counters, ", "))
			}
			last = k
		}
	}
	exact := solutions.N != Unknown && !solutions.AtLeast
	if exact && b == Unsettled {
		return "", fmt.Errorf("basis open for exactly %v solutions, expected cited or the programs that counted them",
			solutions)
	}
	if !exact && b != Unsettled {
		return "", fmt.Errorf("basis %s for %v solutions, expected open", b, solutions)
	}
	return b, nil
}
