package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"xcbench/internal/bounded"
)

// Info is what workers without the folder have to know of a plan.
type Info struct {
	Plan  string        `json:"plan"` // a hash that tells plans apart
	Build string        `json:"build"`
	Lease time.Duration `json:"lease_ns"`
	Packs int           `json:"packs"`
	Tasks int           `json:"tasks"`

	Engines []Engine `json:"engines,omitempty"`
}

// CheckBuild returns an error if this program is not the build of the plan, which has a name.
func (i Info) CheckBuild(name string) error {
	build, err := Build()
	if err == nil && build != i.Build {
		err = fmt.Errorf("this is build %s of xcbench, and %s was planned with build %s; "+
			"results of different builds are not mixed, expected the same build", build, name, i.Build)
	}
	return err
}

// Info describes the plan.
func (f *Folder) Info() (Info, error) {
	text, err := bounded.ReadFile(filepath.Join(f.path, headFile))
	if err != nil {
		return Info{}, err
	}
	first, err := f.PackText(1)
	h := f.head
	return Info{hash(append(text, first...)), h.Build, h.Lease, h.Packs, h.Tasks, h.Engines}, err
}

// PackText returns the tasks of a pack, one a line. Packs have numbers from 1.
func (f *Folder) PackText(pack int) ([]byte, error) { return os.ReadFile(f.packPath(pack)) }

// Problems passes the problems of a pack to yield, each once.
func (f *Folder) Problems(pack int, yield func(Problem) error) error {
	tasks, err := f.tasks(pack)
	if err != nil {
		return err
	}
	last := ""
	for _, t := range tasks {
		if t.Problem == last { // the tasks of a problem follow each other
			continue
		}
		last = t.Problem
		p, err := f.Problem(t)
		if err == nil {
			err = yield(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A Written line is a line that a worker wrote elsewhere than in the folder.
type Written struct {
	Pack    int    // or 0 if a worker made the pack, of one task
	Attempt string // a name that is unique in the pack
	Text    []byte
}

// Collect adds to the folder what workers wrote elsewhere: the lines of attempts on packs of the
// plan, and of attempts on tasks that were given away. Each file of an attempt says where its lines
// come from, so Collect can be called again and again, as more lines are written. It adds only what
// is missing. Lines must come in the same order each time.
//
// A worker can give away parts of its task. The task has no result until these parts have theirs; its
// attempt seems to run until then.
func (f *Folder) Collect(shared, planned iter.Seq2[Written, error], notes func(string)) error {
	c := &collector{folder: f, given: map[string]*givenTask{}, files: map[place]*collected{}, last: map[int]int{}, notes: notes}
	if err := c.shared(shared); err != nil {
		return err
	}
	if err := c.known(); err != nil {
		return err
	}
	for w, err := range planned {
		if err == nil {
			err = c.add(w)
		}
		if err != nil {
			return err
		}
	}
	return c.flush()
}

type collector struct {
	folder *Folder
	given  map[string]*givenTask // by the name of the task
	files  map[place]*collected
	last   map[int]int // by pack, the number of the last attempt
	size   int         // bytes to write
	notes  func(string)
}

// place is an attempt on a pack of the plan.
type place struct {
	pack int
	from string
}

// collected is the file of an attempt that was made elsewhere.
type collected struct {
	number int    // 0 before there is a file
	have   int    // lines in the file, without the first
	seen   int    // lines so far, without the first
	held   bool   // the next line waits for results of others
	text   []byte // to be appended
}

// shared reads the attempts on tasks that were given away.
func (c *collector) shared(lines iter.Seq2[Written, error]) error {
	machines := map[string]Machine{}
	for w, err := range lines {
		var l line
		if err == nil && json.Unmarshal(w.Text, &l) != nil {
			continue
		}
		switch {
		case err != nil:
			return err
		case l.Machine != nil:
			machines[w.Attempt] = *l.Machine
		case l.Aside != nil:
			c.task(l.Aside.Task).aside = l.Aside.Reason
		case l.Result != nil:
			if err := c.task(l.Result.Task).add(*l.Result, machines[w.Attempt]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *collector) task(name string) *givenTask {
	if c.given[name] == nil {
		c.given[name] = &givenTask{}
	}
	return c.given[name]
}

// known finds the attempts that were collected before.
func (c *collector) known() error {
	made, _, err := c.folder.attempts()
	if err != nil {
		return err
	}
	for pack, attempts := range made {
		c.last[pack] = attempts
		for number := 1; number <= attempts; number++ {
			text, err := os.ReadFile(c.folder.attemptPath(pack, number))
			if err != nil {
				return err
			}
			var l line
			first, _, _ := bytes.Cut(text, []byte("\n"))
			if json.Unmarshal(first, &l) == nil && l.From != "" {
				c.files[place{pack, l.From}] = &collected{number: number, have: bytes.Count(text, []byte("\n")) - 1}
			}
		}
	}
	return nil
}

// mostCollected is how many bytes are kept before they are written.
const mostCollected = 16 << 20

// add takes the next line.
func (c *collector) add(w Written) error {
	if w.Pack < 1 || w.Pack > c.folder.head.Packs {
		c.notes(fmt.Sprintf("a line for pack %d, expected 1 to %d; it counts as nothing", w.Pack, c.folder.head.Packs))
		return nil
	}
	var l line
	at := place{w.Pack, w.Attempt}
	a := c.files[at]
	if a == nil {
		a = &collected{}
		c.files[at] = a
	}
	if json.Unmarshal(w.Text, &l) != nil {
		c.notes(fmt.Sprintf("pack %d: %q is no line of an attempt; it counts as nothing", w.Pack, shorten(w.Text)))
		return nil
	}
	if a.number == 0 && len(a.text) == 0 {
		m := Machine{Host: "unknown", Worker: "unknown"}
		if l.Machine != nil {
			m = *l.Machine
		}
		a.write(c, line{Machine: &m, From: w.Attempt})
	}
	if l.Machine != nil || a.held {
		return nil
	}
	if a.seen++; a.seen <= a.have {
		return nil
	}
	if l.Result != nil && len(l.Result.Left) > 0 {
		whole, err := c.whole(w.Pack, *l.Result)
		if a.held = whole == nil; a.held || err != nil {
			return err
		}
		l = *whole
	}
	a.write(c, l)
	if c.size > mostCollected {
		return c.flush()
	}
	return nil
}

func shorten(text []byte) []byte { return text[:min(len(text), 60)] }

func (a *collected) write(c *collector, l line) {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // it was read from JSON
	}
	a.text = append(append(a.text, text...), '\n')
	c.size += len(text)
}

// flush writes what was kept.
func (c *collector) flush() error {
	for at, a := range c.files {
		if len(a.text) == 0 {
			continue
		}
		if err := c.store(at, a); err != nil {
			return err
		}
		a.text = nil
	}
	c.size = 0
	return nil
}

// store appends lines to the file of an attempt, which may be new.
func (c *collector) store(at place, a *collected) error {
	if a.number > 0 {
		file, err := reopen(c.folder.attemptPath(at.pack, a.number))
		if err != nil {
			return err
		}
		return errors.Join(file.append(a.text), file.file.Close())
	}
	for {
		c.last[at.pack]++
		path := c.folder.attemptPath(at.pack, c.last[at.pack])
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue // a worker of the folder was faster
		}
		if err != nil {
			return err
		}
		a.number = c.last[at.pack]
		f := &attempt{file: file}
		return errors.Join(f.append(a.text), file.Close())
	}
}
