package count

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

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

func factorials(n int64, step int64) *big.Int {
	product := big.NewInt(1)
	for ; n > 1; n -= step {
		product.Mul(product, big.NewInt(n))
	}
	return product
}

// macMahon returns the number of lozenge tilings of a hexagon with the given sides.
func macMahon(a, b, c int64) *big.Int {
	top, bottom := big.NewInt(1), big.NewInt(1)
	for i := int64(1); i <= a; i++ {
		for j := int64(1); j <= b; j++ {
			for k := int64(1); k <= c; k++ {
				top.Mul(top, big.NewInt(i+j+k-1))
				bottom.Mul(bottom, big.NewInt(i+j+k-2))
			}
		}
	}
	return top.Div(top, bottom)
}

// bell returns the number of partitions of a set of n things, by Bell's triangle.
func bell(n int) *big.Int {
	row := []*big.Int{big.NewInt(1)}
	for range n - 1 {
		next := []*big.Int{row[len(row)-1]}
		for k, x := range row {
			next = append(next, new(big.Int).Add(next[k], x))
		}
		row = next
	}
	return row[len(row)-1]
}

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return n
}

func TestCountsAreTheClosedForms(t *testing.T) {
	for _, c := range []struct {
		id   string
		rule cover.Rule
		want *big.Int
		long bool
	}{
		{"domino/8x8", Breadth, big.NewInt(12988816), false}, // Kasteleyn 1961
		{"domino/12x12", Breadth, big.NewInt(53060477521960000), false},
		{"domino/16x16", Breadth, number("2444888770250892795802079170816"), true},
		{"aztec/6", Breadth, power(21), false}, // Elkies, Kuperberg, Larsen and Propp 1992
		{"aztec/12", Greedy, power(78), false},
		{"aztec/8", Input, power(36), true},
		{"lozenge/4x4x4", Input, macMahon(4, 4, 4), false},
		{"lozenge/3x5x4", Reverse, macMahon(3, 5, 4), false},
		{"lozenge/8x8x8", Greedy, macMahon(8, 8, 8), true},
		{"matching/k14", Input, factorials(13, 2), false},
		{"matching/k20", Greedy, factorials(19, 2), true},
		{"bell/9", Greedy, bell(9), false},
		{"bell/13", Input, bell(13), true},
		{"latin/4", Input, big.NewInt(576), false}, // OEIS A002860
		{"latin/5", Input, big.NewInt(161280), false},
		{"squares/9x9", Input, number("5353011036"), false}, // OEIS A045846
		{"squares/2x20", Reverse, big.NewInt(10946), false}, // Fibonacci
		{"rectangles/5x5", Input, number("84231996"), true}, // OEIS A182275
		{"permanent/full12", Breadth, factorials(12, 1), false},
	} {
		if c.long && testing.Short() {
			continue
		}
		if got := count(t, Frontier(c.rule), corpustest.Problem(c.id), cover.Limits{}); got.CountText() != c.want.String() {
			t.Errorf("%s, %s: got %s solutions, want %s", c.id, c.rule, got.CountText(), c.want)
		}
	}
}

// kasteleyn returns the number of domino tilings of a board with even sides, about (Kasteleyn 1961).
func kasteleyn(m, n int) float64 {
	product := 1.0
	for j := 1; j <= m/2; j++ {
		for k := 1; k <= n/2; k++ {
			a, b := math.Cos(math.Pi*float64(j)/float64(m+1)), math.Cos(math.Pi*float64(k)/float64(n+1))
			product *= 4*a*a + 4*b*b
		}
	}
	return product
}

func TestLargeCountsAreThoseOfTheLiterature(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("set XCBENCH_LONG=1 to count for some seconds")
	}
	want := map[string]*big.Int{
		"bell/14":        bell(14),
		"bell/16":        bell(16),
		"matching/k28":   factorials(27, 2),
		"domino/20x20":   number("1269984011256235834242602753102293934298576249856"), // OEIS A004003
		"squares/13x13":  number("1451740730942350766748"),                            // OEIS A045846
		"squares/14x14":  number("5064070747064013556294032"),
		"rectangles/7x7": number("18100579400986674"), // OEIS A182275
	}
	for id, n := range want {
		s := Best(dlx.Index(cover.MRV), "dlx_index")
		if got := count(t, s, corpustest.Problem(id), cover.Limits{}); got.CountText() != n.String() {
			t.Errorf("%s: got %s solutions, want %s", id, got.CountText(), n)
		}
	}
	close, _ := new(big.Float).SetInt(want["domino/20x20"]).Float64()
	if ratio := kasteleyn(20, 20) / close; math.Abs(ratio-1) > 1e-12 {
		t.Errorf("Kasteleyn's formula gives %g times the count of domino/20x20", ratio)
	}
}

