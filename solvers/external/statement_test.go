package external

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// problemOf returns a problem of some items, given the items of each option.
func problemOf(t testing.TB, primary, secondary int, options ...[]int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	for i := range primary + secondary {
		if name := fmt.Sprint("i", i); i < primary {
			b.Primary(name)
		} else {
			b.Secondary(name)
		}
	}
	for _, items := range options {
		b.OptionOf(items...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// stated returns the search of a spec for a problem.
func stated(t testing.TB, s Spec, p *cover.Problem) *search {
	t.Helper()
	if s.Command == "" {
		s.Command = "x"
	}
	made, err := engine(t, s).Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*search)
}

func textOf(s *search) string { return string(bytes.Join(s.said.text(), nil)) }

// The problem of this test has items and options with numbers of two digits, a primary and a
// secondary item without options, and more options than a line of the format lp holds.
func TestAProblemIsStatedInTheWordsOfEachProtocol(t *testing.T) {
	p := problemOf(t, 10, 3, []int{0, 10}, []int{1, 10}, []int{2}, []int{3}, []int{4}, []int{5}, []int{6}, []int{7}, []int{8},
		[]int{0, 8}, []int{7, 8}, []int{7, 11})
	text, err := os.ReadFile("testdata/statements.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(text), "\n== ") {
		name, rest, _ := strings.Cut(part, "\n")
		want[name] = strings.TrimSuffix(rest, "\n") + "\n"
	}
	extensions := map[string]string{"knuth": ".dlx", "regexp": ".dlx", "sequential": ".cnf", "pairwise": ".cnf", "opb": ".opb",
		"asp": ".lp", "flatzinc": ".fzn", "lp": ".lp"}
	for name, s := range map[string]Spec{
		"knuth": {Protocol: "knuth"}, "regexp": {Protocol: "regexp", Patterns: map[string]string{"solutions": `(\d+)`}},
		"sequential": {Protocol: "dimacs"}, "pairwise": {Protocol: "dimacs", Encodings: []string{"pairwise"}},
		"opb": {Protocol: "dimacs", Encodings: []string{opb}},
		"asp": {Protocol: "asp"}, "flatzinc": {Protocol: "flatzinc"}, "lp": {Protocol: "lp"},
	} {
		said := stated(t, s, p)
		if got := said.engine.codec.extension; got != extensions[name] {
			t.Errorf("%s: got a file with the extension %s, want %s", name, got, extensions[name])
		}
		for range 2 {
			if got := textOf(said); got != want[name] {
				t.Errorf("%s: got %q, want %q", name, got, want[name])
			}
			again, can := want[name+" again"]
			if got := said.said.again([]int{0, 9, 10}); got != can {
				t.Errorf("%s: got %v for another solution, want %v", name, got, can)
			}
			if got := textOf(said); can && got != again {
				t.Errorf("%s: got %q without a solution, want %q", name, got, again)
			}
			said.said.restart()
		}
	}
}

func TestALogicProgramNamesOnlyItemsThatItHas(t *testing.T) {
	if got := textOf(stated(t, Spec{Protocol: "asp"}, textbook.Tiny())); !strings.HasPrefix(got, "p(0..1).\nc(0,0). \n") {
		t.Errorf("got %q, want no secondary items", got)
	}
}

func TestASumHasABoundOfAnySize(t *testing.T) {
	const want = "constraint int_lin_le([1,1],[x8,x10],19);\n"
	if got := string(appendLinear(nil, "le", []int{7, 9}, 19)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A formula in OPB has a variable even if there is no option, for a constraint that nothing satisfies.
func TestAnItemOfAProblemWithoutOptionsIsAConstraint(t *testing.T) {
	p := problemOf(t, 1, 0)
	const want = "* #variable= 1 #constraint= 1\n+1 x1 >= 2 ;\n"
	if got := textOf(stated(t, Spec{Protocol: "dimacs", Encodings: []string{opb}}, p)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDLXTextNeedsAPrimaryItem(t *testing.T) {
	for primary, want := range []bool{false, true, true} {
		var unsupported *cover.UnsupportedError
		_, err := engine(t, Spec{Command: "x", Protocol: "knuth"}).Prepare(problemOf(t, primary, 1, []int{primary}))
		if (err == nil) != want || err != nil && !errors.As(err, &unsupported) {
			t.Errorf("%d primary items: got %v, want it taken: %v", primary, err, want)
		}
	}
}

func TestTheCommandHasTheWishesOfTheRun(t *testing.T) {
	s := stated(t, Spec{Command: "x {seed} -n{solutions} {in}:{out}", Seeds: []int64{7}, Protocol: "knuth"}, textbook.Tiny())
	r := &run{search: s, wish: wish{3, true}}
	if got, want := r.command("i", "o"), []string{"x", "7", "-n3", "i:o", "m1", "t3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r.search = stated(t, Spec{Command: "x", Count: true, Protocol: "knuth"}, textbook.Tiny())
	if got, want := r.command("", ""), []string{"x", "t3"}; !slices.Equal(got, want) {
		t.Errorf("an engine that counts: got %q, want %q", got, want)
	}
}

func TestCapabilitiesAreThoseOfTheProtocolAndTheSpec(t *testing.T) {
	yes, no := true, false
	patterns := map[string]string{"solutions": `(\d+)`}
	usual := cover.Capabilities{Secondary: true, NoLevels: true}
	with := func(change func(*cover.Capabilities)) cover.Capabilities {
		c := usual
		change(&c)
		return c
	}
	counts, first := with(func(c *cover.Capabilities) { c.CountsOnly = true }), with(func(c *cover.Capabilities) { c.FirstOnly = true })
	primary := with(func(c *cover.Capabilities) { c.Secondary = false })
	for _, c := range []struct {
		spec Spec
		want cover.Capabilities
	}{
		{Spec{Protocol: "knuth"}, usual},
		{Spec{Protocol: "knuth", Count: true}, counts},
		{Spec{Protocol: "knuth", FirstOnly: true}, first},
		{Spec{Protocol: "knuth", Secondary: &yes}, usual},
		{Spec{Protocol: "knuth", Secondary: &no}, primary},
		{Spec{Protocol: "dimacs"}, usual},
		{Spec{Protocol: "asp"}, usual},
		{Spec{Protocol: "flatzinc"}, usual},
		{Spec{Protocol: "lp"}, first},
		{Spec{Protocol: "lines"}, first},
		{Spec{Protocol: "lines", Count: true}, counts},
		{Spec{Protocol: "regexp", Patterns: patterns}, counts},
		{Spec{}, usual},
		{Spec{Count: true}, counts},
		{Spec{FirstOnly: true}, first},
		{Spec{Secondary: &yes}, usual},
		{Spec{Secondary: &no}, primary},
	} {
		c.spec.Name, c.spec.Command = "x", "x"
		if got := engine(t, c.spec).Capabilities(); got != c.want {
			t.Errorf("%+v: got %+v, want %+v", c.spec, got, c.want)
		}
	}
}
