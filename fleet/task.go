package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"xcbench/bench"
	"xcbench/cover"
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

// A Problem is what a task searches.
type Problem struct {
	Hash string `json:"hash,omitempty"` // of format and text
	bench.Problem
	Batch json.RawMessage `json:"batch,omitempty"` // an array of [bench.Problem]; then there is no text
}

// hashText returns the hash of the format and the text, or of all problems of a batch.
func (p *Problem) hashText() string {
	if p.Batch == nil {
		return hash([]byte(p.Format + "\n" + p.Text))
	}
	return hash(p.Batch)
}

// texts returns the problems of a batch, or the only one.
func (p *Problem) texts() (json.RawMessage, error) {
	if p.Batch != nil {
		return p.Batch, nil
	}
	return json.Marshal([]bench.Problem{p.Problem})
}

// Result is what a task found.
type Result struct {
	Task  string      `json:"task"` // its name
	Stats cover.Stats `json:"stats"`
	Fault string      `json:"fault,omitempty"` // what is wrong with the answer, or why there is none

	// Algorithm is the one that the solver chose, if it is not the solver's own.
	Algorithm string `json:"algorithm,omitempty"`

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
