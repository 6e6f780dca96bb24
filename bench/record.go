package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"xcbench/results"
)

// Record is what a run directory says of the run as a whole, in its run.json: enough
// to do the run again.
type Record struct {
	Flags       map[string][]string `json:"flags"` // by name, those not given too
	Args        []string            `json:"args"`
	Plan        string              `json:"plan"` // its hash
	Steps       int                 `json:"steps"`
	Environment map[string]string   `json:"environment"` // of the last session
	Sessions    []Session           `json:"sessions"`
}

// Session is one process's work on a run; there is more than one if it was resumed.
type Session struct {
	Start     time.Time `json:"start"`
	End       time.Time `json:"end,omitzero"` // zero if it was killed
	LoadStart string    `json:"load_start,omitempty"`
	LoadEnd   string    `json:"load_end,omitempty"`
	Error     string    `json:"error,omitempty"`
}

// ReadRecord reads the record of a run directory.
func ReadRecord(dir string) (Record, error) {
	var r Record
	path := filepath.Join(dir, results.RunFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if json.Unmarshal(text, &r) != nil {
		return r, fmt.Errorf("%s: not a record of a run, expected JSON as 'xcbench run' writes it", path)
	}
	return r, nil
}

// save writes the record.
func (r *Record) save(d *results.Dir) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return d.Save(results.RunFile, append(text, '\n'))
}

// Job is where and how a plan is carried out.
type Job struct {
	Dir      string
	Resume   bool // an interrupted run in the directory
	Record   Record
	Command  string // as it was typed, for people
	Progress Progress
	Log      func(string) // is told what befell solvers
}

// Execute runs the plan and records it in the job's directory. The job's record has flags
// and arguments; the rest of it is filled in here.
func (p Plan) Execute(ctx context.Context, job Job) error {
	record := job.Record
	d, err := p.enter(job.Dir, &record, job.Resume)
	if err != nil {
		return err
	}
	environment := environment()
	record.Environment = map[string]string{"cpu_flags": cpuFlags()}
	for _, e := range environment {
		record.Environment[e[0]] = e[1]
	}
	session := Session{Start: time.Now().UTC(), LoadStart: load()}
	record.Sessions = append(record.Sessions, session)
	last := &record.Sessions[len(record.Sessions)-1]
	r := p.start()
	if err := errors.Join(record.save(d), r.savePlan(d)); err != nil {
		return errors.Join(err, d.Close())
	}
	environment = append(environment, [2]string{"load", session.LoadStart}, [2]string{"command", job.Command})
	if err := d.Start(slices.Concat(environment, p.classes())); err != nil {
		return errors.Join(err, d.Close())
	}
	err = r.run(ctx, d, job.Progress, job.Log)
	last.End, last.LoadEnd = time.Now().UTC(), load()
	switch {
	case errors.Is(err, context.Canceled):
		last.Error = "interrupted"
	case err != nil:
		last.Error = err.Error()
	}
	return errors.Join(err, r.savePlan(d), record.save(d), d.Close())
}

// enter opens the directory; of a run that is resumed, the plan has to be the same.
func (p *Plan) enter(dir string, record *Record, resume bool) (*results.Dir, error) {
	record.Plan, record.Steps = p.hash(), p.all()
	if !resume {
		return results.Begin(dir)
	}
	before, err := ReadRecord(dir)
	if err != nil {
		return nil, err
	}
	if before.Plan != record.Plan {
		return nil, fmt.Errorf("%s: the plan is another than when the run began: its instances or solvers have changed since", dir)
	}
	record.Sessions = before.Sessions
	d, rows, profiles, err := results.Resume(dir)
	p.Recorded = Recorded{rows, profiles}
	return d, err
}

// savePlan writes the plan, with what is known of the steps skipped.
func (r *runner) savePlan(d *results.Dir) error {
	var text bytes.Buffer
	if err := r.write(&text, r.why); err != nil {
		return err
	}
	return d.Save(results.PlanFile, text.Bytes())
}
