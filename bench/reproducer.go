package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"xcbench/bench/shrink"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/internal/atomicfile"
)

// shrinkTime bounds the shrinking of one problem. Tests raise it.
var shrinkTime = 10 * time.Second

// Reproducer is a small problem that shows a fault of a solver.
type Reproducer struct {
	Solver string
	Fault  string // on the problem

	problem       *cover.Problem
	instanceID    string // of the instance where the fault was found
	instanceFault string // on that instance
	solvers       []string
	limits        cover.Limits
	note          string // why the problem is not minimal; "" if it is
	onInstance    bool   // only the known figures of the instance show the fault, the problem alone does not
}

// Reproduce shrinks the problem of a report as long as the solver of a wrong outcome still fails on
// it in the same way (a wrong answer, a crash). Any of these may show the fault: the solver alone, whose
// solutions a SAT solver counts; or the comparison with one other solver, the nearest one in the report or in
// [solvers.All]. If none of them does, only the known figures of the instance contradict the answer,
// and the whole problem is the reproducer. The solvers are tried in a worker, which the command starts
// (see [Work]), or in this process without a command. The problem of a solver
// that does not stop stays whole.
func (r Report) Reproduce(ctx context.Context, o *Found, b Bounds, worker []string) (Reproducer, error) {
	puzzle, err := r.instance.Puzzle()
	if err != nil {
		return Reproducer{}, err
	}
	whole := puzzle.Problem()
	repro := Reproducer{
		Solver: o.Variant.Name, Fault: o.Fault,
		problem: whole, instanceID: r.instance.ID(), instanceFault: o.Fault,
		limits: b.Limits,
	}
	for _, o := range r.Outcomes {
		repro.solvers = append(repro.solvers, o.Variant.Name)
	}
	if o.Hung() {
		repro.solvers = []string{repro.Solver}
		repro.note = "not shrunk: each try would wait for a search that does not stop"
		return repro, nil
	}
	shrinkCtx, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	w := &Worker{isolation: Isolation{Command: worker, Grace: crosscheckTime}}
	defer w.Close()
	c := r.crosscheck(o, b, w)
	for _, group := range r.groups(o.Variant) {
		if c.fault(shrinkCtx, whole, group) == "" {
			continue
		}
		fails := func(p *cover.Problem) bool { return c.fault(shrinkCtx, p, group) != "" }
		repro.problem = shrink.Problem(shrinkCtx, whole, fails)
		if shrinkCtx.Err() != nil {
			repro.note = fmt.Sprintf("not minimal: shrinking stopped after %v", shrinkTime)
		}
		c.bounds.Limits = b.Limits // those of the replay command
		if repro.Fault = c.fault(ctx, repro.problem, group); repro.Fault == "" {
			repro.note = "the fault does not show every time"
			repro.Fault = o.Fault
		}
		repro.solvers = nil
		for _, v := range group {
			repro.solvers = append(repro.solvers, v.Name)
		}
		return repro, ctx.Err()
	}
	repro.note = "not shrunk: the solvers agree; only the known figures of the instance contradict them"
	repro.onInstance = true
	return repro, ctx.Err()
}

// fileName returns the name of the reproducer's file.
func (r Reproducer) fileName() string {
	safe := func(c rune) rune {
		if plain(c) {
			return c
		}
		return '-'
	}
	return strings.Map(safe, r.instanceID+"/"+r.Solver) + ".dlx"
}

// Replay returns the command that shows the fault again, given the reproducer's file.
func (r Reproducer) Replay(file string) string {
	command := "xcbench verify --solver " + strings.Join(r.solvers, ",")
	if r.limits.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", r.limits.Nodes)
	}
	if r.limits.Updates > 0 {
		command += fmt.Sprintf(" --updates %d", r.limits.Updates)
	}
	switch {
	case r.onInstance:
		file = r.instanceID
	case r.problem.Options() == 0: // no other format says so little
		command += " --from dlx"
	}
	if strings.ContainsFunc(file, func(c rune) bool { return !plain(c) && c != '/' && c != '-' }) {
		file = "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	}
	return command + " " + file
}

// plain reports whether a character has no special meaning to any shell or file system.
func plain(c rune) bool {
	return c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c) || c == '.' || c == '_')
}

// Save writes the problem as DLX text, with comments that say what it shows. It makes the directory if
// necessary, and returns the path of the file.
func (r Reproducer) Save(dir string) (string, error) {
	path := filepath.Join(dir, r.fileName())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	return path, atomicfile.Write(path, 0o644, func(w io.Writer) error {
		for _, line := range []string{
			"Solver " + r.Solver + ": " + r.Fault,
			"Found on " + r.instanceID + ": " + r.instanceFault,
			r.note,
			"Replay: " + r.Replay(r.fileName()),
		} {
			if line != "" {
				fmt.Fprintln(w, "|", strings.Join(strings.Fields(line), " "))
			}
		}
		return format.WriteDLX(w, r.problem)
	})
}
