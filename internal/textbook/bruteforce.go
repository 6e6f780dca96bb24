package textbook

import (
	"fmt"
	"slices"

	"xcbench/cover"
)

// BruteForce returns the solutions of p as sorted text. It tries every set of options that agree.
func BruteForce(p *cover.Problem) []string {
	var all []string
	var try func(o, covered int, chosen []int)
	try = func(o, covered int, chosen []int) {
		if o == p.Options() {
			if covered == p.Primary() {
				all = append(all, fmt.Sprint(chosen))
			}
			return
		}
		try(o+1, covered, chosen)
		if !slices.ContainsFunc(chosen, func(c int) bool { return !p.Agree(c, o) }) {
			for _, i := range p.Option(o) {
				if int(i) < p.Primary() {
					covered++
				}
			}
			try(o+1, covered, append(chosen, o))
		}
	}
	try(0, 0, nil)
	slices.Sort(all)
	return all
}
