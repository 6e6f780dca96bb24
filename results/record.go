package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"xcbench/internal/bounded"
)

// Record describes a run as a whole: what was planned, where it was measured, and every session. It
// is the run.json of a run directory, and has all that is needed to repeat the run.
type Record struct {
	Flags       map[string][]string `json:"flags"` // by name, including flags that were not given
	Args        []string            `json:"args"`
	Plan        string              `json:"plan"` // its hash
	Steps       int                 `json:"steps"`
	Instances   int                 `json:"instances,omitempty"` // that every solver measures; 0 for other plans
	Environment map[string]string   `json:"environment"`         // of the last session
	Engines     map[string]Engine   `json:"engines,omitempty"`   // by the name of the solver
	Sessions    []Session           `json:"sessions"`
}

// Session is the work of one process on a run. A run that was resumed has more than one.
type Session struct {
	Start     time.Time `json:"start"`
	End       time.Time `json:"end,omitzero"` // zero if it was killed
	LoadStart string    `json:"load_start,omitempty"`
	LoadEnd   string    `json:"load_end,omitempty"`
	Error     string    `json:"error,omitempty"`
	Again     []string  `json:"again,omitempty"` // searches tried again, because their worker was killed
}

// Engine is how a run started another program.
type Engine struct {
	Table   map[string]any `json:"table"`             // its table of an engines file
	Program string         `json:"program,omitempty"` // a hash of the table, the program, its version and the files that the command names
}

// String describes the engine in a line.
func (e Engine) String() string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(e.Table)) {
		text, ok := e.Table[key].(string)
		if !ok {
			value, _ := json.Marshal(e.Table[key])
			text = string(value)
		}
		all = append(all, key+" "+text)
	}
	if e.Program != "" {
		all = append(all, "program "+e.Program)
	}
	return strings.Join(all, "; ")
}

// ReadRecord reads the record of a run directory.
func ReadRecord(dir string) (Record, error) {
	path := filepath.Join(dir, RunFile)
	text, err := bounded.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, noRecord(dir)
	}
	if err != nil {
		return Record{}, err
	}
	var r Record
	if json.Unmarshal(text, &r) != nil {
		return Record{}, fmt.Errorf("%s: not the record of a run, expected JSON as 'xcbench run' writes it", path)
	}
	return r, nil
}

// noRecord is the error of a directory without a record. A run that was killed as it began leaves
// one, as does a record that was deleted.
func noRecord(dir string) error {
	switch {
	case exists(filepath.Join(dir, RowsFile)):
		return fmt.Errorf("%s: %s is missing, expected it beside %s; 'xcbench run --dir DIR' begins a new run", dir,
			RunFile, RowsFile)
	case exists(dir):
		return fmt.Errorf("%s: no run has begun there (no %s); 'xcbench run --dir %s' with the flags of the run begins it",
			dir, RunFile, dir)
	}
	return noRun(dir)
}

// Record replaces the record of the run.
func (d *Dir) Record(r Record) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return d.Save(RunFile, append(text, '\n'))
}
