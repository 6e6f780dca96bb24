package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// forms are the kernels, the plain one first. A kernel that has planes is there without them, too.
func forms() (all []kernel) {
	for _, k := range slices.Backward(kernels) {
		lanes := k
		lanes.planes = nil
		if all = append(all, lanes); k.planes != nil {
			all = append(all, k)
		}
	}
	return all
}

// crowd returns a random problem with up to several blocks of 64 items, and what is left of it when some options,
// which may clash, but not about a secondary item, are taken.
func crowd(seed uint64) (p, rest *cover.Problem) {
	rng := rand.New(rand.NewPCG(seed, 6))
	primary := []int{rng.IntN(130), 64, 65, 129, 460, 320 + int(seed/6*8)}[seed%6]
	shape := textbook.Shape{Primary: primary, Secondary: rng.IntN(5), Planted: 1 + rng.IntN(3), Longest: 4, Near: 8,
		Most: 1 + rng.IntN(maxOptions)}
	if seed%6 >= 4 && seed%4 < 3 {
		shape.Most = 1 + rng.IntN(9)
	}
	shape.Options = rng.IntN(1 + shape.Most*primary)
	p = shape.Problem(seed)
	var taken []int32
	for range rng.IntN(1 + min(5, p.Options())) {
		if o := rng.Int32N(int32(p.Options())); int(slices.Max(p.Option(int(o)))) < primary && !slices.Contains(taken, o) {
			taken = append(taken, o)
		}
	}
	return p, p.Restrict(taken, nil)
}

// All kernels walk the same trees, of whole problems and after resets to a restriction and back, with weights
// and without. The number of a round soon has more than 16 bits. Some weights cannot grow any more.
func TestKernelsWalkTheSameTrees(t *testing.T) {
	planar := map[int]bool{}
	nodes, solutions, swayed := int64(0), int64(0), 0
	for seed := range uint64(48) {
		p, rest := crowd(seed)
		primary := p.Primary()
		var unweighted textbook.Tree
		for _, weighted := range []bool{false, true} {
			var want []textbook.Tree
			for _, k := range forms() {
				x := textbook.Prepared(t, solver{k, weighted}, p).(*search)
				if suits := k.planes != nil && primary > 320 && primary <= 384 && p.Degree() <= 9; x.tables.planes != suits {
					t.Errorf("%s, %d items of at most %d options: got planes %v, want %v", k.name, primary, p.Degree(), !suits, suits)
				}
				planar[primary] = planar[primary] || x.tables.planes
				x.round |= 1<<16 - 8
				got := []textbook.Tree{textbook.RunUntraced(t.Context(), x, cover.Limits{Nodes: 200})}
				for i := range x.keys {
					x.keys[i] = uint16(i * 7 % 3)
				}
				x.blamed = 0
				got = append(got, textbook.RunUntraced(t.Context(), x, cover.Limits{Nodes: 200}))
				for _, p := range []*cover.Problem{rest, p} {
					if err := x.Reset(p); err != nil {
						t.Fatal(err)
					}
					got = append(got, textbook.RunUntraced(t.Context(), x, cover.Limits{Nodes: 100}))
				}
				if want == nil {
					want = got
				} else if !slices.EqualFunc(got, want, textbook.Tree.Equal) {
					t.Fatalf("seed %d, %s, planes %v, weights %v: got %+v, want %+v", seed, k.name, x.tables.planes, weighted, got, want)
				}
			}
			nodes, solutions = nodes+want[0].Nodes, solutions+want[0].Solutions
			if weighted && !want[0].Equal(unweighted) {
				swayed++
			}
			unweighted = want[0]
		}
	}
	if nodes < 2000 || solutions < 500 || swayed < 5 {
		t.Errorf("got %d nodes, %d solutions and %d trees changed by weights, want more", nodes, solutions, swayed)
	}
	if has := slices.ContainsFunc(kernels, func(k kernel) bool { return k.planes != nil }); has && len(planar) < 5 {
		t.Errorf("got planes for %d numbers of items, want at least 5", len(planar))
	}
}

func TestNewTakesTheFastestKernel(t *testing.T) {
	x := textbook.Prepared(t, New(), textbook.Problem(1, []int{0}, []int{0}))
	if got := x.(*search).name; got != kernels[0].name {
		t.Errorf("got kernel %s, want %s", got, kernels[0].name)
	}
}

// An item with more claims than one loop of the kernel takes leaves its problem to lanes.
func TestPlanesHaveFewClaimsOfAnItem(t *testing.T) {
	for partners := 7; partners <= 9; partners++ {
		var group []int
		for i := range partners + 1 {
			group = append(group, i)
		}
		x, err := newTables(textbook.Problem(330, append(textbook.Singles(330, 330), group, group)...), true)
		if err != nil {
			t.Fatal(err)
		}
		if want := partners <= maxPlaneClaims; x.planes != want {
			t.Errorf("%d claims of an item: got planes %v, want %v", partners, x.planes, want)
		}
	}
}
