package count

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// rules are the rules of all frontier solvers.
var rules = []cover.Rule{Input, Reverse, Breadth, Greedy}

// problem returns a problem with the given options. The first items are primary.
func problem(t testing.TB, primary, items int, options [][]int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	for i := range items {
		if i < primary {
			b.Primary(strconv.Itoa(i))
		} else {
			b.Secondary(strconv.Itoa(i))
		}
	}
	for _, o := range options {
		b.OptionOf(o...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// random returns a small problem. Some have no solution, no items, items without options, or the
// same option twice.
func random(t testing.TB, rng *rand.Rand) *cover.Problem {
	primary, secondary := rng.IntN(9), rng.IntN(5)
	density := rng.Float64()
	var options [][]int
	for range rng.IntN(15) {
		var items []int
		for i := range primary + secondary {
			if rng.Float64() < density {
				items = append(items, i)
			}
		}
		if rng.IntN(8) == 0 && len(options) > 0 {
			items = options[len(options)-1]
		}
		options = append(options, items)
	}
	return problem(t, primary, primary+secondary, options)
}

// bruteForce counts the sets of options that are solutions.
func bruteForce(p *cover.Problem) (n int64) {
	var choose func(o int, covered uint64)
	choose = func(o int, covered uint64) {
		if o == p.Options() {
			if primary := uint64(1)<<p.Primary() - 1; covered&primary == primary {
				n++
			}
			return
		}
		choose(o+1, covered)
		mask := uint64(0)
		for _, i := range p.Option(o) {
			mask |= 1 << i
		}
		if covered&mask == 0 {
			choose(o+1, covered|mask)
		}
	}
	choose(0, 0)
	return n
}

// count runs a solver on a problem.
var long = os.Getenv("XCBENCH_LONG") != ""

func count(t testing.TB, s cover.Solver, p *cover.Problem, limits cover.Limits) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(context.Background(), s, p, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// all returns the solvers of the package by name.
func all() map[string]cover.Solver {
	solvers := map[string]cover.Solver{}
	for _, r := range rules {
		solvers[string(r)] = Frontier(r)
	}
	solvers["memo"] = Memo()
	solvers["best"] = Best(dlx.Index(cover.MRV), "dlx_index")
	return solvers
}

func TestCountsAreThoseOfBruteForce(t *testing.T) {
	trials := 1500
	switch {
	case long:
		trials = 60_000
	case testing.Short():
		trials = 1000
	}
	solvable := 0
	for seed := range uint64(trials) {
		p := random(t, rand.New(rand.NewPCG(seed, 18)))
		want := bruteForce(p)
		if want > 0 {
			solvable++
		}
		for name, s := range all() {
			got := count(t, s, p, cover.Limits{})
			if got.Solutions != want || got.Status != cover.Solved {
				t.Fatalf("seed %d, %s: got %d solutions, %s, want %d", seed, name, got.Solutions, got.Status, want)
			}
			var sum cover.Level
			for _, l := range got.Levels {
				sum.Nodes, sum.Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates
			}
			if sum.Nodes != got.Nodes || sum.Updates != got.Updates || got.Levels[0].Nodes != 1 {
				t.Fatalf("seed %d, %s: got levels %v, totals %d and %d", seed, name, got.Levels, got.Nodes, got.Updates)
			}
		}
	}
	if solvable < trials/10 || solvable > trials*9/10 {
		t.Errorf("%d of %d problems have a solution; expected a mixture", solvable, trials)
	}
}

// copies returns a problem that is n copies of another one, and in a shuffled order. Its count is
// the n-th power.
func copies(t testing.TB, p *cover.Problem, n int, rng *rand.Rand) *cover.Problem {
	primary, secondary := p.Primary(), p.Items()-p.Primary()
	place := append(rng.Perm(n*primary), rng.Perm(n*secondary)...)
	for k := range n * secondary {
		place[n*primary+k] += n * primary
	}
	var options [][]int
	for c := range n {
		for o := range p.Options() {
			var items []int
			for _, i := range p.Option(o) {
				if int(i) < primary {
					items = append(items, place[c*primary+int(i)])
				} else {
					items = append(items, place[n*primary+c*secondary+int(i)-primary])
				}
			}
			options = append(options, items)
		}
	}
	rng.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })
	return problem(t, n*primary, n*(primary+secondary), options)
}

// Breadth first, the copies come one after the other, and the count grows to hundreds of bits.
func TestCountsOfAnySizeAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	base := problem(t, 3, 4, [][]int{{0, 1}, {1, 2}, {0, 3}, {2}, {0}, {2, 3}, {1}})
	one := big.NewInt(bruteForce(base))
	two := problem(t, 1, 1, [][]int{{0}, {0}})
	for _, n := range []int{1, 5, 31, 62, 63, 64, 65, 127, 128, 129, 200} {
		for _, c := range []struct {
			base *cover.Problem
			one  *big.Int
		}{{base, one}, {two, big.NewInt(2)}} {
			want := new(big.Int).Exp(c.one, big.NewInt(int64(n)), nil)
			p := copies(t, c.base, n, rng)
			for _, r := range []cover.Rule{Breadth, Greedy} {
				got := count(t, Frontier(r), p, cover.Limits{})
				if got.CountText() != want.String() || (got.Big != nil) == want.IsInt64() {
					t.Errorf("%s, %d copies: got %s (%v), want %s", r, n, got.CountText(), got.Big, want)
				}
			}
		}
	}
}

// A path is swept along its even items first, and then along the odd ones. Each odd item has an
// option of its own in the end, so all of them stay open.
func TestWideKeysGiveTheSameCounts(t *testing.T) {
	for _, n := range []int{30, 66, 130, 200} {
		var options [][]int // item k is place 2k of the path, item n+k is place 2k+1
		for k := range n {
			options = append(options, []int{k, n + k}, []int{n + k})
			if k > 0 {
				options = append(options, []int{n + k - 1, k})
			}
		}
		options = append(options, []int{0}, []int{n / 2})
		p := problem(t, 2*n, 2*n, options)
		want := count(t, Frontier(Breadth), p, cover.Limits{}) // keys of one word
		if want.Solutions < 2 || compile(p, breadthOrder(p)).words > 1 {
			t.Fatalf("%d pairs: got %d solutions, want some from short keys", n, want.Solutions)
		}
		if got := count(t, Frontier(Input), p, cover.Limits{Nodes: 1e6}); !got.SameCount(want) {
			t.Errorf("%d pairs: got %s solutions, want %s", n, got.CountText(), want.CountText())
		}
		if pl := compile(p, inputOrder(p)); pl.words < n/64 {
			t.Errorf("%d pairs: got keys of %d words, want %d or more", n, pl.words, n/64)
		}
	}
}

func TestFullKeysAreCompared(t *testing.T) {
	p := pool{free: map[int][][]uint64{}, bound: 1 << 30, clock: &clock{}}
	for _, words := range []int{1, 2, 5} {
		tab := table{key: words, limbs: 1, shift: 64 - smallest}
		c := newClock(context.Background())
		p.clock = &c
		for n := range uint64(20_000) {
			key := make([]uint64, words)
			key[words-1] = n << 44 // the low bits are equal
			if !p.add(&tab, key, []uint64{n + 1}) {
				t.Fatalf("%d words: key %d is not new", words, n)
			}
		}
		for n := range uint64(20_000) {
			key := make([]uint64, words)
			key[words-1] = n << 44
			if got := tab.words[tab.slot(key)+words]; got != n+1 {
				t.Fatalf("%d words: key %d has the count %d, want %d", words, n, got, n+1)
			}
		}
	}
}

// Similar keys are spread over the table: see mix.
func TestEntriesAreNearTheirPlace(t *testing.T) {
	for _, id := range []string{"latin/6", "domino/12x12", "matching/k20", "pentomino/4x15"} {
		s, err := cover.Prepare(Frontier(Input), corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		s.Run(t.Context(), cover.Limits{Nodes: 20_000}, nil)
		x, entries, distance := s.(*frontierSearch).sweep, 0, 0
		for _, tab := range x.tables {
			for k := 0; k < len(tab.words); k += tab.stride() {
				e := tab.words[k : k+tab.stride()]
				if used(e[tab.key:]) {
					entries++
					distance += (k/tab.stride() - int(hashOf(e[:tab.key])>>tab.shift)) & (tab.size() - 1)
				}
			}
		}
		if id == "latin/6" && entries < 10_000 || float64(distance) > 3*float64(entries) {
			t.Errorf("%s: %d entries are %d places from home, want at most 3 on average", id, entries, distance)
		}
	}
}

func FuzzCounts(f *testing.F) {
	f.Add([]byte{3, 1, 0b0011, 0b0101, 0b1100, 0b1000})
	f.Add([]byte{0, 0})
	f.Add([]byte{8, 2, 1, 2, 4, 8, 16, 32, 64, 128, 255, 3, 12})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 18 {
			return
		}
		primary, secondary := int(data[0]%9), int(data[1]%5)
		var options [][]int
		for _, b := range data[2:] {
			mask, items := uint64(b)*0x10101>>(b%5), []int(nil)
			for i := range primary + secondary {
				if mask>>i&1 == 1 {
					items = append(items, i)
				}
			}
			options = append(options, items)
		}
		p := problem(t, primary, primary+secondary, options)
		want := bruteForce(p)
		for name, s := range all() {
			if got := count(t, s, p, cover.Limits{}); got.Solutions != want {
				t.Errorf("%s: got %d solutions, want %d", name, got.Solutions, want)
			}
		}
	})
}
