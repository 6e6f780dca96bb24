package divide

import (
	"context"
	"math/rand/v2"
	"slices"

	"xcbench/cover"
	"xcbench/solvers/estimate"
)

// Sized is a part and the estimated number of its nodes.
type Sized struct {
	Part
	Nodes float64
}

// Each node of the trunk is probed a few times. Estimates of single subtrees need not be better: a
// part that takes twice as long as it should does no harm.
const (
	probes = 3
	width  = 32
)

// tolerance is how many times as large as wanted a subtree may be before it is divided.
const tolerance = 1.5

// Plan divides the search of p by s into parts of about so many nodes, in the order of the search.
// It returns none if the whole tree is estimated to be that small. Siblings share a part while they
// are small enough together. The result depends on the arguments only. Plan calls tell, if it is not
// nil, whenever it has found more parts.
func Plan(ctx context.Context, s cover.Solver, p *cover.Problem, nodes float64, seed uint64, tell func(parts int)) (
	[]Sized, error) {
	x, err := estimate.New(s, p)
	if err != nil {
		return nil, err
	}
	d := &division{ctx: ctx, prober: x, dice: rand.New(rand.NewPCG(seed, 0)), nodes: nodes, tell: tell}
	sizes, err := d.children(nil)
	if err != nil {
		return nil, err
	}
	total := 1.
	for _, n := range sizes {
		total += n
	}
	if total <= tolerance*nodes {
		return nil, nil
	}
	err = d.split(nil, sizes)
	return d.parts, err
}

// division is the state of a plan.
type division struct {
	ctx    context.Context
	prober *estimate.Prober
	dice   *rand.Rand
	nodes  float64
	parts  []Sized
	tell   func(int)
}

func (d *division) children(path []int32) ([]float64, error) {
	return d.prober.Children(d.ctx, path, width, probes, d.dice)
}

// split makes parts of the children of a node, which have these sizes.
func (d *division) split(path []int32, sizes []float64) error {
	group := Sized{Part: Part{Path: path}}
	flush := func(next int32) {
		if group.To > group.From {
			d.parts = append(d.parts, group)
			if d.tell != nil {
				d.tell(len(d.parts))
			}
		}
		group = Sized{Part: Part{Path: path, From: next, To: next}}
	}
	for k, size := range sizes {
		child := int32(k)
		if size > tolerance*d.nodes {
			below := append(slices.Clone(path), child)
			further, err := d.children(below)
			if err != nil {
				return err
			}
			if len(further) > 0 {
				flush(child + 1)
				if err := d.split(below, further); err != nil {
					return err
				}
				continue
			}
		}
		if group.Nodes+size > d.nodes {
			flush(child)
		}
		group.To, group.Nodes = child+1, group.Nodes+size
	}
	flush(0)
	return nil
}
