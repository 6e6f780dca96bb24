package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
)

// AMO is a way to say in clauses that at most one of several variables is true.
type AMO uint8

const (
	// Pairwise has a clause for every two variables: n(n-1)/2 clauses for n variables.
	Pairwise AMO = iota
	// Sequential has 4n-5 clauses and n-1 more variables. Each added variable is true if one of the
	// first few of the n variables is true. This is the sequential counter LTₙ,₁ of C. Sinz,
	// "Towards an optimal CNF encoding of boolean cardinality constraints" (CP 2005), with the
	// implications in both directions. Sinz's own clauses leave some of the added variables free,
	// and a solution would have many models.
	Sequential
)

var amoNames = []string{Pairwise: "pairwise", Sequential: "sequential"}

func (a AMO) String() string { return amoNames[a] }

// ParseAMO returns the encoding with the given name.
func ParseAMO(name string) (AMO, error) {
	k := slices.Index(amoNames, name)
	if k < 0 {
		return 0, fmt.Errorf("unknown encoding %q of at-most-one, expected %s", name, strings.Join(amoNames, " or "))
	}
	return AMO(k), nil
}

// writeCNF writes p in the DIMACS format of formulas in conjunctive normal form. Variable o+1 says
// that option o is chosen. For each primary item, a clause says that one of its options is chosen.
// For each item, further clauses say that no two of its options are chosen. The models are the
// solutions, one for one.
//
// Comments name the option of each variable. A clause may be repeated if options share several
// items.
func writeCNF(w io.Writer, p *cover.Problem, amo AMO) error {
	out := bufio.NewWriter(w)
	c := clauses{out: out, next: p.Options() + 1}
	options, variables, count := optionsOfItems(p), p.Options(), 0
	for i, all := range options {
		if i < p.Primary() {
			count++
		}
		if n := len(all); n > 1 && amo == Sequential {
			variables += n - 1
			count += 4*n - 5
		} else {
			count += n * (n - 1) / 2
		}
	}
	fmt.Fprintf(out, "c An exact cover problem of %s, %d of them primary, and %s.\n",
		english.Count(p.Items(), "item"), p.Primary(), english.Count(p.Options(), "option"))
	fmt.Fprintf(out, "c The true variables among 1 to %d are the options of a solution.\n", p.Options())
	if variables > p.Options() {
		fmt.Fprintln(out, "c The variables above say that one of the first few options of an item is true.")
	}
	for o := range p.Options() {
		fmt.Fprintf(out, "c %d: %s", o+1, dlxAnswer{p}.Append(nil, []int{o}))
	}
	fmt.Fprintf(out, "p cnf %d %d\n", variables, count)
	for i, all := range options {
		if c.err != nil {
			break
		}
		if i < p.Primary() {
			c.add(all...)
		}
		if amo == Sequential {
			c.sequential(all)
		} else {
			c.pairwise(all)
		}
	}
	return out.Flush() // the first error of all the writing
}

// optionsOfItems returns, for each item, the variables of its options.
func optionsOfItems(p *cover.Problem) [][]int {
	size := make([]int, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			size[i]++
		}
	}
	options := make([][]int, p.Items())
	for i := range options {
		options[i] = make([]int, 0, size[i])
	}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			options[i] = append(options[i], o+1)
		}
	}
	return options
}

// clauses writes clauses. Their literals are variables or negatives of variables.
type clauses struct {
	out  *bufio.Writer
	next int // the first unused variable
	line []byte
	err  error // of writing; further clauses would be in vain
}

func (c *clauses) add(literals ...int) {
	c.line = c.line[:0]
	for _, l := range literals {
		c.line = append(strconv.AppendInt(c.line, int64(l), 10), ' ')
	}
	_, c.err = c.out.Write(append(c.line, "0\n"...))
}

func (c *clauses) pairwise(x []int) {
	for k := range x {
		if c.err != nil {
			return
		}
		for _, later := range x[k+1:] {
			c.add(-x[k], -later)
		}
	}
}

// sequential adds variables s, so that s[k] is true if one of x[0] to x[k] is.
func (c *clauses) sequential(x []int) {
	for k := range x {
		s := c.next // s[k]; s-1 is s[k-1]
		last := k == len(x)-1
		if k > 0 {
			c.add(-x[k], -(s - 1)) // no second one
		}
		if last {
			break
		}
		c.add(-x[k], s)
		if k == 0 {
			c.add(-s, x[k])
		} else {
			c.add(-(s - 1), s)
			c.add(-s, x[k], s-1)
		}
		c.next++
	}
}
