package lanes

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// Every kernel returns what the plain one returns, with the same path, state and weights, on random
// paths down the tree. The first level takes no option. In half of the problems items have weights.
func TestKernelsMakeTheSameStates(t *testing.T) {
	outcomes, planar := map[int]int{}, map[int]bool{}
	swayed := 0    // choices that the weights changed
	all := kernels // this processor's
	for seed := range uint64(96) {
		rng := rand.New(rand.NewPCG(seed, 6))
		primary := []int{rng.IntN(130), 64, 65, 129, 460, 320 + int(seed/6*4)}[seed%6]
		shape := textbook.Shape{Primary: primary, Secondary: rng.IntN(5), Planted: 1 + rng.IntN(3), Longest: 4, Near: 8,
			Most: 1 + rng.IntN(maxOptions)}
		if seed%6 >= 4 && seed%4 < 3 {
			shape.Most = 1 + rng.IntN(9)
		}
		shape.Options = rng.IntN(1 + shape.Most*primary)
		p := shape.Problem(seed)
		x, err := newTables(p, false)
		if err != nil {
			t.Fatal(err)
		}
		weighted := seed/6%2 == 0
		var kernels []kernel
		var spaces []workspace // kept, so that a dead end may leave something behind
		for _, k := range all {
			kernels, spaces = append(kernels, k), append(spaces, newWorkspace(x, weighted))
			if k.planes == nil {
				continue
			}
			y, err := newTables(p, true)
			if err != nil {
				t.Fatal(err)
			}
			most := 0
			for i := range primary {
				most = max(most, bits.OnesCount16(lane(x.full, i)))
			}
			if want := primary > 320 && primary <= 384 && most <= 9; y.planes != want {
				t.Errorf("%d items of at most %d options: got planes %v, want %v", primary, most, y.planes, want)
			}
			if y.planes {
				planar[primary] = true
				kernels, spaces = append(kernels, k.of(y)), append(spaces, newWorkspace(y, weighted))
			}
		}
		ws := newWorkspace(x, weighted)
		taken := make([]int32, rng.IntN(1+min(5, p.Options())))
		for k := range taken {
			taken[k] = int32(rng.IntN(p.Options()))
		}
		want := slices.Clone(x.full)
		takePlain(&ws, x.full, want, taken)
		for k, kernel := range kernels {
			y := spaces[k].tables
			state := slices.Clone(y.full)
			clear(state[:y.width])
			kernel.take(&spaces[k], y.full, state, taken)
			if got := inLanes(x, y, state); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: got state %x with options %v taken, want %x", seed, kernel.name, got, taken, want)
			}
		}
		for run := range 8 {
			for k := range spaces { // the number of a round soon has more than 16 bits
				spaces[k].round |= 1<<16 - 8
			}
			if run == 4 { // some weights cannot grow any more
				for i := range ws.keys {
					ws.keys[i] = min(ws.keys[i], uint16(rng.IntN(3)))
				}
				for k := range spaces {
					copy(spaces[k].keys, ws.keys)
				}
			}
			from, taken, option := aligned(x.stride), 0, p.Options()
			copy(from, x.full)
			froms := make([][]uint64, len(kernels))
			for k := range kernels {
				froms[k] = aligned(spaces[k].stride)
				copy(froms[k], spaces[k].full)
			}
			path := make([]int, p.MaxDepth()+1)
			for {
				to := aligned(x.stride)
				item, after := settlePlain(&ws, from, to, option, path, taken)
				for k, kernel := range kernels {
					state, trail := aligned(spaces[k].stride), slices.Clone(path)
					gotItem, got := kernel.settle(&spaces[k], froms[k], state, option, trail, taken)
					other := inLanes(x, spaces[k].tables, state)
					froms[k] = state
					if gotItem != item || got != after || !slices.Equal(trail[:got], path[:after]) ||
						!slices.Equal(other, to) || slices.Contains(spaces[k].seen, 1) ||
						!slices.Equal(spaces[k].keys, ws.keys) || spaces[k].blamed != ws.blamed {
						t.Fatalf("seed %d, %s: got item %d, path %v, keys %v and state %x, want %d, %v, %v and %x",
							seed, kernel.name, gotItem, trail[:got], spaces[k].keys, other, item, path[:after], ws.keys, to)
					}
				}
				outcomes[min(item, 0)]++
				if open := to[x.open:x.width]; ws.blamed != 0 && item >= 0 && item != smallest(to[:x.open], open[:len(ws.due)]) {
					swayed++
				}
				if item < 0 {
					break
				}
				left := lane(to, item)
				for range rng.IntN(bits.OnesCount16(left)) {
					left &= left - 1
				}
				option = int(x.options[item*maxOptions+bits.TrailingZeros16(left)])
				from, taken = to, after+1
				path[after] = option
			}
		}
	}
	if outcomes[solved] < 50 || outcomes[dead] < 50 || outcomes[0] < 200 || len(outcomes) != 3 {
		t.Errorf("got outcomes %v, want at least 50 solutions, 50 dead ends, 200 other nodes, and nothing else", outcomes)
	}
	if swayed < 50 {
		t.Errorf("weights changed %d choices, want at least 50", swayed)
	}
	if has := slices.ContainsFunc(all, func(k kernel) bool { return k.planes != nil }); has && len(planar) < 10 {
		t.Errorf("got planes for %d numbers of items, want at least 10", len(planar))
	}
}

// inLanes returns a state of y as a state of x, whose states are lanes.
func inLanes(x, y *tables, state []uint64) []uint64 {
	if !y.planes {
		return state
	}
	to, n := slices.Clone(x.full), x.p.Primary()
	clear(to[:x.open])
	copy(to[x.open:], state[y.open:][:max(1, (n+63)/64)])
	for i := range n {
		to[i/4] |= uint64(y.left(state, i)) << (i % 4 * 16)
	}
	slot := 0
	for c := range x.claims {
		b := int(x.block[c] / 8)
		if slot++; c == 0 || x.block[c] != x.block[c-1] {
			slot = 0
		}
		to[x.width+c] = state[y.width+slot*vector+b]
	}
	return to
}

func TestNewTakesTheFastestKernel(t *testing.T) {
	x, err := cover.Prepare(New(), textbook.Problem(1, []int{0}, []int{0}))
	if err != nil {
		t.Fatal(err)
	}
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
