package infer_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/infer"
	"xcbench/solvers/lanes"
)

// forms calls f for each form of a search of dense problems: with all instructions that the processor
// has, with lists of AVX2, without lists, and without vectors too.
func forms(f func(form string)) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	f("lists")
	cpu.X86.HasAVX512BW = false
	f("lists of AVX2")
	cpu.X86.HasBMI2 = false
	f("vectors")
	cpu.X86.HasAVX512F = false
	f("words")
}

// beyond returns p with more items and options, so that package lanes does not take it: an item has 17
// options. All of them are forced or removed at the root. So are more items, each with an option of
// its own. With many of them, the problem is not dense. The options of p come first.
func beyond(p *cover.Problem, more int) *cover.Problem {
	n, secondary := p.Primary(), p.Items()-p.Primary()
	shift := 2 + more
	var options [][]int
	for o := range p.Options() {
		var items []int
		for _, i := range p.Option(o) {
			if int(i) >= n {
				i += int32(shift)
			}
			items = append(items, int(i))
		}
		options = append(options, items)
	}
	last := n + shift + secondary
	options = append(options, slices.Concat([][]int{{n, last}, {n + 1}}, textbook.Times(16, n+1, last))...)
	for i := range more {
		options = append(options, []int{n + 2 + i})
	}
	return textbook.Mixed(n+shift, secondary+1, options...)
}

const fillers = 150 // more items for a problem that is not dense

// outside is the solver of problems that package lanes does not take. It does not show what is forced.
type outside struct {
	cover.Solver
	more int
}

type outsideSearch struct {
	cover.Search
	options int
}

func (s outside) Prepare(p *cover.Problem) (cover.Search, error) {
	x, err := cover.Prepare(s.Solver, beyond(p, s.more))
	return outsideSearch{x, p.Options()}, err
}

func (x outsideSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	return x.Search.Run(ctx, limits, func(options []int) bool {
		return visit(slices.DeleteFunc(slices.Clone(options), func(o int) bool { return o >= x.options }))
	})
}

func TestTheSolutionsAreThoseOfTheTextbook(t *testing.T) {
	for _, more := range []int{0, fillers} {
		forms(func(form string) {
			t.Run(fmt.Sprint(form, " ", more), func(t *testing.T) {
				if saved := textbook.TestSolutions(t, outside{infer.New(), more}, 1); saved == 0 {
					t.Error("got as many nodes as without inference, want fewer")
				}
			})
		})
	}
}

// ascending sorts the options of each solution.
func ascending(tree textbook.Tree) textbook.Tree {
	for _, options := range tree.Shown {
		slices.Sort(options)
	}
	return tree
}

// Whatever the representation, the search walks the tree of the package comment. In problems that
// are not dense, the updates at a dead end depend on the order in which items were examined.
func TestSearchWalksTheTreeOfThePackageComment(t *testing.T) {
	var problems []*cover.Problem
	for seed := range 120 {
		shape := textbook.Shape{Primary: 1 + seed%9, Secondary: seed % 4, Options: 1 + seed*7%70, Longest: 1 + seed%4}
		problems = append(problems, beyond(shape.Problem(uint64(seed)), seed%3/2*fillers))
	}
	for seed := range 48 {
		near := textbook.Shape{Primary: 9 + 3*(seed%9), Secondary: 2, Options: 30 + seed*83%600, Longest: 4, Near: 6}
		packing := textbook.Shape{Primary: 20 + 10*(seed%8), Secondary: 2, Planted: 1, Options: 200, Longest: 5}
		problems = append(problems, beyond(near.Problem(uint64(seed)), 0), beyond(packing.Problem(uint64(seed)), 0))
	}
	for n := range 5 {
		problems = append(problems, lookedAt(maxLook-2+n), beyond(lookedAt(minLook/2-3+n), 0))
	}
	dense, removed, last := 0, 0, 0
	for k, p := range problems {
		const most = 40
		want := newReference(p, most)
		if want.dense {
			dense++
		}
		forms(func(form string) {
			x, err := cover.Prepare(infer.New(), p)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				got := ascending(textbook.RunUntraced(t.Context(), x, cover.Limits{Nodes: most}))
				tree := want.Tree
				if !want.dense {
					got, tree = withoutUpdates(got), withoutUpdates(tree)
				}
				if !got.Equal(tree) {
					t.Fatalf("problem %d, dense %v, %s: got %+v, want %+v", k, want.dense, form, got, tree)
				}
			}
		})
		removed, last = removed+want.removed, last+want.last
	}
	if removed < 50 || last < 10 || dense < 40 || len(problems)-dense < 40 {
		t.Errorf("looking ahead removed options %d times and left one %d times, in %d dense problems of %d; want at least 50, 10 and 40",
			removed, last, dense, len(problems))
	}
}

func withoutUpdates(t textbook.Tree) textbook.Tree {
	t.Updates, t.Levels = 0, slices.Clone(t.Levels)
	for k := range t.Levels {
		t.Levels[k].Updates = 0
	}
	return t
}

