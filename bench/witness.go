package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/atomicfile"
)

// shrinkTime is what the shrinking of one problem may take; a test gives it longer.
var shrinkTime = 10 * time.Second

// Witness is a small problem that shows a fault of a solver.
type Witness struct {
	Problem    *cover.Problem
	Solver     string
	Fault      string   // on Problem
	InstanceID string   // where it was found
	Found      string   // the fault there
	Solvers    []string // to verify together, so that the fault shows
	Limits     cover.Limits
	Note       string // why the problem is not minimal; "" if it is
	known      bool   // the fault is one by what is known of the instance, and does not show on the problem
}

// Witness shrinks the problem of a report to the smallest on which the solver of a
// wrong outcome still goes wrong in the same way (a wrong answer, a crash): held
// against itself and what its solutions have to be, against one other solver,
// the nearest of the report's or of [solvers.All] that shows it, or against the SAT
// solver. If none of these shows it, since only the corpus knows better, the witness is
// the whole problem. A solver that does not stop is tried in worker processes, which
// the command of worker starts, see [Work]; without it that problem stays whole too.
func (r Report) Witness(ctx context.Context, o Outcome, b Bounds, worker []string) (Witness, error) {
	w := Witness{Problem: r.Problem, Solver: o.Variant.Name, Fault: o.Fault, InstanceID: r.Instance.ID(), Found: o.Fault,
		Solvers: r.names(), Limits: b.Limits}
	if o.stuck {
		r.shrinkHang(ctx, &w, o, b, worker)
		return w, ctx.Err()
	}
	shrink, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	for _, c := range r.crosses(o, b) {
		if c.fault(shrink, r.Problem) == "" {
			continue
		}
		w.Problem = Shrink(shrink, r.Problem, func(p *cover.Problem) bool { return c.fault(shrink, p) != "" })
		if shrink.Err() != nil {
			w.Note = fmt.Sprintf("not minimal: the %v for shrinking were over", shrinkTime)
		}
		c.bounds.Limits = b.Limits // as in the command that replays it
		if w.Fault = c.fault(ctx, w.Problem); w.Fault == "" {
			w.Note = "does not show each time"
			w.Fault = o.Fault
		}
		w.Solvers = nil
		for _, v := range c.variants() {
			w.Solvers = append(w.Solvers, v.Name)
		}
		return w, ctx.Err()
	}
	w.Note, w.known = "not shrunk: the solvers agree, and only what is known of the instance says otherwise", true
	return w, ctx.Err()
}

func (r Report) names() []string {
	var names []string
	for _, o := range r.Outcomes {
		names = append(names, o.Variant.Name)
	}
	return names
}

// name returns the name of the witness' file.
func (w Witness) name() string {
	name := func(r rune) rune {
		if plain(r) {
			return r
		}
		return '-'
	}
	return strings.Map(name, w.InstanceID+"/"+w.Solver) + ".dlx"
}

// Replay returns the command that shows the fault again, given the witness' file.
func (w Witness) Replay(file string) string {
	command := "xcbench verify --solver " + strings.Join(w.Solvers, ",")
	if w.Limits.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", w.Limits.Nodes)
	}
	if w.Limits.Updates > 0 {
		command += fmt.Sprintf(" --updates %d", w.Limits.Updates)
	}
	if w.known {
		file = w.InstanceID
	}
	if strings.ContainsFunc(file, func(r rune) bool { return !plain(r) && r != '/' && r != '-' }) {
		file = "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	}
	return command + " " + file
}

// plain characters mean nothing else to any shell or file system.
func plain(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_')
}

// text returns the witness as DLX text with comments that say what it shows.
func (w Witness) text() ([]byte, error) {
	var text bytes.Buffer
	for _, line := range []string{
		"Solver " + w.Solver + ": " + w.Fault,
		"Found on " + w.InstanceID + ": " + w.Found,
		w.Note,
		"Replay: " + w.Replay(w.name()),
	} {
		if line != "" {
			fmt.Fprintln(&text, "|", strings.Join(strings.Fields(line), " "))
		}
	}
	if err := format.WriteDLX(&text, w.Problem); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// Save writes the witness into a file of a directory, which is made if it is
// not there, and returns the path of the file.
func (w Witness) Save(dir string) (string, error) {
	text, err := w.text()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	path := filepath.Join(dir, w.name())
	return path, atomicfile.WriteFile(path, text, 0o644)
}
