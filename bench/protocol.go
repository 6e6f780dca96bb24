package bench

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/format"
	"xcbench/solvers"
)

// request is what a run asks of a worker process. Requests and answers are JSON, one per line. An
// instance is sent as text, because the worker may not have it; it is sent once, and later requests
// name it by its key.
type request struct {
	Key     int           `json:"key"`
	Problem *problemText  `json:"problem,omitempty"` // if the worker does not have it yet
	Forget  bool          `json:"forget,omitempty"`  // drop all other problems first
	Solvers []string      `json:"solvers"`
	Verify  bool          `json:"verify,omitempty"` // verify the solvers; otherwise sample the one
	Next    string        `json:"next,omitempty"`   // the solver to sample once all are verified
	Bounds  Bounds        `json:"bounds"`
	MinTime time.Duration `json:"min_time"`
	Oracles oracles       `json:"oracles,omitzero"`
}

// answer is one line from the worker: which step it begins, or a result.
type answer struct {
	At          string       `json:"at,omitempty"`       // the solver that it begins to run
	Run         int          `json:"run,omitempty"`      // which run of its search it begins; 0: Prepare, or the first run
	Sampling    bool         `json:"sampling,omitempty"` // it begins to sample, not to verify
	Verdicts    []verdict    `json:"verdicts,omitempty"`
	Measurement *measurement `json:"measurement,omitempty"`
	Error       string       `json:"error,omitempty"` // why the request failed
}

// Levels is a level profile that is encoded as a text: the nodes and updates of each level as varints,
// in base64. Encoding it as JSON objects would take as long as searching the tree.
type Levels []cover.Level

// MarshalText implements [encoding.TextMarshaler].
func (l Levels) MarshalText() ([]byte, error) {
	var packed []byte
	for _, at := range l {
		packed = binary.AppendUvarint(binary.AppendUvarint(packed, uint64(at.Nodes)), uint64(at.Updates))
	}
	return base64.StdEncoding.AppendEncode(nil, packed), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Levels) UnmarshalText(text []byte) error {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	for *l = nil; len(packed) > 0; {
		nodes, n := binary.Uvarint(packed)
		updates, u := binary.Uvarint(packed[max(n, 0):])
		if min(n, u) <= 0 || max(nodes, updates) > math.MaxInt64 {
			return errors.New("torn levels, expected the nodes and updates of each")
		}
		*l, packed = append(*l, cover.Level{Nodes: int64(nodes), Updates: int64(updates)}), packed[n+u:]
	}
	return err
}

// problemText is an instance as text, with its known figures.
type problemText struct {
	Family, Name   string
	Solutions      corpus.Count
	Nodes, Updates int64
	Source         string
	Format, Text   string
}

// problemOf returns an instance as text.
func problemOf(in *corpus.Instance) (*problemText, error) {
	form, text, err := TextOf(*in)
	return &problemText{in.Family, in.Name, in.Solutions, in.Nodes, in.Updates, in.Source, form, text}, err
}

// TextOf returns the problem of an instance as text, and the name of the text's format. A sudoku is
// written as a sudoku and a formula as a formula, so that the reader checks their rules too.
// Everything else is written as DLX text.
func TextOf(in corpus.Instance) (form, text string, err error) {
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

// instance returns the instance of the text; it is the inverse of problemOf.
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

// variantsOf returns the variants with these names.
func variantsOf(known solvers.Set, names []string) ([]solvers.Variant, error) {
	var found []solvers.Variant
	for _, name := range names {
		v, ok := known.Find(name)
		if !ok {
			return nil, fmt.Errorf("unknown solver %q", name)
		}
		found = append(found, v)
	}
	return found, nil
}
