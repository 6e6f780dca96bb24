package bench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// A request to a worker process, and its answers, are JSON, one a line. An
// instance travels as text, so that it need not be known to the worker; it is
// sent once and then known by its key.
type request struct {
	Key     int           `json:"key"`
	Problem *problemText  `json:"problem,omitempty"` // where the worker does not have it
	Forget  bool          `json:"forget,omitempty"`  // all other problems first
	Solvers []string      `json:"solvers"`
	Verify  bool          `json:"verify,omitempty"` // or else to be sampled
	Next    string        `json:"next,omitempty"`   // the solver to be sampled once all are verified
	Limits  cover.Limits  `json:"limits"`
	Timeout time.Duration `json:"timeout"`
	MinTime time.Duration `json:"min_time"`
}

// answer is one line of the worker's: where it is, or what it found.
type answer struct {
	At          string       `json:"at,omitempty"`       // the solver that it begins to verify
	Sampling    bool         `json:"sampling,omitempty"` // or to sample
	Verdicts    []verdict    `json:"verdicts,omitempty"`
	Measurement *measurement `json:"measurement,omitempty"`
	Error       string       `json:"error,omitempty"` // it could not be done
}

// levels are a level profile that travels as a text of numbers. As objects of JSON they
// would take as long as to search the tree that they are of.
type levels []cover.Level

func (l levels) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 16*len(l))
	for _, at := range l {
		text = append(strconv.AppendInt(text, at.Nodes, 10), ' ')
		text = append(strconv.AppendInt(text, at.Updates, 10), ' ')
	}
	return text, nil
}

func (l *levels) UnmarshalText(text []byte) error {
	numbers := strings.Fields(string(text))
	*l = make(levels, len(numbers)/2)
	for k := range *l {
		nodes, err1 := strconv.ParseInt(numbers[2*k], 10, 64)
		updates, err2 := strconv.ParseInt(numbers[2*k+1], 10, 64)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		(*l)[k] = cover.Level{Nodes: nodes, Updates: updates}
	}
	return nil
}

// problemText is an instance with what is known of it.
type problemText struct {
	Family, Name   string
	Solutions      corpus.Count
	Nodes, Updates int64
	Source         string
	Format, Text   string
}

// problemOf writes an instance down: a sudoku as one, so that answers are held
// against its rules too, and all else as DLX text.
func problemOf(in *corpus.Instance) (*problemText, error) {
	puzzle, err := in.Puzzle()
	if err != nil {
		return nil, err
	}
	t := &problemText{in.Family, in.Name, in.Solutions, in.Nodes, in.Updates, in.Source, "dlx", ""}
	var text strings.Builder
	if g, ok := puzzle.Sudoku(); ok && len(g.Cells) == g.Side*g.Side {
		t.Format = "sudoku"
		err = format.WriteSudoku(&text, puzzle)
	} else {
		err = format.WriteDLX(&text, puzzle.Problem())
	}
	t.Text = text.String()
	return t, err
}

// instance is the way back.
func (t *problemText) instance() (*corpus.Instance, error) {
	r, err := format.NewReader(t.Family+"/"+t.Name, strings.NewReader(t.Text), format.Options{From: t.Format})
	if err != nil {
		return nil, err
	}
	puzzle, err := r.Read()
	if err != nil {
		return nil, err
	}
	in := corpus.FromPuzzle(t.Family, puzzle)
	in.Name, in.Solutions, in.Nodes, in.Updates, in.Source = t.Name, t.Solutions, t.Nodes, t.Updates, t.Source
	return &in, nil
}

// planted are variants that only tests have.
var planted []solvers.Variant

func variantsOf(names []string) ([]solvers.Variant, error) {
	var found []solvers.Variant
	for _, name := range names {
		v, ok := solvers.Find(name)
		if k := variantIndex(planted, name); k >= 0 {
			v, ok = planted[k], true
		}
		if !ok {
			return nil, fmt.Errorf("no solver %s", name)
		}
		found = append(found, v)
	}
	return found, nil
}
