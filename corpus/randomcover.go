package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
)

var randomCover = Family{
	Name:    "random",
	summary: "random options of equal size",
	Params: []Param{
		number("i<items>", 1, 2_000, "number of items, all primary"),
		number("_m<options>", 1, 100_000, "number of options"),
		number("_k<size>", 1, 100, "number of items in an option"),
		seedParam("seed of the random choices"),
		choice("_<solution>", "whether a solution is planted among the options",
			"planted=a solution planted", "free=none planted").or("planted"),
	},
	Form: `Options are random sets of items, all different. Every set of the given size is equally
likely. In a planted problem, the first options are a partition of the shuffled items.
Its last part is smaller if the size does not divide the number of items. Then all
options are shuffled.

Items are 0, 1, .... Each option lists its items in increasing order.`,
	Source: "counted",
	title:  "{options} random options of {size} out of {items} items, {solution} (seed {seed})",
	build: func(v Values) (*format.Puzzle, error) {
		items, options, size := v.int("items"), v.int("options"), v.int("size")
		d := newDice(v.int("seed"))
		if size > items || size*options > scatteredMost {
			return nil, fmt.Errorf("%d options of %d items, expected at most %d items each, and %d in all options",
				options, size, items, scatteredMost)
		}
		var plan [][]int // the planted options
		if v["solution"] == "planted" {
			for part := range slices.Chunk(d.perm(items), size) {
				plan = append(plan, part)
			}
		}
		subsets := 1 // how many sets of this size there are, or an upper bound
		for k := 0; k < size && subsets < 2*options; k++ {
			subsets = subsets * (items - k) / (k + 1)
		}
		if len(plan) > options || 2*options > subsets && items > 1 {
			return nil, fmt.Errorf("%d options, expected from %d to half of the sets of %d out of %d items",
				options, len(plan), size, items)
		}
		return scattered(items, options, plan, func() []int {
			set := make([]int, size)
			d.choose(items, set)
			return set
		}, d)
	},
}

var density = Family{
	Name: "density",
	Params: []Param{
		number("i<items>", 1, 1_000, "number of items, all primary"),
		number("_m<options>", 1, 50_000, "number of options"),
		number("_p<percent>", 1, 90, "percentage of ones in the matrix"),
		seedParam("seed of the random choices"),
	},
	Form: `Each entry of a random matrix is 1 with the given chance. The rows are the options;
empty rows and repeated rows are drawn again. One solution is planted: the shuffled
items are dealt at random to 100/percent parts, which is how many options of mean size a
solution has. All options are shuffled.

Items are 0, 1, .... Each option lists its items in increasing order.`,
	Source: "counted",
	summary: "random matrix of {options} options and {items} items, " +
		"{percent} of 100 entries being 1, a solution planted (seed {seed})",
	build: func(v Values) (*format.Puzzle, error) {
		items, options, percent := v.int("items"), v.int("options"), v.int("percent")
		d := newDice(v.int("seed"))
		if items*options > 10*scatteredMost {
			return nil, fmt.Errorf("a matrix of %d entries, expected at most %d", items*options, 10*scatteredMost)
		}
		parts := make([][]int, min(items, max(1, 100/percent)))
		for k, i := range d.perm(items) {
			p := k // no part is empty
			if k >= len(parts) {
				p = d.below(len(parts))
			}
			parts[p] = append(parts[p], i)
		}
		if len(parts) > options || items < 20 && options > max(1, 1<<items/4) {
			return nil, fmt.Errorf("%d options, expected from %d to a quarter of the sets of %d items",
				options, len(parts), items)
		}
		return scattered(items, options, parts, func() (set []int) {
			for i := range items {
				if d.below(100) < percent {
					set = append(set, i)
				}
			}
			return set
		}, d)
	},
}

// scatteredMost bounds the entries of random problems.
const scatteredMost = 1_000_000

// scattered makes a problem of the planned options and of random ones, all different and in random
// order. draw returns a random option.
func scattered(items, options int, plan [][]int, draw func() []int, d dice) (*format.Puzzle, error) {
	const tries = 20 // for each option: perhaps only a few sets are likely
	var all [][]int
	seen := map[string]bool{} // looked up but never iterated, so that its order does not matter
	for n := 0; len(all) < options; n++ {
		var set []int
		if n < len(plan) {
			set = plan[n]
		} else if set = draw(); n > tries*(options+10) {
			return nil, fmt.Errorf("%d options, expected fewer: only %d different ones were found in %d tries",
				options, len(all), n)
		}
		slices.Sort(set)
		if key := fmt.Sprint(set); len(set) > 0 && !seen[key] {
			seen[key] = true
			all = append(all, set)
		}
	}
	var b cover.Builder
	b.Primary(numbered(0, items, "")...)
	for _, o := range d.perm(options) {
		b.OptionOf(all[o]...)
	}
	p, err := b.Problem()
	if err != nil {
		return nil, err
	}
	return format.NewPuzzle(p), nil
}
