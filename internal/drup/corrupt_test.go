package drup_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/corpustest"
	"xcbench/internal/drup"
	"xcbench/internal/textbook"
)

// formulaOf returns a problem as text.
func formulaOf(t *testing.T, p *cover.Problem, amo format.AMO) string {
	t.Helper()
	all := format.Writers()
	k := slices.IndexFunc(all, func(w format.Writer) bool { return w.Name == "cnf" })
	var b strings.Builder
	if err := all[k].Write(&b, format.NewPuzzle(p), format.WriteOptions{AMO: amo}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// prove writes the proof of a search that learns, at every node, that its options are in no other
// solution. A parent's clause replaces those of its children.
func prove(p *cover.Problem, w *drup.Writer) {
	var search func(chosen []int)
	covered := make([]bool, p.Items())
	fits := func(o int) bool {
		return !slices.ContainsFunc(p.Option(o), func(i int32) bool { return covered[i] })
	}
	set := func(o int, value bool) {
		for _, i := range p.Option(o) {
			covered[i] = value
		}
	}
	clause := func(chosen []int) (all []int32) {
		for _, o := range chosen {
			all = append(all, int32(-(o + 1)))
		}
		return all
	}
	solution := func() bool { return !slices.Contains(covered[:p.Primary()], false) }
	search = func(chosen []int) {
		if solution() {
			w.Solution(chosen)
			return
		}
		item := int32(slices.Index(covered[:p.Primary()], false))
		var children [][]int32
		for o := range p.Options() {
			if slices.Contains(p.Option(o), item) && fits(o) {
				set(o, true)
				child := append(slices.Clone(chosen), o)
				search(child)
				if !solution() {
					children = append(children, clause(child))
				}
				set(o, false)
			}
		}
		w.Learn(clause(chosen))
		for _, c := range children {
			w.Forget(c)
		}
	}
	search(nil)
}

// proofOf returns the lines of a proof of prove.
func proofOf(t *testing.T, p *cover.Problem) []string {
	t.Helper()
	var b bytes.Buffer
	w := drup.NewWriter(&b)
	prove(p, w)
	if err := w.Flush(); err != nil || w.Stop.Load() {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(b.String()))
}

// shownOf judges solutions: each of the problem is believed once. It also returns how many are left.
func shownOf(p *cover.Problem) (shown func([]int) error, left func() int) {
	open := map[string]bool{}
	for _, s := range textbook.BruteForce(p) {
		open[s] = true
	}
	return func(variables []int) error {
		options := []int{}
		for _, v := range variables {
			options = append(options, v-1)
		}
		if s := fmt.Sprint(options); !open[s] {
			return fmt.Errorf("%s was not shown, or twice", s)
		} else {
			delete(open, s)
		}
		return nil
	}, func() int { return len(open) }
}

// randomProblem has 4 to 8 items, some of them secondary, and 6 to 15 options.
func randomProblem(t *testing.T, r *rand.Rand) *cover.Problem {
	t.Helper()
	var b cover.Builder
	n, secondary := 4+r.IntN(5), r.IntN(3)
	b.Primary(strings.Fields("a b c d e f g h")[:n-secondary]...)
	b.Secondary(strings.Fields("x y")[:secondary]...)
	for range 6 + r.IntN(10) {
		b.OptionOf(r.Perm(n)[:1+r.IntN(3)]...)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProofsOfRandomProblemsHold(t *testing.T) {
	none, several := 0, 0
	for seed := range uint64(300) {
		p := randomProblem(t, rand.New(rand.NewPCG(seed, 1)))
		proof := strings.Join(proofOf(t, p), "")
		switch n := strings.Count(proof, "s"); {
		case n == 0:
			none++
		case n > 1:
			several++
		}
		for _, amo := range []format.AMO{format.Pairwise, format.Sequential} {
			shown, left := shownOf(p)
			err := drup.Check(t.Context(), strings.NewReader(formulaOf(t, p, amo)), strings.NewReader(proof), plenty, shown)
			if err != nil || left() > 0 {
				t.Errorf("seed %d, %v: got %v with %d solutions left, want none\n%s", seed, amo, err, left(), proof)
			}
		}
	}
	if none < 30 || several < 30 {
		t.Errorf("%d proofs without a solution, %d with several, want more", none, several)
	}
}

// Whatever changes in a proof, it fails, or it still names all solutions.
func TestNoChangedProofHidesASolution(t *testing.T) {
	held, failed := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := randomProblem(t, r)
		lines := proofOf(t, p)
		for range 1 + r.IntN(3) {
			lines = changed(r, lines, p.Options())
		}
		proof := strings.Join(lines, "")
		shown, left := shownOf(p)
		err := drup.Check(t.Context(), strings.NewReader(formulaOf(t, p, format.AMO(seed%2))), strings.NewReader(proof), plenty, shown)
		if err != nil {
			failed++
		} else if held++; left() > 0 {
			t.Errorf("seed %d: the proof holds, with %d solutions left\n%s", seed, left(), proof)
		}
	}
	t.Logf("%d changed proofs hold, %d fail", held, failed)
	if held < 300 || failed < 300 {
		t.Errorf("%d changed proofs hold, %d fail, want more", held, failed)
	}
}

// changed returns the lines of a proof with one change.
func changed(r *rand.Rand, lines []string, variables int) []string {
	all := slices.Clone(lines)
	if len(all) == 0 {
		return all
	}
	k, j := r.IntN(len(all)), r.IntN(len(all))
	words := strings.Fields(all[k])
	switch change := r.IntN(6); {
	case change == 0 || len(words) == 0:
		return slices.Delete(all, k, k+1)
	case change == 1:
		all[k], all[j] = all[j], all[k]
	case change == 2:
		return slices.Insert(all, k, lines[j])
	case change == 3: // another literal, or another end
		words[r.IntN(len(words))] = fmt.Sprint(r.IntN(2*variables+1) - variables)
		all[k] = strings.Join(words, " ") + "\n"
	case change == 4: // one literal less
		w := r.IntN(len(words))
		all[k] = strings.Join(slices.Delete(words, w, w+1), " ") + "\n"
	case change == 5: // a small clause
		return slices.Insert(all, k, fmt.Sprintf("-%d -%d 0\n", 1+r.IntN(variables), 1+r.IntN(variables)))
	}
	return all
}

// Each change makes the proof of queens/6, which has 4 solutions, worthless.
func TestCorruptedProofsAreRefused(t *testing.T) {
	p := corpustest.Problem("queens/6")
	whole := proofOf(t, p)
	starts := func(text string) func(string) bool { return func(l string) bool { return strings.HasPrefix(l, text) } }
	is := func(kind string, k int) int { // the place of the line of a kind with number k; from the end if k < 0
		var at []int
		for n, l := range whole {
			if strings.HasPrefix(l, kind) {
				at = append(at, n)
			}
		}
		return at[(k+len(at))%len(at)]
	}
	drop := func(k int) func([]string) []string {
		return func(l []string) []string { return slices.Delete(l, k, k+1) }
	}
	edit := func(k int, from, to string) func([]string) []string {
		return func(l []string) []string {
			if l[k] = strings.Replace(l[k], from, to, 1); l[k] == whole[k] {
				t.Fatalf("%q has no %q", l[k], from)
			}
			return l
		}
	}
	put := func(k int, line string) func([]string) []string {
		return func(l []string) []string { return slices.Insert(l, k, line+"\n") }
	}
	without := func(what func(string) bool) func([]string) []string {
		return func(l []string) []string { return slices.DeleteFunc(l, what) }
	}
	s0, s3 := is("s", 0), is("s", -1)
	solution := strings.Fields(strings.TrimPrefix(whole[s3], "s ")) // and a 0
	empty := slices.Index(whole, "0\n")
	for name, change := range map[string]func([]string) []string{
		"nothing":                           func([]string) []string { return nil },
		"cut before the empty clause":       func(l []string) []string { return l[:empty] },
		"cut after the first solution":      func(l []string) []string { return l[:s0+1] },
		"the empty clause first":            put(0, "0"),
		"the empty clause too early":        put(s3, "0"),
		"no first solution":                 drop(s0),
		"no last solution":                  drop(s3),
		"no solutions":                      without(starts("s")),
		"only solutions":                    without(func(l string) bool { return l != "0\n" && l[0] != 's' }),
		"a solution without an option":      edit(s3, " "+solution[0]+" ", " "),
		"a solution with another option":    edit(s3, " "+solution[0]+" ", " 36 "),
		"a solution with one more option":   edit(s3, "s ", "s 36 "),
		"a solution with a negative option": edit(s3, "s ", "s -"),
		"a solution named twice":            put(s3, strings.TrimSpace(whole[s0])),
		"a solution as a clause":            edit(s3, "s ", "-"+strings.Join(solution[:5], " -")+" -"),
		"a literal flipped":                 edit(is("-", 0), "-", ""),
		"a clause without a literal":        edit(is("-", 0), strings.Fields(whole[is("-", 0)])[0]+" ", ""),
		"a clause against a solution":       put(0, "-"+solution[0]+" 0"),
		"a clause for an option":            put(0, solution[0]+" 0"),
		"an item of the problem deleted":    put(0, "d 1 2 3 4 5 6 0"),
		"a clause deleted before its use":   func(l []string) []string { return slices.Insert(l, is("d", 0)-1, l[is("d", 0)]) },
		"a clause deleted twice":            put(is("d", 0), strings.TrimSpace(whole[is("d", 0)])),
		"a deletion of another clause":      edit(is("d", 0), "d -", "d "),
		"a variable that the formula lacks": edit(is("-", 0), " 0", " -37 0"),
		"a word":                            edit(is("-", 0), " 0", " x 0"),
		"a line without its end":            edit(is("-", 0), " 0", ""),
		"a line torn in two":                edit(is("-", 1), " ", "\n"),
		"the lines in reverse order":        func(l []string) []string { slices.Reverse(l); return l },
		"the proof of queens/5":             func([]string) []string { return proofOf(t, corpustest.Problem("queens/5")) },
		"all deletions first": func(l []string) []string {
			return append(slices.DeleteFunc(slices.Clone(l), func(l string) bool { return l[0] != 'd' }), l...)
		},
	} {
		shown, _ := shownOf(p)
		text := strings.Join(change(slices.Clone(whole)), "")
		err := drup.Check(t.Context(), strings.NewReader(formulaOf(t, p, format.Pairwise)), strings.NewReader(text), plenty, shown)
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
