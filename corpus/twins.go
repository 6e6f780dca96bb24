package corpus

import (
	"fmt"
	"hash/maphash"
	"strings"

	"xcbench/cover"
)

// distinct in the column alike says that an instance is not the problem that it looks like.
const distinct = "distinct"

// twin returns the id of the instance that is the same problem, with other names or in another order. A twin
// is in no tier, so that a problem counts once.
func (in Instance) twin() (id string, ok bool) { return strings.CutPrefix(in.Alike, "twin ") }

// Twins finds problems that a manifest has twice without saying so. By size and answer, it has the instances
// that are not declared.
type Twins map[string][]Instance

// Add compares an instance with those added before. The error is a [format.SyntaxError] with the place of
// its row if the row must declare what the instance is, or names a twin that it is not. Equal refinements
// do not prove that problems are the same, so people decide.
func (t Twins) Add(in Instance, p *cover.Problem) error {
	if in.recorded == nil || in.Alike == distinct {
		return nil
	}
	if id, ok := in.twin(); ok {
		other, err := Find(id)
		if err != nil {
			return err
		}
		if same, err := other.looksLike(p); same && other.Tier != "" || err != nil {
			return err
		}
		return in.recorded.at(7, "%s: twin of %s, expected an instance of a tier with the same problem", in.ID(), id)
	}
	size := fmt.Sprint(p.Primary(), p.Items(), p.Options(), in.Solutions)
	for _, first := range t[size] {
		same, err := first.looksLike(p)
		if same {
			err = in.recorded.at(7, "%s: looks like the problem of %s, expected twin ID or distinct in the column alike", in.ID(), first.ID())
		}
		if err != nil {
			return err
		}
	}
	t[size] = append(t[size], in)
	return nil
}

// looksLike says whether the problem of the instance has the refinement of p.
func (in Instance) looksLike(p *cover.Problem) (bool, error) {
	puzzle, err := in.Puzzle()
	if err != nil {
		return false, err
	}
	return refinement(puzzle.Problem()) == refinement(p), nil
}

var refinementSeed = maphash.MakeSeed()

// refinement returns a hash of a problem that depends neither on names nor on order. It is made by colour
// refinement: labels of items make labels of options, which make new labels of items. The last round is the
// one that tells no more items apart. Each colour of an item counts as an item too.
func refinement(p *cover.Problem) (hash uint64) {
	mixed := func(a, b uint64) uint64 { return maphash.Comparable(refinementSeed, [2]uint64{a, b}) }
	labels := make([]uint64, p.Items())
	for i := range p.Primary() {
		labels[i] = 1
	}
	coloured := map[[2]int32]int32{}
	options := make([][]int32, p.Options())
	for o := range options {
		options[o] = append(options[o], p.Option(o)...)
		for k, c := range p.Colouring(o) {
			entry := [2]int32{p.Option(o)[k], c}
			if _, ok := coloured[entry]; c != 0 && !ok {
				coloured[entry] = int32(len(labels))
				labels = append(labels, 2)
			}
			if c != 0 {
				options[o] = append(options[o], coloured[entry])
			}
		}
	}
	for classes := 0; ; {
		next := make([]uint64, len(labels))
		for _, option := range options {
			sum := uint64(0)
			for _, i := range option {
				sum += mixed(labels[i], 0)
			}
			for _, i := range option {
				next[i] += mixed(sum, 1)
			}
		}
		seen := map[uint64]bool{}
		hash = 0
		for i := range labels {
			labels[i] = mixed(labels[i], next[i])
			seen[labels[i]] = true
			hash += mixed(labels[i], 2)
		}
		if len(seen) == classes {
			return hash
		}
		classes = len(seen)
	}
}
