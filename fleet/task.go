package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// A Task is one search, or a part of one. Its name is the hash of everything that decides its result.
type Task struct {
	Name string `json:"name"`
	definition
	Nodes float64 `json:"estimated_nodes,omitempty"` // how large it is, if that was estimated

	At int64 `json:"at"` // where the problem's line begins in the file of problems
}

// definition is what decides the result of a task. A task with neither Part nor Trunk is a whole
// search.
type definition struct {
	Problem    string        `json:"problem"`  // the hash of its text
	InstanceID string        `json:"instance"` // the name of the problem in results
	Solver     string        `json:"solver"`
	Build      string        `json:"build"`            // of xcbench; see [Build]
	Engine     string        `json:"engine,omitempty"` // the build of the solver, if it is another program
	Limits     Limits        `json:"limits,omitzero"`
	Part       *divide.Part  `json:"part,omitempty"`
	Trunk      []divide.Part `json:"trunk,omitempty"` // the task is what these parts leave of the tree
	Batch      int           `json:"batch,omitempty"` // the number of problems, if the task has a search on each of them
}

// Limits bound a whole search. Zero means no bound.
type Limits struct {
	cover.Limits
	Timeout time.Duration `json:"timeout_ns,omitempty"`
}

// name returns the name of a task with this definition.
func (d definition) name() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // it has numbers and texts only
	}
	return hash(text)
}

// hash returns 80 bits of a hash of the text, in hexadecimal.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}

// What describes the task: the search and the part.
func (t *Task) What() string {
	what := t.InstanceID + " " + t.Solver
	switch {
	case t.Part != nil:
		what += ", part " + t.Part.String()
	case t.Trunk != nil:
		what += ", trunk"
	}
	return what
}

// whole is the definition of the search that the task belongs to.
func (t *Task) whole() definition {
	d := t.definition
	d.Part, d.Trunk = nil, nil
	return d
}

// A Problem is an instance as text.
type Problem struct {
	Hash       string       `json:"hash,omitempty"` // of format and text
	InstanceID string       `json:"instance"`
	Format     string       `json:"format"` // a name of package format
	Text       string       `json:"text"`
	Known      corpus.Count `json:"known"` // what is known about its number of solutions

	Batch []Problem `json:"batch,omitempty"` // the problems of a batch, without hashes; then there is no text
}

// hashText returns the hash of the format and the text, or of all problems of a batch.
func (p *Problem) hashText() string {
	if p.Batch == nil {
		return hash([]byte(p.Format + "\n" + p.Text))
	}
	text, err := json.Marshal(p.Batch)
	if err != nil {
		panic(err) // it has numbers and texts only
	}
	return hash(text)
}

// puzzle reads the text.
func (p *Problem) puzzle() (*format.Puzzle, error) {
	r, err := format.NewReader(p.InstanceID, strings.NewReader(p.Text), format.Options{From: p.Format})
	if err != nil {
		return nil, err
	}
	return r.Read()
}

// Result is what a task found.
type Result struct {
	Task  string      `json:"task"` // its name
	Stats cover.Stats `json:"stats"`
	Fault string      `json:"fault,omitempty"` // what is wrong with the answer, or why there is none

	// Left has the parts that the worker gave away. The statistics lack them.
	Left []divide.Part `json:"left,omitempty"`

	Batch []byte `json:"batch,omitempty"` // the results on the problems of a batch, compressed
}

// differs reports whether two results of one task cannot both be right. A timeout or a failure is no
// answer, so it differs from nothing. Results that lack parts are compared when they are whole.
func (r *Result) differs(other *Result) bool {
	a, b := r.Stats, other.Stats
	if !a.Status.Measured() || !b.Status.Measured() || len(r.Left)+len(other.Left) > 0 {
		return false
	}
	if r.Batch != nil || other.Batch != nil {
		return differInBatch(r, other)
	}
	same := a.Status == b.Status && a.SameCount(b) && a.Nodes == b.Nodes && a.Updates == b.Updates &&
		len(a.Levels) == len(b.Levels)
	for k := 0; same && k < len(a.Levels); k++ {
		same = a.Levels[k] == b.Levels[k]
	}
	return !same
}

// contradiction returns how the totals contradict the levels, or "". A solver may have no levels, and
// an engine may report only the nodes of each level.
func contradiction(s cover.Stats) string {
	var sum cover.Level
	for _, l := range s.Levels {
		sum.Nodes, sum.Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates
	}
	nodes := s.Nodes == cover.Uncounted || s.Nodes == sum.Nodes
	updates := s.Updates == cover.Uncounted || s.Updates == sum.Updates || sum.Updates == 0
	if s.Levels == nil || nodes && updates {
		return ""
	}
	return fmt.Sprintf("%d nodes and %d updates in all, %d and %d by level", s.Nodes, s.Updates, sum.Nodes, sum.Updates)
}

