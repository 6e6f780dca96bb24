package lanes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bitrow"
	"xcbench/internal/textbook"
)

// A row has a lane and a bit for each primary item and fills whole cache lines. Behind the last
// state, the kernels may read the lanes that complete a block.
func TestStatesAreNoLongerThanTheirItemsNeed(t *testing.T) {
	for n := range 600 {
		x, err := newTables(textbook.Problem(n))
		if err != nil {
			t.Fatal(err)
		}
		lanes, words := bitrow.Words(n*maxOptions), max(1, bitrow.Words(n))
		width := 0
		for width < lanes+words {
			width += 8
		}
		if x.open != lanes || x.width != width || x.stride != width {
			t.Errorf("%d items: got %d words of lanes, rows of %d and states of %d, want %d, %d and %d",
				n, x.open, x.width, x.stride, lanes, width, width)
		}
		if got := cap(x.full) - len(x.full); len(x.full) != x.stride || width+got < 16*words {
			t.Errorf("%d items: got %d words behind a state of %d, want all lanes of %d blocks", n, got, len(x.full), words)
		}
	}
}

// claimsOf returns the claims of the definition: item a has several options in common with item b,
// and b has others. The options are sorted.
func claimsOf(p *cover.Problem) (all []string) {
	with := make([][]int, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			with[i] = append(with[i], o)
		}
	}
	without := func(x, y []int) []int {
		return slices.DeleteFunc(slices.Clone(x), func(o int) bool { return slices.Contains(y, o) })
	}
	for a := range p.Primary() {
		for b := range p.Primary() {
			outside, rest := without(with[a], with[b]), without(with[b], with[a])
			if a != b && len(with[a])-len(outside) > 1 && len(rest) > 0 {
				all = append(all, fmt.Sprint(a, outside, b, rest))
			}
		}
	}
	return all
}

// claimsIn returns the claims of the tables in the same form.
func claimsIn(x *tables) (all []string) {
	named := func(item int, bits uint16) (options []int) {
		for k := range maxOptions {
			if bits>>k&1 != 0 {
				options = append(options, int(x.options[item*maxOptions+k]))
			}
		}
		return options
	}
	for c, claims := range x.claims {
		for k, claim := range claims.of {
			a, b := int(x.block[c])*8+k, int(claim.b)
			if outside := lane(claims.outside[:], k); outside != ^uint16(0) {
				all = append(all, fmt.Sprint(a, named(a, outside), b, named(b, claim.rest)))
			}
		}
	}
	return all
}

func TestClaimsAreThePairsOfTheDefinition(t *testing.T) {
	found := 0
	for _, primary := range []int{0, 1, 7, 64, 65, 128, 130, 200} {
		for seed := range uint64(3) {
			p := randomProblemOf(rand.New(rand.NewPCG(seed, uint64(primary))), primary)
			x, err := newTables(p)
			if err != nil {
				t.Fatal(err)
			}
			got, want := claimsIn(x), claimsOf(p)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%d items, seed %d: got claims %v, want %v", primary, seed, got, want)
			}
			if fresh := x.stride - x.width; fresh%8 != 0 || fresh < len(x.claims) || fresh > len(x.claims)+7 {
				t.Errorf("%d items, seed %d: got %d words for %d claims, want whole cache lines",
					primary, seed, fresh, len(x.claims))
			}
			found += len(want)
		}
	}
	if found < 1000 {
		t.Errorf("got %d claims in all, want at least 1000", found)
	}
}

// together returns options by which each item of a group claims each other one.
func together(first, n int) (all [][]int) {
	var group []int
	for i := range n {
		group = append(group, first+i)
		all = append(all, []int{first + i})
	}
	return append(all, group, group)
}

// singles returns n options of one item each.
func singles(items, n int) (all [][]int) {
	for k := range n {
		all = append(all, []int{k % items})
	}
	return all
}

