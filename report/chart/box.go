package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
)

// box draws the spread of each solver's values: over the instances, over the scrambled copies of
// one named instance, or over the copies of each instance if all rows are of copies. Quartiles are
// interpolated linearly (type 7 of Hyndman and Fan, The American Statistician 50, 1996). Whiskers
// reach to the last value within 1.5 times the distance of the quartiles (Tukey, Exploratory Data
// Analysis, 1977). Both work on logarithms, as drawn. Unsolved searches stand at the right edge and
// count as larger than all values.
func box(in Input) (*Figure, error) {
	s := scaleOf(in.Unit)
	c := in.table()
	f := &Figure{title: capital(s.axis) + ", over the instances", aside: true}
	f.head = []string{"instance", "solver", "count", "not solved", "least", "lower whisker", "lower quartile",
		"median", "upper quartile", "upper whisker", "greatest"}
	sets, err := in.sets(f, c)
	if err != nil {
		return nil, err
	}
	e := edgeOf(c.Of(lines(sets)), in.limit)
	if e.why != nil {
		return nil, e.why
	}
	b := &boxes{edge: e, looks: in.looks, c: c}
	for _, set := range sets {
		for k, solver := range in.Solvers {
			one := boxOf{solver: solver}
			for _, line := range set.members {
				cell := c.Cell(line, k)
				beyond := cell.Status != cover.Solved
				if cell.Status == "" {
					continue
				}
				if beyond {
					one.unsolved++
				}
				one.values = append(one.values, boxed{e.place(cell), int32(line), beyond})
			}
			if set.original >= 0 && c.Cell(set.original, k).Status != "" {
				one.original = &boxed{at: e.place(c.Cell(set.original, k)), line: int32(set.original)}
			}
			one.sum()
			b.all = append(b.all, one)
		}
		b.bands.names = append(b.bands.names, set.name)
	}
	b.bands.rows, b.bands.height = len(in.Solvers), 11
	if len(sets) == 1 {
		b.bands.names, b.bands.rows, b.bands.height = in.Solvers, 1, 20
	} else {
		f.keys = in.looks.markKeys(in.Solvers)
	}
	if e.zeros {
		f.note(zerosAtLeft)
	}
	if e.label != "" {
		f.note("Unsolved searches are at the right edge and count as larger than all others.")
	}
	b.tell(f, sets)
	f.inBands(b, b.bands, s, e.low, e.high)
	return f, nil
}

// set is a set of instances that one box of each solver shows.
type set struct {
	name     string
	members  []int // lines of the table
	original int   // the line of the instance that the members are copies of; -1 if there is none
}

// mostBoxes is the number of boxes that fit on a page.
const mostBoxes = 60

// sets returns the sets that boxes show.
func (in Input) sets(f *Figure, c *results.Medians) ([]set, error) {
	var plain []int
	var originals []string
	copies := map[string][]int{}
	for line := range c.Len() {
		if original, _, isCopy := corpus.Original(c.ID(line)); !isCopy {
			plain = append(plain, line)
		} else {
			if copies[original] == nil {
				originals = append(originals, original)
			}
			copies[original] = append(copies[original], line)
		}
	}
	if c.Len() == 0 {
		return nil, nil
	}
	if in.InstanceID == "" && len(plain) > 0 {
		if len(copies) > 0 {
			f.note("Scrambled copies are left out.")
		}
		f.title = strings.Replace(f.title, "the", strconv.Itoa(len(plain)), 1)
		if len(plain) == 1 {
			f.title = strings.Replace(f.title, "1 instances", c.ID(plain[0]), 1)
		}
		return []set{{"", plain, -1}}, nil
	}
	if in.InstanceID != "" {
		if copies[in.InstanceID] == nil {
			return nil, optionf("no result of scrambled copies of %s; 'xcbench run --scramble N' measures some",
				in.InstanceID)
		}
		originals = []string{in.InstanceID}
	}
	what := "the scrambled copies"
	if len(originals) == 1 {
		what = fmt.Sprintf("%d scrambled copies of %s", len(copies[originals[0]]), originals[0])
	}
	f.title = strings.Replace(f.title, "the instances", what, 1)
	if most := max(1, mostBoxes/max(1, len(in.Solvers))); len(originals) > most {
		f.note(fmt.Sprintf("There is no room for the copies of %d more.", len(originals)-most))
		originals = originals[:most]
	}
	var all []set
	for _, id := range originals {
		all = append(all, set{id, copies[id], slices.IndexFunc(plain, func(line int) bool { return c.ID(line) == id })})
		if last := &all[len(all)-1]; last.original >= 0 {
			last.original = plain[last.original]
		}
	}
	return all, nil
}

// lines returns the lines of all sets, and of the originals.
func lines(sets []set) (all []int) {
	for _, s := range sets {
		all = append(all, s.members...)
		if s.original >= 0 {
			all = append(all, s.original)
		}
	}
	return all
}
