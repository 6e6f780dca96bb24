package textbook

import (
	"fmt"
	"slices"

	"xcbench/cover"
)

// BruteForce returns the solutions of p as sorted text. It tries every set of options without a
// common item. There may be 64 items.
func BruteForce(p *cover.Problem) []string {
	primary := uint64(1)<<p.Primary() - 1
	var all []string
	var try func(o int, covered uint64, chosen []int)
	try = func(o int, covered uint64, chosen []int) {
		if o == p.Options() {
			if covered&primary == primary {
				all = append(all, fmt.Sprint(chosen))
			}
			return
		}
		try(o+1, covered, chosen)
		mask := uint64(0)
		for _, i := range p.Option(o) {
			mask |= 1 << i
		}
		if covered&mask == 0 {
			try(o+1, covered|mask, append(chosen, o))
		}
	}
	try(0, 0, nil)
	slices.Sort(all)
	return all
}
