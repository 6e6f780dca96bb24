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

// Words puts the steps of one search into words.
type Words struct {
	problem   *cover.Problem
	names     format.Naming
	rule      cover.Rule
	level     int // of the last step, or -1
	solutions int
}

// NewWords returns the words for a search on p by a solver of the rule.
func NewWords(p *cover.Problem, names format.Naming, rule cover.Rule) *Words {
	return &Words{problem: p, names: names, rule: rule, level: -1}
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

// Step describes the next step: the way back to its parent if it does not follow the last step
// directly, the option taken, and the item chosen.
func (w *Words) Step(s tree.Step) (all []Sentence) {
	if s.Level <= w.level {
		all = append(all, Sentence{s.Level - 1,
			"Back to " + w.names.Item(s.Parent) + ", the last item with another option."})
	}
	w.level = s.Level
	if s.Option >= 0 {
		all = append(all, Sentence{s.Level, w.taken(s)})
	}
	return append(all, Sentence{s.Level, w.chosen(s)})
}

// named is the number of options or items that a sentence names; it counts the others.
const named = 4

// taken describes the option that leads to a node, and what it covers and rules out.
func (w *Words) taken(s tree.Step) string {
	option, parent := w.names.Option(s.Option), w.names.Item(s.Parent)
	text := fmt.Sprintf("Take %s, option %d of %d for %s.", option, s.Try, s.Of, parent)
	if s.Of == 1 {
		text = fmt.Sprintf("Take %s, the only option for %s.", option, parent)
	}
	text += " It covers " + english.List(w.names.Entries(s.Option)) + " and rules out "
	switch n := len(s.RuledOut); {
	case n == 0:
		text += "nothing more"
	case n <= named:
		var names []string
		for _, o := range s.RuledOut {
			names = append(names, "("+w.names.Option(o)+")")
		}
		text += english.List(names)
	default:
		text += english.GroupedCount(n, "other option")
	}
	return text + "; it leaves " + english.GroupedCount(s.Left, "option") + "."
}

// chosen describes the item to branch on, and why it is the one.
func (w *Words) chosen(s tree.Step) string {
	if s.Item < 0 {
		w.solutions++
		return fmt.Sprintf("No item is left to cover: solution %d.", w.solutions)
	}
	item, has := w.names.Item(s.Item), "it has "+english.GroupedCount(len(s.Options), "option")
	switch {
	case len(s.Options) == 0:
		return "Dead end: " + item + " has no option left."
	case w.rule == cover.First:
		return "Choose " + item + ", the first item left: " + has + "."
	case len(s.Equals) == 0:
		return "Choose " + item + ": " + has + ", fewer than any other item."
	case len(s.Equals) <= named:
		var names []string
		for _, i := range s.Equals {
			names = append(names, w.names.Item(i))
		}
		verbs := "have as many but come"
		if len(names) == 1 {
			verbs = "has as many but comes"
		}
		return fmt.Sprintf("Choose %s: %s, the fewest; %s %s later.", item, has, english.List(names), verbs)
	}
	return fmt.Sprintf("Choose %s: %s, the fewest; %s have as many but come later.", item, has,
		english.GroupedCount(len(s.Equals), "other item"))
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