// lookedAt returns a problem in which looking ahead at item 0, of n options, leaves item 1 one
// option. The other items are searched first or never.
func lookedAt(n int) *cover.Problem {
	return textbook.Mixed(2, 1, slices.Concat(textbook.Times(n, 0, 2), textbook.Times(n, 1, 2), textbook.Times(1, 1))...)
}

// boundary returns problems whose items or options are about as many as a word, two words or a rule
// take. Two of their options may be equal.
func boundary() (all []*cover.Problem) {
	seed := uint64(0)
	add := func(primary, secondary, options, longest int) {
		seed++
		shape := textbook.Shape{Primary: primary, Secondary: secondary, Planted: 1 + int(seed%3), Options: options, Longest: longest}
		all = append(all, beyond(shape.Problem(seed), 0))
	}
	for _, items := range []int{60, 61, 62, 63, 64, 65, 78, 125, 126, 127, 148} {
		for _, options := range []int{20, 90, 300} {
			for k := range 3 {
				secondary := int(seed*7) % 10
				add(items-secondary, secondary, options, 3+(k*5+options)%11)
			}
		}
	}
	for items := range 10 { // with the numbers of the options, as many as two words hold
		for _, options := range []int{20, 90, 250} {
			add(114+items, items%3, options, 14)
			add(114+items, items%3, options, 20)
		}
	}
	for n := range 8 { // the first option covers some items, and leaves about minLook options
		add(66, 2, minLook+n-20, 8)
	}
	for n := range 12 { // more options than a list of one word has numbers for
		add(100+4*n, n, 100+40*n, 14)
	}
	full := func(primary int) { // each item has at least 16 options, and the last one more
		shape := textbook.Shape{Primary: primary, Planted: 17, Longest: 4}
		p := shape.Problem(uint64(primary))
		var options [][]int
		for o := range p.Options() {
			var items []int
			for _, i := range p.Option(o) {
				items = append(items, int(i))
			}
			options = append(options, items)
		}
		for k := range 12 {
			options = append(options, []int{k, primary - 1})
		}
		all = append(all, textbook.Problem(primary, options...))
	}
	full(63)
	full(64)
	full(65)
	// Choosing the second option of item 0 leaves item 2 without options. Before, the search picked the
	// options of item 2 last.
	all = append(all, textbook.Mixed(3, 1, slices.Concat(textbook.Times(1, 0), textbook.Times(1, 0, 3), textbook.Times(33, 0),
		textbook.Times(34, 1), textbook.Times(34, 2, 3))...))
	for _, n := range []int{1, 4, 64, 65} {
		all = append(all, textbook.Problem(n, textbook.Singles(n, 18*n)...))
	}
	return append(all, textbook.Mixed(1, 1, append(textbook.Times(17, 0), []int{0, 1})...))
}

func TestAllFormsWalkTheSameTree(t *testing.T) {
	dense, problems := 0, boundary()
	for k, p := range problems {
		if newReference(p, 1).dense {
			dense++
		}
		runs := map[string][]textbook.Tree{}
		forms(func(form string) {
			x, err := cover.Prepare(infer.New(), p)
			if err != nil {
				t.Fatal(err)
			}
			for run, limits := range []cover.Limits{{Nodes: 1000}, {Nodes: 1000, Solutions: 1}, {Nodes: int64(1 + k%40)}, {Nodes: 1000}} {
				tree := ascending(textbook.RunUntraced(t.Context(), x, limits))
				if run == 3 { // leaves out nodes, and in the end all
					asked := 0
					tree = ascending(textbook.RunSome(t.Context(), x, func(int) bool {
						asked++
						return asked == 1 || asked%3 != 0 && asked < 1000
					}))
				}
				if runs[form] = append(runs[form], tree); !tree.Equal(runs["lists"][run]) {
					t.Fatalf("problem %d of %d items and %d options, %s, run %d: got %+v, want %+v as lists have",
						k, p.Items(), p.Options(), form, run, tree, runs["lists"][run])
				}
				textbook.CheckAll(t, p, tree)
			}
		})
	}
	if 2*dense < len(problems) {
		t.Errorf("got %d dense problems of %d, want half", dense, len(problems))
	}
}

// Item 0 is branched on. Each of its first options leaves item 1 without options and each of the
// further items with one. So every such child is a dead end that leaves many items forced, more in all
// than there are items. The last option of item 0 leaves all others as they are.
func TestDeadEndsLeaveNoForcedItems(t *testing.T) {
	const n, more = 18, 20
	dead, ones := 2+more+fillers, 2+more+fillers+1
	options := slices.Concat(textbook.Times(n-1, 0, dead, ones), [][]int{{0}}, textbook.Times(n, 1, dead))
	for i := range more {
		options = append(options, slices.Concat(textbook.Times(n-1, 2+i, ones), [][]int{{2 + i}})...)
	}
	for i := range fillers {
		options = append(options, []int{2 + more + i})
	}
	p := textbook.Mixed(2+more+fillers, 2, options...)
	if newReference(p, 1).dense {
		t.Fatal("got a dense problem")
	}
	x, err := cover.Prepare(infer.New(), p)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		got := x.Run(t.Context(), cover.Limits{Nodes: 2000}, nil)
		want := []cover.Level{{Nodes: 1, Updates: fillers}, {Nodes: n, Updates: n}}
		if got.Solutions == 0 || !slices.Equal(got.Levels[:2], want) {
			t.Errorf("got %+v, want solutions, and first the levels %+v", got, want)
		}
	}
}

