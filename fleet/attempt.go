package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"xcbench/results"
)

// line is a line of an attempt's file. One field is set. An empty line is a sign of life.
type line struct {
	Machine *Machine `json:"machine,omitempty"` // the first line
	From    string   `json:"from,omitempty"`    // in the first line: the attempt was made elsewhere
	Result  *Result  `json:"result,omitempty"`
	Aside   *Aside   `json:"aside,omitempty"`
	End     *End     `json:"end,omitempty"` // the last line
}

// Aside is a task that is set aside.
type Aside struct {
	Task   string `json:"task"`
	Reason string `json:"reason"`
}

// End says how an attempt ended.
type End struct {
	Reason string `json:"reason"`         // "" if all tasks were done
	Died   bool   `json:"died,omitempty"` // the worker died at the first task without a result
}

// attempt is the file of an attempt, open for its only writer.
type attempt struct {
	mu   sync.Mutex
	file *os.File
	size int64 // without a torn line
}

// claim begins an attempt. It returns nil if another worker was faster.
func (f *Folder) claim(pack, number int, m Machine) (*attempt, error) {
	file, err := os.OpenFile(f.attemptPath(pack, number), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lock(file)
	a := &attempt{file: file}
	if err := a.write(line{Machine: &m}); err != nil { // nothing has begun, so nobody must wait for the lease
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return a, nil
}

// write appends a line. After an error, as from a full disk, nothing of it is in the file.
func (a *attempt) write(l line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return a.append(append(text, '\n'))
}

func (a *attempt) append(text []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.file.WriteAt(text, a.size); err != nil {
		return errors.Join(err, a.file.Truncate(a.size))
	}
	a.size += int64(len(text))
	return nil
}

// close ends the attempt.
func (a *attempt) close(end End) error { return errors.Join(a.write(line{End: &end}), a.file.Close()) }

// state is what is done of a pack.
type state struct {
	tasks    []Task
	results  map[string]Result  // by task
	machines map[string]Machine // by task with a result
	aside    map[string]string  // by task, the reason
	died     map[string]int     // by task, how many workers died at it
	why      map[string]string  // by task, how the last one died

	attempts int
	running  bool    // the last attempt has no end
	machine  Machine // of the last attempt
	size     int64   // of the last attempt's file
	notes    []string
}

// A ConflictError says that two machines disagree on a task.
type ConflictError struct {
	Task   Task
	First  Machine
	Second Machine
	one    Result
	other  Result
}

func (e *ConflictError) Error() string {
	text := func(r Result) string {
		return fmt.Sprintf("%s solutions, %s nodes, %s updates", r.Stats.CountText(), results.CounterText(r.Stats.Nodes),
			results.CounterText(r.Stats.Updates))
	}
	return fmt.Sprintf("task %s (%s): %s found %s, and %s found %s, expected the same; one of the machines is faulty",
		e.Task.Name, e.Task.What(), e.First, text(e.one), e.Second, text(e.other))
}

// state reads a pack and all attempts on it. Attempts that were followed by another one have ended:
// somebody saw them dead.
func (f *Folder) state(pack, attempts int) (*state, error) {
	tasks, err := f.tasks(pack)
	if err != nil {
		return nil, err
	}
	s := newState(tasks)
	for number := 1; number <= attempts; number++ {
		path := f.attemptPath(pack, number)
		text, err := os.ReadFile(path)
		if err == nil {
			err = s.readText(path, text, number == attempts)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

func newState(tasks []Task) *state {
	return &state{tasks: tasks, results: map[string]Result{}, machines: map[string]Machine{}, aside: map[string]string{},
		died: map[string]int{}, why: map[string]string{}}
}

// readText reads the lines of the next attempt. The path is for messages.
func (s *state) readText(path string, text []byte, last bool) error {
	s.attempts++
	s.size, s.machine = int64(len(text)), Machine{Host: "unknown", Worker: "unknown"}
	var end *End
	number := 0
	for text := range bytes.Lines(text) {
		number++
		if len(text) == 1 || !bytes.HasSuffix(text, []byte("\n")) {
			continue // a sign of life, or a torn line at the end
		}
		var l line
		var fault error
		switch {
		case json.Unmarshal(text, &l) != nil || !s.take(l):
			fault = errors.New("no line of an attempt on these tasks")
		case l.Result != nil:
			fault = l.Result.Stats.CheckLevels()
		}
		if fault != nil {
			s.notes = append(s.notes, fmt.Sprintf("%s:%d: %v; it counts as nothing", path, number, fault))
			continue
		}
		if l.Result != nil {
			if err := s.result(*l.Result); err != nil {
				return err
			}
		}
		if l.End != nil {
			end = l.End
		}
	}
	s.running = end == nil && last
	if end == nil && !last {
		end = &End{"it gave no sign of life", true}
	}
	if open := s.open(); end != nil && end.Died && len(open) > 0 {
		s.died[open[0].Name]++
		s.why[open[0].Name] = end.Reason
	}
	return nil
}

// take takes a line that is no result, and reports whether the line can be of an attempt.
func (s *state) take(l line) bool {
	switch {
	case l.Machine != nil:
		s.machine = *l.Machine
	case l.Result != nil:
		return s.find(l.Result.Task) != nil
	case l.Aside != nil:
		if s.find(l.Aside.Task) == nil {
			return false
		}
		s.aside[l.Aside.Task] = l.Aside.Reason
	default:
		return l.End != nil
	}
	return true
}

// result takes a result. A second one counts only if the first has no answer.
func (s *state) result(r Result) error {
	before, twice := s.results[r.Task]
	if twice && before.differs(&r) {
		return &ConflictError{*s.find(r.Task), s.machines[r.Task], s.machine, before, r}
	}
	if !twice || !before.Stats.Status.Measured() && r.Stats.Status.Measured() {
		s.results[r.Task], s.machines[r.Task] = r, s.machine
	}
	return nil
}

func (s *state) find(name string) *Task {
	for k := range s.tasks {
		if s.tasks[k].Name == name {
			return &s.tasks[k]
		}
	}
	return nil
}

// open returns the tasks without a result that are not set aside.
func (s *state) open() (all []Task) {
	for _, t := range s.tasks {
		if _, done := s.results[t.Name]; !done && s.aside[t.Name] == "" {
			all = append(all, t)
		}
	}
	return all
}

// rest returns the open tasks, and sets aside those at which too many workers died.
func (s *state) rest(write func(line) error, notes func(string)) (all []Task, err error) {
	for _, t := range s.open() {
		if s.died[t.Name] < tries {
			all = append(all, t)
			continue
		}
		why := fmt.Sprintf("%d workers died at it; the last one: %s", s.died[t.Name], strings.TrimSpace(s.why[t.Name]))
		if err := write(line{Aside: &Aside{t.Name, why}}); err != nil {
			return nil, err
		}
		notes(fmt.Sprintf("task %s (%s) is set aside: %s", t.Name, t.What(), why))
	}
	return all, nil
}