// A Performer does tasks, one after the other. It keeps the last problem and its search, as the parts
// of one search often follow each other.
type Performer struct {
	problem  string // the hash of the text
	solver   string
	puzzle   *format.Puzzle
	variant  solvers.Variant
	search   cover.Search
	unusable error // why there is no search
	setup    time.Duration
	batch    bool // the searches of a batch use the memory of the search before

	solvers solvers.Set                                 // that it knows
	sharing *divide.Sharing                             // how the next task is shared, or nil
	engine  func(name string) (build string, err error) // or nil; see [Worker]
}

// Perform does a task. If the context ends, it returns the context's error. Everything else that can
// go wrong is a status of the result: a solver that panics or that refuses the problem, or a solution
// that the checker refutes.
func (x *Performer) Perform(ctx context.Context, t Task, p Problem) (result Result, err error) {
	if t.Batch > 0 {
		return x.performBatch(ctx, t, p)
	}
	result.Task = t.Name
	defer func() {
		if fault := recover(); fault != nil {
			x.problem, x.solver, x.search = "", "", nil
			line, _, _ := strings.Cut(fmt.Sprint(fault), "\n")
			result.Stats, result.Fault = cover.Stats{Status: results.Crash}, "panic: "+line
		}
	}()
	if err := x.prepare(t, p); err != nil {
		return result, err
	}
	if x.unusable != nil {
		result.Stats, result.Fault = cover.Stats{Status: cover.Unsupported}, x.unusable.Error()
		return result, nil
	}
	inner, cancel := bench.Bounds{Timeout: t.Limits.Timeout}.Context(ctx)
	defer cancel()
	result.Stats, result.Fault, err = x.run(inner, t)
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	result.Stats.Setup = cmp.Or(result.Stats.Setup, x.setup) // an engine knows better
	if x.sharing != nil {
		result.Left = x.sharing.Given()
	}
	if err != nil {
		result.Stats, result.Fault = cover.Stats{Status: results.Crash}, err.Error()
	} else if status, fault := bench.FailureOf(result.Stats); fault != "" {
		result.Stats, result.Fault = cover.Stats{Status: status}, fault
	} else if fault := contradiction(result.Stats); fault != "" {
		result.Stats, result.Fault = cover.Stats{Status: results.Wrong}, fault
	}
	return result, nil
}

// prepare reads the problem and prepares the search, unless the task before had both.
func (x *Performer) prepare(t Task, p Problem) error {
	if err := x.find(t); err != nil {
		return err
	}
	if x.problem == p.Hash && x.solver == t.Solver {
		return nil
	}
	x.problem = ""
	puzzle, err := p.puzzle()
	if err != nil {
		return err
	}
	before := x.search
	if x.solver != t.Solver || !x.batch {
		before = nil
	}
	problem := puzzle.Problem()
	began := time.Now()
	x.search = nil // if Renew panics, the search is not used again
	x.search, x.unusable = cover.Renew(x.variant, before, problem)
	x.setup = time.Since(began)
	x.problem, x.solver, x.puzzle = p.Hash, t.Solver, puzzle
	return nil
}

// find looks the solver up, unless the task before had the same. The build of an engine is compared
// each time, as its file may have been written meanwhile.
func (x *Performer) find(t Task) error {
	if x.variant.Solver == nil || x.variant.Name != t.Solver {
		v, ok := x.solvers.Find(t.Solver)
		if !ok {
			return fmt.Errorf("unknown solver %s", t.Solver)
		}
		x.variant = v
	}
	here, err := "", error(nil)
	if x.variant.Engine != nil && x.engine != nil {
		here, err = x.engine(t.Solver)
	}
	if err == nil && here != t.Engine {
		err = fmt.Errorf("the task is for build %q of the engine %s, expected build %q", t.Engine, t.Solver, here)
	}
	return err
}

// run searches, and checks every solution that the solver shows.
func (x *Performer) run(ctx context.Context, t Task) (stats cover.Stats, fault string, err error) {
	problem := x.puzzle.Problem()
	checker := cover.NewChecker(problem)
	var visit cover.Visitor
	if !x.variant.Capabilities().CountsOnly {
		visit = func(options []int) bool {
			if err := checker.Check(options); err != nil {
				fault = err.Error()
			}
			return fault == ""
		}
	}
	switch {
	case x.sharing != nil:
		stats, err = divide.Shared(ctx, x.search, problem.MaxDepth(), t.Part, x.sharing, visit)
	case t.Part != nil:
		stats, err = divide.Search(ctx, x.search, problem.MaxDepth(), *t.Part, visit)
	case t.Trunk != nil:
		stats, err = divide.Trunk(ctx, x.search, problem.MaxDepth(), t.Trunk, visit)
	default:
		stats = x.search.Run(ctx, t.Limits.Limits, visit)
	}
	if fault != "" {
		stats.Status = results.Wrong
	}
	return stats, fault, err
}
