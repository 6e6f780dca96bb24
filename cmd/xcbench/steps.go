package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/cover"
	"xcbench/internal/atomicfile"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/report/steps"
	"xcbench/results/tree"
	"xcbench/solvers"
)

// stepFlags are the flags of solve that show the steps of a search.
type stepFlags struct {
	explain bool
	animate string // a file; "" for none
}

// Without --nodes, steps end at these numbers of nodes: some pages of text, or an animation of a
// megabyte.
const (
	explainedNodes = 200
	animatedNodes  = 2000
)

func (f *stepFlags) flags(cmd *cobra.Command) {
	flags := cli.FlagsOf(cmd)
	flags.Add(&f.explain, "explain", "tell the search step by step", "excludes animate tree format")
	flags.Add(&f.animate, "animate", "write the steps as a page with a slider to `FILE` (.html)", "excludes tree format")
}

// alone returns the flag that shows steps, or "".
func (f *stepFlags) alone() string {
	switch {
	case f.explain:
		return "--explain"
	case f.animate != "":
		return "--animate"
	}
	return ""
}

// check rejects flags that exclude each other. It chooses a solver whose steps can be followed.
func (f *stepFlags) check(cmd *cobra.Command, s *solving) error {
	flag := f.alone()
	if flag == "" {
		return nil
	}
	set := cmd.Flags().Changed
	if !set("solver") {
		s.variant, _ = solvers.Find("dlx_index")
	}
	if v := s.variant; v.Engine != nil || !tree.CanFollow(v.Rule) {
		return cli.Usagef("%s follows solvers of the rules mrv and first, and %s is not one; expected one of %s", flag, v.Name,
			solversThat(func(v solvers.Variant) bool { return tree.CanFollow(v.Rule) }))
	}
	if !set("nodes") {
		s.bounds.Nodes = animatedNodes
		if f.explain {
			s.bounds.Nodes = explainedNodes
		}
	}
	return nil
}

// showing shows the steps of one search.
type showing struct {
	*answer
	follower *tree.Follower
	words    *steps.Words
	film     *steps.Film // nil without --animate
	level    int         // of the last line, or -1
}

// show returns what shows the steps of the search for an answer.
func (f *stepFlags) show(a *answer) *showing {
	w := &showing{answer: a, level: -1}
	rule := a.variant.Rule
	w.words = steps.NewWords(a.problem, a.puzzle.Naming(), rule)
	visit := w.explain
	if !f.explain {
		w.film = steps.NewFilm(a.puzzle, w.words)
		visit = w.film.Add
	} else {
		w.write(-1, w.about())
	}
	w.follower = tree.Follow(a.problem, rule, visit)
	return w
}

// about describes the problem and how it is searched.
func (w *showing) about() string {
	return w.words.Begin() + " " + w.variant.Name + " searches by this rule: " + solvers.Definition(w.variant.Rule)
}

// explain writes the sentences about a node.
func (w *showing) explain(n *tree.Node) {
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

// end ends the steps.
func (w *showing) end(stats cover.Stats) error {
	if err := w.follower.Err(); err != nil {
		return fmt.Errorf("%s: %s: %w", w.name, w.variant.Name, err)
	}
	end := w.words.End(stats, w.bounds.Nodes)
	if w.film == nil {
		w.write(-1, end)
		return nil
	}
	return atomicfile.Write(w.animate, 0o644, func(out io.Writer) error {
		return w.film.Write(out, steps.Titles{Name: w.name, About: w.about(), End: end})
	})
}