// The rows of 3852 items have 1024 words, so 8192 options and items take 64 MB. The 64 items of a
// block need as many claims, of 384 bytes, as the item with the most.
func TestTablesThatTakeTooMuchMemoryAreRefused(t *testing.T) {
	groups := func(last int) *cover.Problem {
		options := slices.Concat(together(0, 13*64), together(14*64, 64), together(15*64, last))
		return textbook.Problem(16*64, options...)
	}
	for _, c := range []struct {
		name string
		p    *cover.Problem
		want string // "" if the tables are small enough
	}{
		{"rows of 64 MB", textbook.Problem(3852, singles(3852, 4340)...), ""},
		{"a row more", textbook.Problem(3852, singles(3852, 4341)...), "unsupported: the rows of 4341 options over 3852 items " +
			"take 64 MB, more than the 64 MB allowed"},
		{"10,922 claims", groups(57), ""},
		{"10,923 claims", groups(58), "unsupported: the items have so many options in common that their claims " +
			"take 4 MB, more than the 4 MB allowed"},
	} {
		_, err := newTables(c.p)
		var unsupported *cover.UnsupportedError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: got %v, want tables", c.name, err)
		case c.want != "" && (!errors.As(err, &unsupported) || err.Error() != c.want):
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// What the forced options leave would be small enough. But a search that is reset to the problem makes
// the tables of all of it, and must not refuse what Prepare takes.
func TestPrepareRefusesWhatResetRefuses(t *testing.T) {
	group := []int{16 * 64} // with an item that has no other option
	for i := range 58 {
		group = append(group, 15*64+i)
	}
	options := slices.Concat(together(0, 13*64), together(14*64, 64), together(15*64, 58))
	for i := range 16 * 64 {
		if i/64 == 13 || i >= 15*64+58 { // the other items
			options = append(options, []int{i}, []int{i})
		}
	}
	options = append(options, group)
	p := textbook.Problem(16*64+1, options...)
	if forced, outcome := propagate(p); len(forced) != 1 || outcome != 0 {
		t.Fatalf("got forced options %v and outcome %d, want one option and a search", forced, outcome)
	}
	if _, err := cover.Prepare(New(), p); err == nil {
		t.Error("Prepare took the problem, want it refused")
	}
	if _, err := newTables(p.Restrict([]int32{int32(len(options) - 1)}, nil)); err != nil {
		t.Errorf("the rest was refused: %v", err)
	}
}

// A base whose rows are too long is not searched, but what is left of it after some choices is.
func TestResetSearchesTheRestOfABaseThatIsTooLarge(t *testing.T) {
	base := textbook.Problem(3852, append(singles(3852, 4341), []int{3850, 3851})...)
	var taken []int32
	for o := range int32(3845) {
		taken = append(taken, o)
	}
	last := prepare(t, kernels[0], textbook.Problem(2, []int{0}, []int{1}))
	for _, without := range [][]int32{nil, {3850}} {
		p := base.Restrict(taken, without)
		if err := last.(cover.Resetter).Reset(p); err != nil {
			t.Fatal(err)
		}
		got, want := look(t, last, p), look(t, prepare(t, plain, p), p)
		if !got.equal(want) || got.stats.Solutions != int64(2-len(without)) {
			t.Errorf("without %d: got %+v, want %+v", without, got, want)
		}
	}
}

// An option of n items with a claim on others adds (n-1)/2 elements of 384 bytes at most, and a
// block of 64 items counts once.
func TestFitsKeepsToTheBoundsOfTheTables(t *testing.T) {
	const most = maxClaims / 384
	// claims has an option for item 63 and one for item 64, with so many secondary items besides.
	claims := func(in63, in64 int) *cover.Problem {
		var b cover.Builder
		for i := range 65 {
			b.Primary(fmt.Sprint(i))
		}
		for i := range max(in63, in64) {
			b.Secondary(fmt.Sprint(65 + i))
		}
		for k, n := range []int{in63, in64} {
			items := []int{63 + k}
			for i := range n {
				items = append(items, 65+i)
			}
			b.OptionOf(items...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	// rows has options of one item each. Its rows take 8 KiB.
	rows := func(options int) *cover.Problem {
		all := make([][]int, options)
		for k := range all {
			all[k] = []int{k % 3840}
		}
		return textbook.Problem(3840, all...)
	}
	for name, c := range map[string]struct {
		p    *cover.Problem
		want bool
	}{
		"as many claims as allowed":       {claims(2*most, 0), true},
		"an item without effect":          {claims(2*most+1, 0), true},
		"a claim too many":                {claims(2*most+2, 0), false},
		"two blocks":                      {claims(most, most), true},
		"a claim too many in two blocks":  {claims(2*most, 2), false},
		"too many claims in either block": {claims(most+2, most+2), false},
		"as many rows as allowed":         {rows(maxBytes/8192 - 3840), true},
		"a row too many":                  {rows(maxBytes/8192 - 3840 + 1), false},
	} {
		if got := fits(c.p); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
