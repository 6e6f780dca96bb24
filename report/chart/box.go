package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/spelling"
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
	rows, limit := in.rows()
	f := &Figure{title: capital(s.axis) + ", over the instances", aside: true}
	f.head = []string{"instance", "solver", "count", "not solved", "least", "lower whisker", "lower quartile",
		"median", "upper quartile", "upper whisker", "greatest"}
	sets, rows, err := in.sets(f, rows)
	if err != nil {
		return nil, err
	}
	c := in.table(rows)
	e := edgeOf(c, limit)
	if e.why != "" {
		return nothing(f.title, e.why), nil
	}
	line := map[string]int{}
	for i, row := range c.Rows {
		line[row.Label] = i
	}
	b := &boxes{edge: e, looks: in.looks}
	for _, set := range sets {
		for k, solver := range in.Solvers {
			one := boxOf{solver: solver}
			for _, id := range set.members {
				cell := c.Rows[line[id]].Cells[k]
				beyond := cell.Status != cover.Solved
				if cell.Status == "" {
					continue
				}
				if beyond {
					one.unsolved++
				}
				one.values = append(one.values, boxed{e.place(cell), beyond, id + " " + e.tell(cell)})
			}
			if i, ok := line[set.original]; ok && c.Rows[i].Cells[k].Status != "" {
				cell := c.Rows[i].Cells[k]
				one.original = &boxed{at: e.place(cell), text: set.original + " as it stands: " + e.tell(cell)}
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
		f.keys = in.looks.solverKeys(in.Solvers)
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
	members  []string // ids of instances
	original string   // the id of the instance that the members are copies of; "" if they are no copies
}

// mostBoxes is the number of boxes that fit on a page.
const mostBoxes = 60

// sets returns the sets that boxes show, and the rows of their instances.
func (in Input) sets(f *Figure, rows []results.Row) ([]set, []results.Row, error) {
	var plain, originals []string
	copies := map[string][]string{}
	seen := map[string]bool{}
	for _, r := range rows {
		id := r.InstanceID()
		if seen[id] {
			continue
		}
		seen[id] = true
		if original, _, isCopy := corpus.Original(id); !isCopy {
			plain = append(plain, id)
		} else {
			if copies[original] == nil {
				originals = append(originals, original)
			}
			copies[original] = append(copies[original], id)
		}
	}
	if len(seen) == 0 {
		return nil, nil, nil
	}
	if in.InstanceID == "" && len(plain) > 0 {
		if len(copies) > 0 {
			f.note("Scrambled copies are left out.")
		}
		f.title = strings.Replace(f.title, "the", strconv.Itoa(len(plain)), 1)
		if len(plain) == 1 {
			f.title = strings.Replace(f.title, "1 instances", plain[0], 1)
		}
		return []set{{"", plain, ""}}, of(rows, plain), nil
	}
	if in.InstanceID != "" {
		known := slices.Concat(plain, originals)
		if !slices.Contains(known, in.InstanceID) {
			return nil, nil, optionf("no result of instance %q%s", in.InstanceID, spelling.Hint(in.InstanceID, known))
		}
		if copies[in.InstanceID] == nil {
			return nil, nil, optionf("no result of scrambled copies of %s; 'xcbench run --scramble N' measures some",
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
	var names []string
	for _, id := range originals {
		all = append(all, set{id, copies[id], id})
		names = append(append(names, copies[id]...), id)
	}
	return all, of(rows, names), nil
}

// of returns the rows of the given instances.
func of(rows []results.Row, ids []string) []results.Row {
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r results.Row) bool { return !want[r.InstanceID()] })
}