func TestARunStopsAtItsLimits(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	s, err := cover.Prepare(Frontier(Input), p)
	if err != nil {
		t.Fatal(err)
	}
	run := func(l cover.Limits) cover.Stats {
		stats := s.Run(t.Context(), l, nil)
		stats.Search = 0
		return stats
	}
	whole := run(cover.Limits{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.Run(ended, cover.Limits{}, nil); got.Status != cover.Timeout {
		t.Errorf("after the end of the context: got %s, want timeout", got.Status)
	}
	for _, c := range []struct {
		name   string
		limits cover.Limits
		status cover.Status
		right  func(cover.Stats) bool
	}{
		{"nodes", cover.Limits{Nodes: 100}, cover.Limit, func(s cover.Stats) bool { return s.Nodes == 100 }},
		{"all nodes", cover.Limits{Nodes: whole.Nodes}, cover.Solved,
			func(s cover.Stats) bool { return s.Solutions == whole.Solutions }},
		{"updates", cover.Limits{Updates: 100}, cover.Limit,
			func(s cover.Stats) bool { return s.Updates >= 100 && s.Updates < 110 }},
		{"solutions", cover.Limits{Solutions: 7}, cover.Limit, func(s cover.Stats) bool { return s.Solutions == 7 }},
		{"memory", cover.Limits{Memory: 3000}, cover.Memout,
			func(s cover.Stats) bool { return s.Nodes > 10 && s.Tables.PeakBytes <= 3000 }},
	} {
		if got := run(c.limits); got.Status != c.status || !c.right(got) {
			t.Errorf("%s: got %s, %+v", c.name, got.Status, got)
		}
		if got := run(cover.Limits{}); !got.SameCount(whole) || got.Nodes != whole.Nodes || got.Updates != whole.Updates ||
			!slices.Equal(got.Levels, whole.Levels) || got.Tables != whole.Tables {
			t.Errorf("after the limit of %s: got %+v, want %+v", c.name, got, whole)
		}
	}
}

// A run stops within 10 ms of its deadline. A busy machine adds to that, so one of eight runs must.
func TestARunStopsSoonAfterItsDeadline(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows the steps between two looks at the clock")
	}
	deadlines := []time.Duration{2, 30, 120} // milliseconds
	if long {
		deadlines = append(deadlines, 300)
	}
	for name, solver := range map[string]cover.Solver{
		"sweep": Frontier(Breadth), "memory": Memo(), "race": Best(dlx.Index(cover.MRV), "dlx_index"),
	} {
		s, err := cover.Prepare(solver, corpustest.Problem("latin/7"))
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range deadlines {
			least := time.Hour
			for try := 0; try < 8 && least > 10*time.Millisecond; try++ {
				ctx, cancel := context.WithTimeout(t.Context(), after*time.Millisecond)
				began := time.Now()
				stats := s.Run(ctx, cover.Limits{}, nil)
				cancel()
				if least = min(least, time.Since(began)-after*time.Millisecond); stats.Status != cover.Timeout {
					t.Errorf("%s, %v: got %s, want timeout", name, after*time.Millisecond, stats.Status)
				}
			}
			if least > 10*time.Millisecond {
				t.Errorf("%s, %v: %v late", name, after*time.Millisecond, least)
			}
		}
	}
}

// Counts of wide keys outgrow 64 bits while they are added up. Every state has one of 70 secondary
// items, which stay on the frontier from the first layer to the last.
func TestCountsOfWideKeysOverflow(t *testing.T) {
	const chain, wide = 41, 70
	var options [][]int
	for w := range wide {
		options = append(options, []int{0, chain + w}, []int{chain - 1, chain + w})
	}
	for c := 1; c < chain-1; c++ {
		options = append(options, []int{c}, []int{c}, []int{c}, []int{c})
	}
	p := problem(t, chain, chain+wide, options)
	want := new(big.Int).Mul(big.NewInt(wide*(wide-1)), power(2*(chain-2)))
	for name, s := range all() {
		if got := count(t, s, p, cover.Limits{}); got.CountText() != want.String() {
			t.Errorf("%s: got %s solutions, want %s", name, got.CountText(), want)
		}
	}
}

// A large table stops to grow when the time is over, wherever it is in that.
func TestGrowthStopsAtTheDeadline(t *testing.T) {
	for name, c := range map[string]struct{ key, limbs int }{"short": {1, 1}, "long counts": {1, 2}, "wide": {3, 1}} {
		ctx, cancel := context.WithCancel(t.Context())
		k := newClock(ctx)
		p := &pool{free: map[int][][]uint64{}, bound: 1 << 40, clock: &k}
		large := table{key: c.key, limbs: c.limbs, shift: 64 - 17}
		large.words = p.take(large.size() * large.stride())
		for e := range large.size() / 2 {
			key := make([]uint64, c.key)
			key[0] = uint64(e)
			p.add(&large, key, []uint64{1, 1}[:c.limbs])
		}
		again := large
		again.words = slices.Clone(large.words)
		if !p.resize(&again, again.shift-1, again.limbs) {
			t.Fatalf("%s: does not grow", name)
		}
		cancel()
		if p.resize(&large, large.shift-1, large.limbs) || k.status != cover.Timeout {
			t.Errorf("%s: grows after the end of the context, status %s", name, k.status)
		}
		k = newClock(ctx)
		p.give(make([]uint64, 1<<18))
		if p.take(1<<18) != nil || k.status != cover.Timeout {
			t.Errorf("%s: memory is cleared after the end of the context", name)
		}
	}
}

// The bound on memory is kept whatever it is, a run that stops there says how far it got, and less
// memory never helps.
func TestMemoryIsBounded(t *testing.T) {
	p := corpustest.Problem("domino/10x10")
	enough := map[string]int64{"sweep": 27_000, "reverse": 27_000, "memory": 135_000}
	for name, solver := range map[string]cover.Solver{"sweep": Frontier(Breadth), "reverse": Frontier(Reverse), "memory": Memo()} {
		s, err := cover.Prepare(solver, p)
		if err != nil {
			t.Fatal(err)
		}
		nodes, solved, least := int64(0), false, int64(0)
		for bound := int64(1 << 10); bound < 1<<22 && (!solved || bound < 4*least); bound += bound / 2 {
			got := s.Run(t.Context(), cover.Limits{Memory: bound, Nodes: 1 << 20}, nil)
			if got.Tables.PeakBytes > bound && got.Nodes > 0 {
				t.Errorf("%s: took %d bytes, want at most %d", name, got.Tables.PeakBytes, bound)
			}
			if name != "memory" && (got.Nodes < nodes || solved && got.Status != cover.Solved) {
				t.Errorf("%s: got %s after %d nodes with %d bytes, and %d nodes with less", name, got.Status, got.Nodes, bound, nodes)
			}
			if got.Status == cover.Solved && got.Solutions != 258584046368 {
				t.Errorf("%s: got %d solutions with %d bytes", name, got.Solutions, bound)
			}
			if nodes = got.Nodes; got.Status == cover.Solved && !solved {
				solved, least = true, bound
			}
		}
		t.Logf("%s: %d bytes are enough", name, least)
		if most := enough[name]; !solved || least > most {
			t.Errorf("%s: solved with %d bytes, want at most %d", name, least, most)
		}
	}
}

// A run keeps its memory for the next one, which may have less.
func TestMemoryOfAnEarlierRunIsBoundedToo(t *testing.T) {
	pl, err := Frontier(Input).(frontier).plan(corpustest.Problem("domino/8x8"))
	if err != nil {
		t.Fatal(err)
	}
	clock := newClock(t.Context())
	s := newSweep(pl, &clock)
	s.start(cover.Limits{})
	s.resume(math.MaxInt64)
	kept := s.pool.held
	if s.start(cover.Limits{Memory: kept}); s.pool.held != kept {
		t.Errorf("a run with enough memory holds %d bytes, want the %d of the run before", s.pool.held, kept)
	}
	if s.start(cover.Limits{Memory: kept - 1}); s.pool.held >= kept {
		t.Errorf("a run with at most %d bytes holds %d", kept-1, s.pool.held)
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
