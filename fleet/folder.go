package fleet

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"xcbench/internal/bounded"
)

// The files of a folder.
const (
	headFile     = "fleet.json"
	problemsFile = "problems.jsonl"
	packsDir     = "packs"
	workDir      = "work"
)

// head is the content of the head file.
type head struct {
	Format   int           `json:"format"`
	Build    string        `json:"build"`
	Problems int64         `json:"problem_bytes"` // the size of the file of problems
	Packs    int           `json:"packs"`
	Tasks    int           `json:"tasks"`
	Lease    time.Duration `json:"lease_ns"`
	Command  string        `json:"command,omitempty"`
	Searches int           `json:"searches"`
	Solvers  []string      `json:"solvers"`
	Engines  []Engine      `json:"engines,omitempty"`
}

// formatVersion is the version of the folder's format.
const formatVersion = 1

// A Folder is a plan, with what is done of it.
type Folder struct {
	path string
	head head
}

// Open opens the folder of a plan.
func Open(path string) (*Folder, error) {
	text, err := bounded.ReadFile(filepath.Join(path, headFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(path, problemsFile)); err == nil {
			return nil, fmt.Errorf("%s: no %s, so its plan was never finished; delete the folder and plan again",
				path, headFile)
		}
		return nil, fmt.Errorf("%s: not a folder of tasks (no %s); 'xcbench fleet plan DIR' makes one", path, headFile)
	}
	if err != nil {
		return nil, err
	}
	f := &Folder{path: path}
	if err := json.Unmarshal(text, &f.head); err != nil || f.head.Packs < 1 || f.head.Lease <= 0 {
		return nil, fmt.Errorf("%s: not the head of a folder of tasks, expected what 'xcbench fleet plan' writes",
			filepath.Join(path, headFile))
	}
	if f.head.Format != formatVersion {
		return nil, fmt.Errorf("%s: format %d, expected %d; use the xcbench that planned it", filepath.Join(path, headFile),
			f.head.Format, formatVersion)
	}
	return f, nil
}

// Tasks returns the number of tasks.
func (f *Folder) Tasks() int { return f.head.Tasks }

// Searches returns the number of searches: a batch has many, and a divided search has many tasks.
func (f *Folder) Searches() int { return f.head.Searches }

// Solvers returns the solvers of all tasks.
func (f *Folder) Solvers() []string { return f.head.Solvers }

// Path returns the path of the folder.
func (f *Folder) Path() string { return f.path }

// Build returns the build that the tasks are for.
func (f *Folder) Build() string { return f.head.Build }

// CheckBuild returns an error if this program is not the build of the plan.
func (f *Folder) CheckBuild() error { return Info{Build: f.head.Build}.CheckBuild(f.path) }

func (f *Folder) packPath(pack int) string {
	return filepath.Join(f.path, packsDir, fmt.Sprintf("%05d.jsonl", pack))
}

// tasks reads a pack. Packs have numbers from 1.
func (f *Folder) tasks(pack int) ([]Task, error) {
	path := f.packPath(pack)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parsePack(path, text, f.head.Build)
}

// parsePack parses the tasks of a pack, which must be for a build. The path is for messages.
func parsePack(path string, text []byte, build string) ([]Task, error) {
	var all []Task
	fail := func(format string, args ...any) ([]Task, error) {
		return nil, &bounded.Error{Name: path, Line: len(all) + 1, Msg: fmt.Sprintf(format, args...)}
	}
	for line := range bytes.Lines(text) {
		var t Task
		if err := json.Unmarshal(line, &t); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
			return fail("not a task, expected a line of JSON as 'xcbench fleet plan' writes it")
		}
		if name := t.name(); name != t.Name {
			return fail("task %s has a definition whose hash is %s, so it was changed; plan again", t.Name, name)
		}
		if t.Build != build {
			return fail("task %s is for build %s, expected build %s of the plan", t.Name, t.Build, build)
		}
		if slices.ContainsFunc(all, func(o Task) bool { return o.Name == t.Name }) {
			return fail("task %s again, expected it once", t.Name)
		}
		all = append(all, t)
	}
	if len(all) == 0 {
		return fail("no task, expected one or more")
	}
	return all, nil
}

// Problem reads the problem of a task.
func (f *Folder) Problem(t Task) (p Problem, err error) {
	path := filepath.Join(f.path, problemsFile)
	file, err := os.Open(path)
	if err != nil {
		return p, err
	}
	defer file.Close()
	line, err := bufio.NewReader(io.NewSectionReader(file, t.At, f.head.Problems-t.At)).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &p)
	}
	if err != nil || p.Hash != t.Problem || p.hashText() != p.Hash {
		return p, fmt.Errorf("%s: no problem with hash %s at byte %d, as task %s has it; the file was changed, plan again",
			path, t.Problem, t.At, t.Name)
	}
	return p, nil
}

// attempts returns the number of attempts by pack, and a note on each foreign file beside them. The
// attempts on a pack have the numbers 1, 2, 3, ..., so a file after a gap is foreign too.
func (f *Folder) attempts() (made map[int]int, junk []string, err error) {
	entries, err := os.ReadDir(filepath.Join(f.path, workDir))
	if err != nil {
		return nil, nil, err
	}
	made = map[int]int{}
	found := map[[2]int]bool{} // by pack and number
	foreign := func(name string) {
		junk = append(junk, filepath.Join(workDir, name)+": not the file of an attempt, or the one before it is missing; it counts as nothing")
	}
	for _, e := range entries {
		pack, number, ok := parseAttempt(e.Name())
		if !ok || pack > f.head.Packs || e.IsDir() {
			foreign(e.Name())
			continue
		}
		found[[2]int{pack, number}] = true
	}
	for at := range found {
		for found[[2]int{at[0], made[at[0]] + 1}] {
			made[at[0]]++
		}
	}
	for at := range found {
		if at[1] > made[at[0]] {
			foreign(attemptName(at[0], at[1]))
		}
	}
	slices.Sort(junk)
	return made, junk, nil
}

// parseAttempt parses the name of an attempt's file.
func parseAttempt(name string) (pack, number int, ok bool) {
	first, rest, _ := strings.Cut(name, ".")
	second, ok := strings.CutSuffix(rest, ".jsonl")
	pack, err1 := strconv.Atoi(first)
	number, err2 := strconv.Atoi(second)
	return pack, number, ok && err1 == nil && err2 == nil && pack > 0 && number > 0 && name == attemptName(pack, number)
}

func attemptName(pack, number int) string { return fmt.Sprintf("%05d.%d.jsonl", pack, number) }

func (f *Folder) attemptPath(pack, number int) string {
	return filepath.Join(f.path, workDir, attemptName(pack, number))
}
