package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/plotter"

	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/internal/lazy"
	"xcbench/results"
)

// A plot of growth has a panel for each of at most mostSeries series, or half as many in one column. A
// series has at least fewestSizes sizes.
const (
	mostSeries  = 6
	fewestSizes = 3
)

// sizes is a series: instances of a family whose names differ only in one number.
type sizes struct {
	family, shape string // shape is their name with N for the number
	members       []member
}

type member struct {
	line int // of the table
	size int
}

func (s sizes) name() string { return s.family + "/" + s.shape }

var figures = lazy.Regexp(`[0-9]+`)

// sizeOf returns the first number in an instance's name, if it is a size, and the shape of the
// name. In the shape, N replaces every number that equals the size, as NxN for 6x6.
func sizeOf(name string) (size int, shape string, ok bool) {
	first := figures().FindString(name)
	if len(first) > 1 && first[0] == '0' || name == "line"+first {
		return 0, "", false // an index, as in h001, or the line of a file
	}
	size, err := strconv.Atoi(first)
	shape = figures().ReplaceAllStringFunc(name, func(d string) string {
		if d == first {
			return "N"
		}
		return d
	})
	return size, shape, err == nil
}

// series returns the series to draw. It adds notes about those that are left out.
func (in *Input) series(f *Figure, c *results.Medians) []sizes {
	var all []sizes
	family, name, _ := strings.Cut(in.InstanceID, "/")
	_, shape, _ := sizeOf(name)
	for line := range c.Len() {
		own, inst, _ := strings.Cut(c.ID(line), "/")
		if in.InstanceID != "" && own != family {
			continue
		}
		n, of, ok := sizeOf(inst)
		if _, _, isCopy := corpus.Original(inst); isCopy {
			f.note("Without scrambled copies.")
			continue
		}
		if !ok || name != "" && of != shape {
			continue
		}
		k := slices.IndexFunc(all, func(s sizes) bool { return s.family == own && s.shape == of })
		if k < 0 {
			all = append(all, sizes{family: own, shape: of})
			k = len(all) - 1
		}
		all[k].members = append(all[k].members, member{line, n})
	}
	for _, s := range all {
		slices.SortFunc(s.members, func(a, b member) int { return cmp.Or(a.size-b.size, cmp.Compare(c.ID(a.line), c.ID(b.line))) })
	}
	slices.SortStableFunc(all, func(a, b sizes) int {
		return cmp.Or(len(b.members)-len(a.members), cmp.Compare(a.name(), b.name()))
	})
	return trim(f, all, choose(in.Narrow, mostSeries/2, mostSeries))
}

// unbroken splits a line where sizes have no data. These are sizes of the series at which the line
// has no point, and, if most steps of the series are the same, larger steps.
func (s sizes) unbroken(line plotter.XYs) (parts []plotter.XYs) {
	step := s.step()
	missing := func(from, to float64) bool {
		return to-from > step || slices.ContainsFunc(s.members, func(m member) bool {
			return from < float64(m.size) && float64(m.size) < to
		})
	}
	for k, at := range line {
		if k == 0 || missing(line[k-1].X, at.X) {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], at)
	}
	return parts
}

// step returns the smallest step between sizes, if two thirds of the steps are like it. Otherwise
// the sizes are irregular, and no step is too large.
func (s sizes) step() float64 {
	count, least, steps := map[int]int{}, math.MaxInt, 0
	for k, m := range s.members[1:] {
		if step := m.size - s.members[k].size; step > 0 {
			count[step]++
			least, steps = min(least, step), steps+1
		}
	}
	if 3*count[least] < 2*steps {
		return math.Inf(1)
	}
	return float64(least)
}

// trim removes series that are much shorter than others, and series for which there is no room.
func trim(f *Figure, all []sizes, most int) []sizes {
	var names []string
	n := 0 // series that are long enough, but at least one
	for k, s := range all {
		names = append(names, s.name())
		if k == 0 || len(s.members) >= fewestSizes {
			n = k + 1
		}
	}
	if n < len(all) {
		f.note(fmt.Sprintf("Left out, of fewer than %d sizes: %s.", fewestSizes, english.ShortList(names[n:], 3)))
	}
	if n > most {
		f.note(fmt.Sprintf("Left out, beside the %d series of most sizes: %s.", most,
			english.ShortList(names[most:n], 3)))
	}
	return all[:min(n, most)]
}
