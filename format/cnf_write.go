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

// WriteCNF writes p in the DIMACS format of formulas in conjunctive normal form. Variable o+1 says
// that option o is chosen. For each primary item, a clause says that one of its options is chosen.
// For each item, further clauses say that no two of its options are chosen. The models are the
// solutions, one for one.
//
// A further variable stands for several options that give an item the same colour: it is true if one
// of them is chosen. At most one colour of the item is chosen, or an option without a colour for it.
//
// Comments name the option of each variable. A clause may be repeated if options share several
// items.
func WriteCNF(w io.Writer, p *cover.Problem, amo AMO) error {
	out := bufio.NewWriter(w)
	items := groupsOfItems(p)
	counted := clauses{amo: amo, next: p.Options() + 1}
	counted.cover(p, items)
	c := clauses{out: out, amo: amo, next: p.Options() + 1}
	fmt.Fprintf(out, "c An exact cover problem of %s, %d of them primary, and %s.\n",
		english.Count(p.Items(), "item"), p.Primary(), english.Count(p.Options(), "option"))
	fmt.Fprintf(out, "c The true variables among 1 to %d are the options of a solution.\n", p.Options())
	if p.Colours() > 0 {
		fmt.Fprintln(out, "c Variables above say that one of the options with a colour of an item is true.")
	}
	if amo == Sequential && counted.next > p.Options()+1 {
		fmt.Fprintln(out, "c The variables above say that one of the first few options of an item is true.")
	}
	for o := range p.Options() {
		fmt.Fprintf(out, "c %d: %s", o+1, appendOption(nil, p, o))
	}
	fmt.Fprintf(out, "p cnf %d %d\n", counted.next-1, counted.count)
	c.cover(p, items)
	return out.Flush() // the first error of all the writing
}

// groupsOfItems returns, for each item, groups of variables of its options. At most one group has
// true variables. The options that give the item the same colour are a group.
func groupsOfItems(p *cover.Problem) [][][]int {
	items := make([][][]int, p.Items())
	variables := make([]int, p.Options()) // a group of one is a part of it
	place := make(map[[2]int32]int)       // of an item and a colour: its group
	for o := range variables {
		variables[o] = o + 1
		colours := p.Colouring(o)
		for k, i := range p.Option(o) {
			if colours != nil && colours[k] > 0 {
				g, ok := place[[2]int32{i, colours[k]}]
				if ok {
					items[i][g] = append(items[i][g], o+1)
					continue
				}
				place[[2]int32{i, colours[k]}] = len(items[i])
			}
			items[i] = append(items[i], variables[o:o+1:o+1])
		}
	}
	return items
}

// clauses writes clauses. Their literals are variables or negatives of variables. Without a writer it
// counts them.
type clauses struct {
	out   *bufio.Writer
	amo   AMO
	next  int // the first unused variable
	count int
	line  []byte
	err   error // of writing; further clauses would be in vain
}

// cover adds the clauses of a problem.
func (c *clauses) cover(p *cover.Problem, items [][][]int) {
	var one []int // a variable for each group
	for i, groups := range items {
		if c.err != nil {
			return
		}
		one = one[:0]
		for _, g := range groups {
			one = append(one, c.any(g))
		}
		if i < p.Primary() {
			c.add(one...)
		}
		if c.amo == Sequential {
			c.sequential(one)
		} else {
			c.pairwise(one)
		}
	}
}

// any returns a variable that is true if one of a group is.
func (c *clauses) any(group []int) int {
	if len(group) == 1 {
		return group[0]
	}
	v := c.next
	c.next++
	c.add(append([]int{-v}, group...)...)
	for _, x := range group {
		c.add(-x, v)
	}
	return v
}

func (c *clauses) add(literals ...int) {
	c.count++
	if c.out == nil {
		return
	}
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
