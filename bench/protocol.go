package bench

import (
	"strings"
	"time"

	"xcbench/corpus"
	"xcbench/format"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// call is what a worker is asked to do: one solver searches on a problem. Calls and replies are JSON,
// one per line. An instance is sent as text, because the worker may not have it.
type call struct {
	Op      string        `json:"op"`
	Problem *Problem      `json:"problem,omitempty"` // nil for that of the call before
	Solver  [1]string     `json:"solvers"`           // a list, which workers of earlier versions read
	Bounds  Bounds        `json:"bounds"`
	MinTime time.Duration `json:"min_time,omitempty"` // of a sample
	Setups  bool          `json:"setups,omitempty"`   // repeat the set-up as often as the search
	Rerun   bool          `json:"rerun,omitempty"`    // run the search again, with a proof if it has one

	// The part of the tree to search: a part, what several parts leave, or the whole tree.
	Part  *divide.Part  `json:"part,omitempty"`
	Trunk []divide.Part `json:"trunk,omitempty"`

	// What a process does not send.
	instance *corpus.Instance // nil if the problem is given
	variant  solvers.Variant  // found by its name
}

// What a worker can do.
const (
	checkOp  = "check"  // searches and checks the answer
	sampleOp = "sample" // measures the search
)

// reply is one line from the worker: the result, the run that it begins, or why it cannot do what it
// was asked to.
type reply struct {
	Run   int     `json:"run,omitempty"`   // which run of the search it begins, from 1
	Found []Found `json:"found,omitempty"` // one at most; a list, as the solver
	Error string  `json:"error,omitempty"`
}

// A Problem is an instance as text, with its known figures.
type Problem struct {
	InstanceID string       `json:"instance"`
	Format     string       `json:"format"` // a name of package format
	Text       string       `json:"text"`
	Known      corpus.Count `json:"known"`             // the number of solutions
	Nodes      int64        `json:"nodes,omitempty"`   // of Knuth's dlx1 or dlx2; 0 if unknown
	Updates    int64        `json:"updates,omitempty"` // likewise
	Source     string       `json:"source,omitempty"`  // of the number of solutions
}

// ProblemOf returns an instance as text.
func ProblemOf(in *corpus.Instance) (Problem, error) {
	form, text, err := textOf(*in)
	return Problem{in.ID(), form, text, in.Solutions, max(in.Nodes, 0), max(in.Updates, 0), in.Source}, err
}

// textOf returns the problem of an instance as text, and the name of the text's format. A sudoku is
// written as a sudoku and a formula as a formula, so that the reader checks their rules too.
// Everything else is written as DLX text.
func textOf(in corpus.Instance) (form, text string, err error) {
	puzzle, err := in.Puzzle()
	if err != nil {
		return "", "", err
	}
	var out strings.Builder
	if _, ok := puzzle.Sudoku(); ok {
		err = format.WriteSudoku(&out, puzzle)
		return "sudoku", out.String(), err
	}
	if formula := puzzle.Formula(); formula != "" {
		return "cnf", formula, nil
	}
	err = format.WriteDLX(&out, puzzle.Problem())
	return "dlx", out.String(), err
}

// Puzzle reads the text. Its problem is that of the instance.
func (p *Problem) Puzzle() (*format.Puzzle, error) {
	r, err := format.NewReader(p.InstanceID, strings.NewReader(p.Text), format.Options{From: p.Format})
	if err != nil {
		return nil, err
	}
	return r.Read()
}
