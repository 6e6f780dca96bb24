package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"xcbench/internal/english"
)

// The size of a level profile and its margins, in pixels.
const (
	profileWidth  = 360.0
	profileHeight = 170.0
	profileLeft   = 44.0
	profileRight  = 8.0
	profileTop    = 8.0
	profileBottom = 30.0
)

// mostLevels is how many points a curve has at most. In a deeper tree, a point is the maximum of
// several levels.
const mostLevels = 120

// mostCurves is how many curves can be distinguished. The style sheet has a line and a key for
// each.
const mostCurves = 6

// curve is the nodes by level of one or more choice rules.
type curve struct {
	name  string // the rules, as in "forced and infer"
	nodes []int64
}

// curves returns the curves of an instance. All solvers of a rule have the same nodes, so each rule
// has one curve. Rules with equal nodes share a curve, because one line would hide the other.
func (s *study) curves(instance int) (all []curve) {
	seen := map[string]bool{}
	for _, c := range s.columns {
		levels := s.levels[search{instance, c.number}]
		name := cmp.Or(string(c.Rule), c.name)
		if len(levels) == 0 || seen[name] {
			continue
		}
		seen[name] = true
		var n []int64
		for _, l := range levels {
			n = append(n, l.Nodes)
		}
		if k := slices.IndexFunc(all, func(c curve) bool { return slices.Equal(c.nodes, n) }); k >= 0 {
			all[k].name += " and " + name
		} else {
			all = append(all, curve{name, n})
		}
	}
	return all
}

// profile draws the nodes by level, with a logarithmic scale. A script reads the values from an
// attribute when the reader points at the drawing.
func (s *study) profile(instance int) figure {
	curves := s.curves(instance)
	if len(curves) == 0 {
		return figure{}
	}
	caption := "Nodes by level"
	if slices.ContainsFunc(curves, func(c curve) bool { return strings.Contains(c.name, " and ") }) {
		caption += ". Rules on one line have the same nodes"
	}
	if left := len(curves) - mostCurves; left > 0 {
		caption += ", without " + english.Count(left, "more choice rule")
		curves = curves[:mostCurves]
	}
	depth, top := 1, 1.0
	for _, c := range curves {
		depth, top = max(depth, len(c.nodes)), max(top, math.Log10(float64(max(1, slices.Max(c.nodes)))))
	}
	step := (depth + mostLevels - 1) / mostLevels
	x := func(level int) float64 {
		return profileLeft + float64(level)*(profileWidth-profileLeft-profileRight)/float64(max(depth-1, 1))
	}
	y := func(n int64) float64 {
		return profileHeight - profileBottom - math.Log10(float64(max(n, 1)))/top*(profileHeight-profileTop-profileBottom)
	}
	var b strings.Builder
	var values, spoken, names []string
	grid(&b, depth, top, x)
	for k, c := range curves {
		value := fmt.Sprintf("%s:%d", strings.ReplaceAll(c.name, ";", ","), step) // the script splits at ';'
		fmt.Fprintf(&b, `<polyline class="p%d" points="`, k+1)
		widest := 0
		for l := 0; l < len(c.nodes); l += step {
			most := slices.Max(c.nodes[l:min(l+step, len(c.nodes))])
			value += fmt.Sprintf(",%d", most)
			fmt.Fprintf(&b, "%.0f,%.0f ", x(l), y(most))
			if most > c.nodes[widest] {
				widest = l
			}
		}
		if len(c.nodes) == 1 { // a line of length 0 is drawn as a dot
			fmt.Fprintf(&b, "%.0f,%.0f", x(0), y(c.nodes[0]))
		}
		b.WriteString(`"/>`)
		spoken = append(spoken, fmt.Sprintf("%s: %s, at most %s nodes, on level %d",
			c.name, english.GroupedCount(len(c.nodes), "level"), english.Thousands(c.nodes[widest]), widest))
		values, names = append(values, value), append(names, c.name)
	}
	esc := template.HTMLEscapeString
	head := fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" role="img" aria-label="%s" data-levels="%s" data-x="%g %.2f">`,
		profileWidth, profileHeight, esc(caption+". "+strings.Join(spoken, "; ")), esc(strings.Join(values, ";")),
		profileLeft, x(1)-x(0))
	return figure{Caption: caption, SVG: template.HTML(head + b.String() + "</svg>"), Notes: names}
}

// grid draws the axes, with lines at powers of ten and labels for some of the levels.
func grid(b *strings.Builder, depth int, top float64, x func(int) float64) {
	bottom := profileHeight - profileBottom
	var rules, labels strings.Builder
	every := max(1, int(math.Ceil(top/5)))
	for e := 0; float64(e) <= top; e += every {
		v := bottom - float64(e)/top*(bottom-profileTop)
		fmt.Fprintf(&rules, "M%.0f %.0fH%.0f", profileLeft, v, profileWidth-profileRight)
		fmt.Fprintf(&labels, `<text x="%.0f" y="%.0f" text-anchor="end">%s</text>`, profileLeft-6, v+4, english.PowerOfTen(e))
	}
	for _, l := range ticks(depth - 1) {
		fmt.Fprintf(&labels, `<text x="%.0f" y="%.0f" text-anchor="middle">%d</text>`, x(l), bottom+16, l)
	}
	fmt.Fprintf(b, `<path d="%s"/>%s`, rules.String(), labels.String())
}

// ticks returns about five whole numbers from 0 to most.
func ticks(most int) (all []int) {
	step := 1
	for k := 0; most/step > 5; k++ {
		step = []int{1, 2, 5}[(k+1)%3] * int(math.Pow10((k+1)/3))
	}
	for l := 0; l <= most; l += step {
		all = append(all, l)
	}
	return all
}
