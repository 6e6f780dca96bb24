package main

import (
	"fmt"
	"io"
	"strings"

	"xcbench/cover"
	"xcbench/report"
	"xcbench/report/steps"
	"xcbench/results/tree"
	"xcbench/solvers"
)

// showing shows the steps of one search.
type showing struct {
	*answer
	follower *tree.Follower
	words    *steps.Words
	film     *steps.Film // nil without --animate
	level    int         // of the last line, or -1
}

// showSteps returns what shows the steps of the search for an answer.
func showSteps(a *answer) *showing {
	w := &showing{answer: a, level: -1}
	rule := a.variant.Rule
	w.words = steps.NewWords(a.problem, a.puzzle.Naming(), rule)
	visit := w.tell
	if a.explain {
		w.write(-1, w.about())
	} else {
		w.film = steps.NewFilm(a.puzzle, w.words)
		visit = w.film.Add
	}
	w.follower = tree.Follow(a.problem, rule, visit)
	return w
}

// about describes the problem and how it is searched.
func (w *showing) about() string {
	return w.words.Begin() + " " + w.variant.Name + " searches by this rule: " + solvers.Definition(w.variant.Rule)
}

// tell writes the sentences about a node.
func (w *showing) tell(n *tree.Node) {
	for _, sentence := range w.words.Step(n) {
		w.write(sentence.Level, sentence.Text)
	}
}

// write writes a sentence about a node on a level, or about the whole search if the level is -1.
func (w *showing) write(level int, text string) {
	const lead = "level 12  "
	width := w.screen.width
	if width == 0 {
		width = 100
	}
	margin, first := "", ""
	if level >= 0 {
		margin = strings.Repeat(" ", len(lead))
		if first = margin; level != w.level {
			first = fmt.Sprintf("%-*s", len(lead), fmt.Sprintf("level %d", level))
		}
	}
	for _, line := range report.Wrap(text, width-len(margin)) {
		fmt.Fprintln(w.out, first+strings.TrimLeft(line, " ")) // an error shows in the next write too
		first = margin
	}
	w.level = level
}

// end ends the steps, in the file of an animation.
func (w *showing) end(file io.Writer, stats cover.Stats) error {
	if err := w.follower.Err(); err != nil {
		return err
	}
	end := w.words.End(stats, w.bounds.Nodes)
	if w.film != nil {
		return w.film.Write(file, steps.Titles{Name: w.name, About: w.about(), End: end})
	}
	w.write(-1, end)
	return nil
}
