package bitset

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// pairs returns a problem of two items with n options each, one of which they share.
func pairs(n int) *cover.Problem {
	options := [][]int{{0, 1}}
	for range n - 1 {
		options = append(options, []int{0}, []int{1})
	}
	return textbook.Problem(2, options...)
}

// removed counts the options that a choice removes, the chosen one included.
func removed(n *textbook.Node, _, option int) int64 {
	if option < 0 {
		return 0
	}
	left := textbook.NewNode(n.Problem, append(n.Chosen[:len(n.Chosen):len(n.Chosen)], option))
	return int64(len(n.Options) - len(left.Options))
}

// own is a solver with one representation, whatever suits the problem.
type own struct {
	prepare representation
	rule    cover.Rule
}

func (own) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s own) Prepare(p *cover.Problem) (cover.Search, error) { return s.prepare(p, s.rule) }

func TestEachRepresentationSearchesTheTreeOfTheTextbook(t *testing.T) {
	for _, r := range representations {
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			processors := eachProcessor
			if r.name == "dense" || r.name == "rows" { // plain Go on every processor
				processors = func(f func(string)) { f("any processor") }
			}
			processors(func(processor string) {
				t.Run(fmt.Sprint(r.name, " ", rule, " ", processor), func(t *testing.T) {
					textbook.TestSolver(t, own{r.prepare, rule}, rule, removed)
				})
			})
		}
	}
}

// An item with as many options as a representation takes is searched, and one more is refused.
func TestRepresentationsTakeAllOptionsThatTheyDeclare(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare representation
		most    int
	}{{"fields", prepareFields, 63}, {"rows", prepareRows, 126}} {
		for _, n := range []int{2, 15, 16, 31, 32, c.most, c.most + 1} {
			p := pairs(n)
			x, err := c.prepare(p, cover.MRV)
			var unsupported *cover.UnsupportedError
			if errors.As(err, &unsupported) != (n > c.most) {
				t.Errorf("%s, %d options: got error %v, want one only above %d", c.name, n, err, c.most)
			}
			if err != nil {
				continue
			}
			want := textbook.Search(p, cover.MRV, removed, cover.Limits{})
			if got := textbook.Run(t.Context(), x, cover.Limits{}); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d options: got %+v, want %+v", c.name, n, got.Stats, want.Stats)
			}
		}
	}
	for k, s := range []cover.Solver{Lanes(cover.MRV), Rows(cover.MRV), Filter(cover.MRV), Dense(cover.MRV), New(cover.MRV)} {
		want := cover.Capabilities{Secondary: true, OptionsPerItem: []int{63, 126, 0, 0, 0}[k]}
		if got := s.Capabilities(); got != want {
			t.Errorf("solver %d: got %+v, want %+v", k, got, want)
		}
	}
}

func TestFilterBeginsAbove128Options(t *testing.T) {
	for n, want := range map[int]cover.Search{65: &dense{}, 127: &dense{}, 128: &dense{}, 129: &filter{}, 130: &filter{}} {
		var options [][]int
		for k := range n {
			options = append(options, []int{0, 1 + k%3})
		}
		p := textbook.Problem(4, options...)
		got, err := choose(p, true)(p, cover.MRV)
		if err != nil || reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("%d options: got %T, %v, want %T", n, got, err, want)
		}
	}
}

// The kill rows of an item with many options are computed from a union of their bits. This is faster,
// and gives the same rows.
func TestKillRowsAreTheConflictsOfTheirOptions(t *testing.T) {
	problems := map[string]*cover.Problem{"places in every word of a row": everyWord()}
	for _, n := range []int{1, 4, 7, 8, 9, 15} { // a row has 16 words, and an option of one item two bits
		options := [][]int{{1}, {0, 1}}
		for range n - 1 {
			options = append(options, []int{0})
		}
		problems[fmt.Sprint("item of ", n, " options")] = textbook.Problem(2, options...)
	}
	for name, p := range problems {
		s, err := prepareFields(p, cover.MRV)
		if err != nil {
			t.Fatal(err)
		}
		x := s.(*fields)
		for o := 0; o < p.Options(); o += 1 + p.Options()/100 {
			node := textbook.NewNode(p, []int{o})
			alive := map[int]bool{}
			for _, other := range node.Options {
				alive[other] = true
			}
			for other := range p.Options() {
				bit := x.fieldWords*64 + other
				if killed := x.kill[o*x.row+bit/64]>>(bit%64)&1 == 1; killed == alive[other] {
					t.Errorf("%s: option %d kills option %d: got %v, want %v", name, o, other, killed, !alive[other])
				}
			}
		}
	}
}

// everyWord returns a problem whose rows have 8 words of fields and 8 of options. The options of its
// secondary item have a place in each of them.
func everyWord() *cover.Problem {
	var b cover.Builder
	for i := range 32 {
		b.Primary(fmt.Sprint(i))
	}
	b.Secondary("s")
	for o := range 7*64 + 1 {
		if o%64 == 0 {
			b.OptionOf(o/16, 32)
		} else {
			b.OptionOf(o % 32)
		}
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}
