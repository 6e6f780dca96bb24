// Package steps shows a small search step by step: in words, and as a page with a slider. Both show
// the same sentences. The steps come from a [tree.Follower].
//
// Start reading at words.go; film.go makes the page of film.html, which film.js brings to life.
package steps

import (
	"fmt"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/english"
	"xcbench/results/tree"
)

// Words puts the nodes of one search into words.
type Words struct {
	problem   *cover.Problem
	names     format.Naming
	rule      cover.Rule
	solutions int
}

// NewWords returns the words for a search on p by a solver of the rule.
func NewWords(p *cover.Problem, names format.Naming, rule cover.Rule) *Words {
	return &Words{problem: p, names: names, rule: rule}
}

// Sentence is about a node on a level.
type Sentence struct {
	Level int
	Text  string
}

// Begin describes the problem.
func (w *Words) Begin() string {
	p := w.problem
	text := english.GroupedCount(p.Primary(), "item") + " to cover exactly once"
	coloured := map[int32]bool{}
	for o := range p.Options() {
		for k, colour := range p.Colouring(o) {
			if colour != 0 {
				coloured[p.Option(o)[k]] = true
			}
		}
	}
	if once := p.Items() - p.Primary() - len(coloured); once > 0 {
		text += ", " + english.GroupedCount(once, "item") + " to cover at most once"
	}
	if len(coloured) > 0 {
		text += ", " + english.GroupedCount(len(coloured), "item") + " that may be covered often in one colour"
	}
	return text + ", " + english.GroupedCount(p.Options(), "option") + "."
}

// Step describes the next node: the way back to its parent if an option of the parent was tried
// before, the option taken, and the item chosen.
func (w *Words) Step(n *tree.Node) (all []Sentence) {
	if n.Try > 1 {
		all = append(all, Sentence{n.Level - 1,
			"Back to " + w.names.Item(n.Up.Item) + ", the last item with another option."})
	}
	if n.Up != nil {
		all = append(all, Sentence{n.Level, w.taken(n)})
	}
	return append(all, Sentence{n.Level, w.chosen(n)})
}

// taken describes the option that leads to a node, and what it covers and rules out.
func (w *Words) taken(n *tree.Node) string {
	parent, which := w.names.Item(n.Up.Item), "the only option"
	if of := len(n.Up.Options); of > 1 {
		which = fmt.Sprintf("option %d of %d", n.Try, of)
	}
	out := "nothing more"
	if len(n.RuledOut) > 0 {
		out = some(n.RuledOut, "option", func(o int) string { return "(" + w.names.Option(o) + ")" })
	}
	return fmt.Sprintf("Take %s, %s for %s. It covers %s and rules out %s; it leaves %s.", w.names.Option(n.Option()), which,
		parent, english.List(w.names.Entries(n.Option())), out, english.GroupedCount(len(n.Left), "option"))
}

// chosen describes the item to branch on, and why it is the one.
func (w *Words) chosen(n *tree.Node) string {
	if n.Item < 0 {
		w.solutions++
		return fmt.Sprintf("No item is left to cover: solution %d.", w.solutions)
	}
	item, has := w.names.Item(n.Item), "it has "+english.GroupedCount(len(n.Options), "option")
	switch {
	case len(n.Options) == 0:
		return "Dead end: " + item + " has no option left."
	case w.rule == cover.First:
		return "Choose " + item + ", the first item left: " + has + "."
	case len(n.Equals) == 0:
		return "Choose " + item + ": " + has + ", fewer than any other item."
	}
	verbs := "have as many but come"
	if len(n.Equals) == 1 {
		verbs = "has as many but comes"
	}
	return fmt.Sprintf("Choose %s: %s, the fewest; %s %s later.", item, has, some(n.Equals, "item", w.names.Item), verbs)
}

// some names up to four things, and counts more.
func some(things []int, noun string, name func(int) string) string {
	if len(things) > 4 {
		return english.GroupedCount(len(things), "other "+noun)
	}
	var names []string
	for _, n := range things {
		names = append(names, name(n))
	}
	return english.List(names)
}

// End says how the search ended. The limit on nodes is 0 if there is none.
func (w *Words) End(stats cover.Stats, nodes int64) string {
	after := fmt.Sprintf(" after %s, with %s.", english.GroupedCount(stats.Nodes, "node"),
		english.GroupedCount(stats.Solutions, "solution"))
	switch {
	case stats.Status == cover.Solved:
		return "No option is left to try: the search is over" + after
	case stats.Status == cover.Limit && stats.Nodes == nodes:
		return "The search goes on, but these steps stop" + after + " '--nodes N' shows more."
	}
	return "The search stopped" + after
}
