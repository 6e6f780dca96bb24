package chart

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/solvers"
)

// style is the style of a solver, the same in every plot. The algorithm determines the colour and
// the shape of the mark; the choice rule determines the form. Without its colour, a solver still has
// a mark and a line that no other has.
type style struct {
	color  color.Color
	mark   draw.GlyphDrawer
	dashes []vg.Length
	full   bool // bars are filled
}

// A form is how the marks and lines of a choice rule look.
type form struct {
	full      bool // the shape is filled
	inside    draw.GlyphDrawer
	share     vg.Length // the size of what is inside
	dash, gap vg.Length
}

// The forms of choice rules, and the forms of further solvers with the same colour.
var (
	lineForms = map[solvers.Line]form{
		solvers.Solid:      {full: true, dash: 26, gap: 1.8},
		solvers.Dashed:     {dash: 5, gap: 2.5},
		solvers.DashDotted: {inside: star{1, 0}, share: 0.6, dash: 12, gap: 1.8},
		solvers.LongDashed: {inside: polygon{24, 0}, share: 0.35, dash: 9, gap: 2.2},
	}
	moreForms = []form{
		{full: true, inside: polygon{24, 0}, share: 0.5, dash: 7, gap: 2},
		{inside: star{2, 45}, share: 0.5, dash: 15, gap: 3},
		{full: true, inside: star{1, 0}, share: 0.5, dash: 11, gap: 3.5},
		{inside: star{1, 90}, share: 0.6, dash: 6, gap: 3.5},
		{full: true, inside: star{2, 45}, share: 0.5, dash: 21, gap: 4},
	}
)

// bodies are the shapes of marks, one for each colour.
var bodies = []polygon{{24, 0}, {4, 45}, {3, 90}, {4, 0}, {3, -90}, {3, 0}, {5, 90}}

// dashed is the line of what is beside other things of the same colour.
var dashed = []vg.Length{4, 2.5}

// looks maps solvers to the classes that the runs record, which determine their styles.
type looks results.Classes

// of returns the style of a solver.
func (l looks) of(solver string) style {
	class := l[solver]
	look := max(class.Look, 1) - 1
	k, round := look%len(palette), look/len(palette)
	f := lineForms[solvers.Solid]
	if round > 0 {
		f = moreForms[(round-1)%len(moreForms)]
	} else if class.Rule != "" {
		f = lineForms[solvers.LineOf(class.Rule)]
	}
	s := style{color: hue(k), mark: f.mark(bodies[k]), dashes: f.dashes(k), full: f.full}
	if class.Parallel {
		s.mark = marked{hollow(bodies[k]), s.mark, 0.55, false}
		s.dashes = append(slices.Repeat([]vg.Length{1, 2}, k+1), 1, f.gap+3)
	}
	return s
}

// mark returns the mark with a shape.
func (f form) mark(body polygon) draw.GlyphDrawer {
	var mark draw.GlyphDrawer = hollow(body)
	if f.full {
		mark = body
	}
	if f.inside == nil {
		return mark
	}
	return marked{mark, f.inside, f.share, f.full}
}

// dashes returns the dashes of the k-th colour: a long one, and then k dots, or dashes in place of
// the fourth dot and more. The first full line has none.
func (f form) dashes(k int) []vg.Length {
	if k == 0 && f == lineForms[solvers.Solid] {
		return nil
	}
	line := []vg.Length{f.dash, f.gap}
	if k < 4 {
		return append(line, slices.Repeat([]vg.Length{1.2, f.gap}, k)...)
	}
	return append(line, slices.Repeat([]vg.Length{2.8, f.gap}, k-3)...)
}

// starts says which of the solvers have times that include the start of a program. It returns "" if
// none has.
func (l looks) starts(solvers []string) string {
	names := slices.DeleteFunc(slices.Clone(solvers), func(s string) bool { return !l[s].TimesStart })
	if len(names) == 0 {
		return ""
	}
	return "Times of " + english.List(names) + " include the start of a program for each search."
}

// classes says that solvers of several counter classes count different things. It returns "" if they
// all have one class.
func (l looks) classes(solvers []string) string {
	var names []string
	members := map[string][]string{}
	for _, solver := range solvers {
		class := cmp.Or(l[solver].Counter, "unknown")
		if members[class] == nil {
			names = append(names, class)
		}
		members[class] = append(members[class], solver)
	}
	if len(names) < 2 {
		return ""
	}
	for k, name := range names {
		names[k] = name + " (" + strings.Join(members[name], ", ") + ")"
	}
	return "Compare updates within a counter class only: " + strings.Join(names, "; ") + "."
}

// settled returns the looks with one of its own for each of the given solvers that records none. A
// solver and its parallel form share a look, and all of one algorithm have its colour. Names say
// where the search for a free look begins. Colours that no solver has are taken first.
func (l looks) settled(names []string) looks {
	all, used, shades := looks{}, map[int]bool{}, map[int]bool{}
	maps.Copy(all, l)
	take := func(solver string, look int) {
		used[look], shades[look%len(palette)] = true, true
		class := all[solver]
		class.Look = look + 1
		all[solver] = class
	}
	for _, solver := range names {
		if look := l[solver].Look; look > 0 {
			take(solver, look-1)
		}
	}
	for _, solver := range slices.Sorted(slices.Values(names)) {
		class := all[solver]
		if class.Look > 0 {
			continue
		}
		relative := func(twin bool) int {
			return slices.IndexFunc(names, func(other string) bool {
				o := all[other]
				return o.Look > 0 && class.Algorithm != "" && o.Algorithm == class.Algorithm &&
					(!twin || o.Rule == class.Rule && o.Parallel != class.Parallel)
			})
		}
		if k := relative(true); k >= 0 {
			take(solver, all[names[k]].Look-1)
			continue
		}
		suits := func(shade int) bool { return !shades[shade] }
		if k := relative(false); k >= 0 {
			suits = func(shade int) bool { return shade == (all[names[k]].Look-1)%len(palette) }
		}
		h := fnv.New32a()
		h.Write([]byte(cmp.Or(class.Algorithm, solver)))
		take(solver, free(int(h.Sum32()%uint32(len(palette))), used, suits))
	}
	return all
}

// free returns a look beyond those of choice rules that is not used, if possible with a colour that
// suits. It tries the colours from the given one on.
func free(start int, used map[int]bool, suits func(shade int) bool) int {
	for _, any := range []bool{false, true} {
		for k := range len(moreForms) * len(palette) {
			shade := (start + k) % len(palette)
			look := (1+k/len(palette))*len(palette) + shade
			if !used[look] && (any || suits(shade)) {
				return look
			}
		}
	}
	return len(palette) + start
}

func (s style) line() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: s.dashes}
}

func (s style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: s.color, Radius: markRadius, Shape: s.mark}
}
