package main

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/cli"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/engines"
)

var randomWanted = flag.Int("problems", 0, "verify `N` random problems (default 40; 12 with -short; 1000 if XCBENCH_LONG is set)")

// TestVerifyAccusesNobodyOnRandomProblems verifies all built-in solvers, in the worker process and
// as engines. The number of solutions is known from brute force. Every second time verify does not
// know it, so there the solvers and the SAT solver judge each other.
func TestVerifyAccusesNobodyOnRandomProblems(t *testing.T) {
	t.Parallel()
	problems := *randomWanted
	switch {
	case problems > 0:
	case testing.Short():
		problems = 12
	case os.Getenv("XCBENCH_LONG") != "":
		problems = 1000
	default:
		problems = 40
	}
	file, served := servedSolvers(t)
	verifier := bench.NewVerifier([]string{os.Args[0], cli.WorkerName, "--" + cli.EnginesFlag, file})
	defer verifier.Close()
	all := append(solvers.BuiltIn(), served...)
	counting := slices.DeleteFunc(slices.Clone(all), func(v solvers.Variant) bool { return !v.Capabilities().CountsOnly })
	for seed := range uint64(problems) {
		p, solutions := randomProduct(seed)
		in := corpus.FromPuzzle("random", format.NewPuzzle(p))
		in.Name, in.Source = fmt.Sprint(seed), "brute force"
		known := corpus.Count{N: math.MaxInt64, Digits: solutions.String()}
		if solutions.IsInt64() {
			known = corpus.Exact(solutions.Int64())
		}
		if seed/4%2 == 0 {
			in.Solutions = known
		}
		variants := all
		if solutions.BitLen() > 8 { // the others would take long to show all
			variants = counting
		}
		r, err := verifier.Verify(t.Context(), in, variants, bench.Bounds{Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range r.Outcomes {
			if o.Stats.Status != cover.Solved || o.Stats.CountText() != solutions.String() {
				t.Errorf("seed %d: %s: got %s, %s solutions (%s), want %s", seed, o.Variant.Name, o.Stats.Status,
					o.Stats.CountText(), o.Fault, solutions)
			}
		}
	}
}

// servedSolvers writes an engines file in which this program serves every built-in solver. It returns
// the name of the file, and the engines.
func servedSolvers(t *testing.T) (file string, all []solvers.Variant) {
	dir := linked(t)
	var text strings.Builder
	for _, v := range solvers.BuiltIn() {
		fmt.Fprintf(&text, "[[engine]]\nname = \"served_%s\"\ncommand = \"'%s/xcbench' engine serve --solver %s\"\n"+
			"rule = %q\ncounter = %q\ncount = %v\n", v.Name, dir, v.Name, v.Rule, v.Counter, v.Capabilities().CountsOnly)
	}
	file = filepath.Join(dir, engines.File)
	must(os.WriteFile(file, []byte(text.String()), 0o666))
	specs, err := engines.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if all, err = engines.Open(specs); err != nil {
		t.Fatal(err)
	}
	return file, all
}

// randomProduct returns a problem for a seed, and how many solutions it has. Every second problem is
// a random one. The others are made of several that share no item: a few, or so many that the
// number of solutions exceeds 64 bits.
func randomProduct(seed uint64) (*cover.Problem, *big.Int) {
	rng := rand.New(rand.NewPCG(seed, 29))
	var parts []*cover.Problem
	solutions := big.NewInt(1)
	least, more := 0, func() bool { return len(parts) == 0 }
	switch seed % 4 {
	case 2:
		wanted := 2 + rng.IntN(3)
		more = func() bool { return len(parts) < wanted }
	case 3:
		wanted := 64 + rng.IntN(64)
		least, more = 2, func() bool { return solutions.BitLen() < wanted }
	}
	for more() {
		p := textbook.Random(rng.Uint64())
		if n := len(textbook.Solutions(p)); n >= least && p.Primary() > 0 {
			parts = append(parts, p)
			solutions.Mul(solutions, big.NewInt(int64(n)))
		}
	}
	var b cover.Builder
	name := func(part int, item int32) string { return fmt.Sprint(part, ".", item) }
	for k, p := range parts {
		for i := range p.Primary() {
			b.Primary(name(k, int32(i)))
		}
	}
	for k, p := range parts {
		for i := p.Primary(); i < p.Items(); i++ {
			b.Secondary(name(k, int32(i)))
		}
	}
	for k, p := range parts {
		for o := range p.Options() {
			var names []string
			for _, i := range p.Option(o) {
				names = append(names, name(k, i))
			}
			b.Option(names...)
		}
	}
	p, err := b.Problem()
	must(err)
	return p, solutions
}

// linked returns a directory with a link to this program that is named xcbench.
func linked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(os.Symlink(os.Args[0], filepath.Join(dir, "xcbench")))
	return dir
}
