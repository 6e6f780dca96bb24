package chart

import (
	"cmp"
	"slices"

	"xcbench/internal/english"
	"xcbench/results"
)

// mostTrees is the number of families whose lines a reader can distinguish in one plot of levels.
const mostTrees = 6

// largestTrees returns lines for the largest trees: the largest tree of each family, for the
// mostTrees families with the largest ones. Each family has a colour, and each choice rule a style
// of line.
func largestTrees(f *Figure, in Input, all []results.Profile, unit results.Unit) []levelLine {
	names := slices.DeleteFunc(slices.Clone(in.Solvers), func(s string) bool {
		return !slices.ContainsFunc(all, func(p results.Profile) bool { return p.Solver == s })
	})
	shown := in.looks.representatives(names, in.Base)
	trees := largestOf(all, shown[0])
	looks, dashes := "Solid lines: "+shown[0], ""
	if len(shown) > 1 {
		dashes = "; dashed: " + shown[1]
	}
	if len(names) > len(shown) {
		dashes += ". Solvers of a choice rule have the same nodes; updates are compared within a class only"
	}
	f.note(looks + dashes + ".")
	if late := in.unended(shown[0]); len(late) > 0 {
		f.note("Without levels, as " + shown[0] + " did not end there: " + english.ShortList(late, 3) + ".")
	}
	first := len(f.rows) == 0
	var lines []levelLine
	for k, tree := range trees {
		if first {
			f.keys = append(f.keys, key{tree.InstanceID(), treeStyle(k, 0).line(), treeStyle(k, 0).glyph()})
		}
		for _, p := range all {
			nth := slices.Index(shown, p.Solver)
			if nth < 0 || p.InstanceID() != tree.InstanceID() {
				continue
			}
			look := treeStyle(k, nth)
			lines = append(lines, levelLine{"", p.InstanceID() + ", " + p.Solver, look.line(), look.glyph(), p.Levels})
			if first {
				f.levelRows(p.InstanceID(), p.Solver, p.Levels)
			}
		}
	}
	return lines
}

// treeStyle returns the style of the k-th tree, by the first solver shown or by the second.
func treeStyle(k, nth int) style {
	if nth > 0 {
		return style{color: hue(k), mark: hollow(bodies[k]), dashes: dashed}
	}
	return style{color: hue(k), mark: bodies[k]}
}

// unended returns the instances on which a solver was stopped and left no level profile.
func (in *Input) unended(solver string) (ids []string) {
	seen := make([]bool, in.all.Instances())
	for k := range in.rows() {
		if at := in.all.Instance(k); in.all.At(k).Solver == solver && !in.all.At(k).Measured() && !seen[at] {
			seen[at] = true
			ids = append(ids, in.all.ID(at))
		}
	}
	return ids
}

// representatives returns the base, or the first solver, and the first solver with another rule in
// the same counter class.
func (l looks) representatives(names []string, base string) []string {
	if !slices.Contains(names, base) {
		base = names[0]
	}
	mine := l[base]
	for _, name := range names {
		if c := l[name]; c.Rule != "" && mine.Rule != "" && c.Rule != mine.Rule && c.Counter != "" &&
			c.Counter == mine.Counter {
			return []string{base, name}
		}
	}
	return []string{base}
}

// nodesOf returns the size of a tree.
func nodesOf(p results.Profile) (sum float64) {
	for _, l := range p.Levels {
		sum += float64(l.Nodes)
	}
	return sum
}

// Trees finds the largest tree that each solver has in each family. Its zero value is ready for use.
type Trees struct{ largest map[[2]string]largestTree }

type largestTree struct {
	id    string
	nodes float64
}

// Take takes a profile into account.
func (t *Trees) Take(p results.Profile) {
	at, nodes := [2]string{p.Family, p.Solver}, nodesOf(p)
	if before, ok := t.largest[at]; ok && nodes <= before.nodes {
		return
	}
	if t.largest == nil {
		t.largest = map[[2]string]largestTree{}
	}
	t.largest[at] = largestTree{p.InstanceID(), nodes}
}

// Instances returns the instances of the trees. A plot of the largest trees needs no other profiles.
func (t *Trees) Instances() map[string]bool {
	ids := map[string]bool{}
	for _, one := range t.largest {
		ids[one.id] = true
	}
	return ids
}

// largestOf returns the profile with the most nodes that a solver has in each family. It keeps the
// mostTrees largest profiles, the largest first.
func largestOf(all []results.Profile, solver string) []results.Profile {
	var trees []results.Profile
	for _, p := range all {
		if p.Solver != solver {
			continue
		}
		k := slices.IndexFunc(trees, func(t results.Profile) bool { return t.Family == p.Family })
		if k < 0 {
			trees = append(trees, p)
		} else if nodesOf(p) > nodesOf(trees[k]) {
			trees[k] = p
		}
	}
	slices.SortStableFunc(trees, func(a, b results.Profile) int {
		return cmp.Or(cmp.Compare(nodesOf(b), nodesOf(a)), cmp.Compare(a.InstanceID(), b.InstanceID()))
	})
	return trees[:min(len(trees), mostTrees)]
}