// Items with one option at the root are forced, and an item without options is a dead end.
func TestRootTakesForcedOptions(t *testing.T) {
	for name, c := range map[string]struct {
		p                *cover.Problem
		taken, solutions int64
	}{
		"all forced":              {textbook.Problem(3, []int{0}, []int{1}, []int{2}), 3 + 2, 1},
		"one forces the next":     {textbook.Problem(3, []int{0, 1}, []int{1}, []int{1, 2}, []int{2}), 2 + 2, 1},
		"an item without options": {textbook.Problem(2, []int{0}), 0, 0},
		"options that conflict":   {textbook.Mixed(2, 1, []int{0, 2}, []int{1, 2}), 1, 0},
	} {
		for _, more := range []int64{0, fillers} {
			want := c.taken
			if c.solutions > 0 || more > 0 && c.taken > 0 { // the last items are the first to be forced
				want += more
			}
			if c.solutions == 0 && more > 0 && c.taken > 0 {
				want += 2
			}
			x, err := cover.Prepare(infer.New(), beyond(c.p, int(more)))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got := x.Run(t.Context(), cover.Limits{}, nil); got.Nodes != 1 || got.Solutions != c.solutions || got.Updates != want {
					t.Errorf("%s, %d more: got %+v, want 1 node, %d solutions, %d updates", name, more, got, c.solutions, want)
				}
			}
		}
	}
}

// pairs returns the problem of dividing n items into pairs. Each item has n-1 options.
func pairs(n int) *cover.Problem {
	var options [][]int
	for i := range n {
		for j := range i {
			options = append(options, []int{i, j})
		}
	}
	return textbook.Problem(n, options...)
}

// The limit is 16 options an item: 16 items have 15 options each, and 18 items have 17. Resetting a
// search changes from package lanes and back.
func TestPackageLanesSearchesWhatItSupports(t *testing.T) {
	var problems []*cover.Problem
	for _, n := range []int{16, 18, 14, 20, 18, 16} {
		p := pairs(n)
		problems = append(problems, p)
		got, err := cover.Solve(t.Context(), infer.New(), p, cover.Limits{Nodes: 500}, nil)
		want, refusal := cover.Solve(t.Context(), lanes.New(), p, cover.Limits{Nodes: 500}, nil)
		if err != nil || (refusal == nil) != (n < 18) || refusal == nil && !slices.Equal(got.Levels, want.Levels) {
			t.Errorf("%d items: got %+v, %v, want %+v as package lanes has (%v)", n, got, err, want, refusal)
		}
	}
	textbook.TestReset(t, infer.New(), problems...)
}

// The tables of 16,383 options have rows of 256 words, so 131,072 rows take 256 MB. Primary items
// count four times, secondary ones once.
func TestTooLargeProblemsAreRefused(t *testing.T) {
	of := func(primary, secondary, options int) *cover.Problem {
		all := append(textbook.Times(17, 0), textbook.Singles(primary, options)[1:]...)
		return textbook.Mixed(primary, secondary, all[:options]...)
	}
	for _, c := range []struct {
		p       *cover.Problem
		refusal string
	}{
		{of(1, 0, 16383), ""},
		{of(1, 0, 16384), "unsupported: 1 primary items and 16384 options; the solver takes at most 16383 of each"},
		{of(16383, 0, 17), ""},
		{of(16384, 0, 17), "unsupported: 16384 primary items and 17 options; the solver takes at most 16383 of each"},
		{of(16383, 49157, 16383), ""},
		{of(16383, 49158, 16383), "unsupported: the bit tables take 256 MB, more than the 256 MB allowed"},
	} {
		textbook.TestTakes(t, infer.New(), c.p, c.refusal)
	}
}

// An item may have all options. A node of a dense problem with 20 items and rows of 64 words takes up to
// 81,920 steps, since it scans all items for each of 32 options, and twice: the search looks at the
// clock at each twelfth node. Without scanning, a node of 256 items takes some 17,000 steps.
func TestSearchLooksAtTheClock(t *testing.T) {
	for _, c := range []struct{ items, looks int }{{1, 1}, {20, 2}, {256, 1}} {
		shape := textbook.Shape{Primary: c.items, Options: 64 * 64, Longest: min(2, c.items)}
		textbook.TestLooks(t, infer.New(), shape.Problem(1), cover.Limits{Nodes: 20}, c.looks)
	}
}
