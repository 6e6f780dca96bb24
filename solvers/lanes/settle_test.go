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
	outcomes, wides := map[int]int{}, map[int]bool{}
	swayed := 0 // choices that the weights changed
	for seed := range uint64(108) {
		rng := rand.New(rand.NewPCG(seed, 6))
		primary := []int{rng.IntN(130), 64, 65, 129, 460, 320 + int(seed/6%10)}[seed%6]
		shape := textbook.Shape{Primary: primary, Secondary: rng.IntN(5), Planted: 1 + rng.IntN(3), Longest: 4, Near: 8,
			Most: 1 + rng.IntN(maxOptions)}
		shape.Options = rng.IntN(1 + shape.Most*primary)
		p := shape.Problem(seed)
		x, err := newTables(p)
		if err != nil {
			t.Fatal(err)
		}
		kernels := slices.Clone(kernels)
		if wide := kernels[0].of(x); wide.wide != kernels[0].wide {
			wides[primary] = true
			kernels = append(kernels, wide)
		}
		weighted := seed/6%2 == 0
		spaces := make([]workspace, len(kernels)) // kept, so that a dead end may leave something behind
		for k := range kernels {
			spaces[k] = newWorkspace(x, weighted)
		}
		ws := newWorkspace(x, weighted)
		for run := range 8 {
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
			path := make([]int, p.MaxDepth()+1)
			for {
				to := aligned(x.stride)
				item, after := settlePlain(&ws, from, to, option, path, taken)
				for k, kernel := range kernels {
					other, trail := aligned(x.stride), slices.Clone(path)
					gotItem, got := kernel.settle(&spaces[k], from, other, option, trail, taken)
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
	for primary := range 600 {
		if want := kernels[0].wide != nil && primary >= 321 && primary <= 328; wides[primary] != want {
			t.Errorf("%d primary items: got wide %v, want %v", primary, wides[primary], want)
		}
	}
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
