package fleet

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/atomicfile"
	"xcbench/solvers/divide"
)

// DefaultLease is how long a worker may show no sign of life before others take over its tasks.
const DefaultLease = time.Minute

// A Plan is a folder of tasks that is being written. Nothing is kept in memory but one pack.
type Plan struct {
	folder   Folder
	problems *os.File
	out      *bufio.Writer
	packSize int
	pack     []Task
	Command  string   // the command line, for people
	Engines  []Engine // the engines that solvers may be
}

// Create makes the folder of a plan, with so many tasks in a pack. If packSize is 0, packs grow with
// the number of tasks. The folder may exist, but must be empty. [Plan.Close] has to follow.
func Create(path string, packSize int, lease time.Duration) (*Plan, error) {
	build, err := Build()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty; a plan needs a new folder", path)
	}
	for _, dir := range []string{packsDir, workDir} {
		if err := os.MkdirAll(filepath.Join(path, dir), 0o777); err != nil {
			return nil, err
		}
	}
	problems, err := os.OpenFile(filepath.Join(path, problemsFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &Plan{folder: Folder{path, head{Format: formatVersion, Build: build, Lease: lease}}, problems: problems,
		out: bufio.NewWriterSize(problems, 64<<10), packSize: packSize}, nil
}

// Placed is a problem in a plan.
type Placed struct {
	hash, id string
	at       int64
	batch    int // problems; 0 if it is a single one
}

// Add adds the problem of an instance.
func (p *Plan) Add(in corpus.Instance) (Placed, error) {
	problem, err := bench.ProblemOf(&in)
	if err != nil {
		return Placed{}, err
	}
	return p.put(Problem{Problem: problem})
}

// AddBatch adds several problems for tasks that do them all.
func (p *Plan) AddBatch(all []bench.Problem) (Placed, error) {
	if len(all) == 1 {
		return p.put(Problem{Problem: all[0]})
	}
	var whole Problem
	var err error
	whole.InstanceID = fmt.Sprintf("%s and %d more", all[0].InstanceID, len(all)-1)
	if whole.Batch, err = json.Marshal(all); err != nil {
		return Placed{}, err
	}
	placed, err := p.put(whole)
	placed.batch = len(all)
	return placed, err
}

// put writes a problem.
func (p *Plan) put(problem Problem) (Placed, error) {
	problem.Hash = problem.hashText()
	line, err := json.Marshal(problem)
	if err != nil {
		return Placed{}, err
	}
	at := p.folder.head.Problems
	n, err := p.out.Write(append(line, '\n'))
	p.folder.head.Problems += int64(n)
	return Placed{hash: problem.Hash, id: problem.InstanceID, at: at}, err
}

// Whole adds the task of a whole search, or of the searches of a batch.
func (p *Plan) Whole(problem Placed, solver string, limits Limits) error {
	p.folder.head.Searches += max(problem.batch, 1)
	return p.add(problem, definition{Solver: solver, Limits: limits, Batch: problem.batch}, 0)
}

// Divided adds the tasks of a search in parts: the parts, and the trunk. Each task is a pack.
func (p *Plan) Divided(problem Placed, solver string, parts []divide.Sized) error {
	if err := p.flush(); err != nil {
		return err
	}
	p.folder.head.Searches++
	size := p.packSize
	defer func() { p.packSize = size }()
	p.packSize = 1
	trunk := make([]divide.Part, 0, len(parts))
	for _, part := range parts {
		trunk = append(trunk, part.Part)
	}
	if err := p.add(problem, definition{Solver: solver, Trunk: trunk}, 0); err != nil {
		return err
	}
	for k := range parts {
		if err := p.add(problem, definition{Solver: solver, Part: &parts[k].Part}, parts[k].Nodes); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) add(problem Placed, d definition, nodes float64) error {
	if h := &p.folder.head; !slices.Contains(h.Solvers, d.Solver) {
		h.Solvers = append(h.Solvers, d.Solver)
		if e, ok := named(p.Engines, d.Solver); ok {
			h.Engines = append(h.Engines, e)
		}
	}
	if e, ok := named(p.Engines, d.Solver); ok {
		d.Engine = e.Build
	}
	d.Problem, d.InstanceID, d.Build = problem.hash, problem.id, p.folder.head.Build
	p.pack = append(p.pack, Task{Name: d.name(), definition: d, Nodes: nodes, At: problem.at})
	p.folder.head.Tasks++
	if most := cmp.Or(p.packSize, p.growing()); len(p.pack) < most {
		return nil
	}
	return p.flush()
}

// growing returns the size of the next pack, if it is not fixed: few tasks have a pack each, and
// millions of tasks have some thousand packs.
func (p *Plan) growing() int { return min(max(p.folder.head.Tasks/200, 1), mostInPack) }

// mostInPack is how many tasks a pack has at most.
const mostInPack = 500

// flush writes the pack.
func (p *Plan) flush() error {
	if len(p.pack) == 0 {
		return nil
	}
	p.folder.head.Packs++
	var text []byte
	for _, t := range p.pack {
		line, err := json.Marshal(t)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	p.pack = p.pack[:0]
	return os.WriteFile(p.folder.packPath(p.folder.head.Packs), text, 0o666)
}

// Close writes what is left, and then the head. Without the head, the folder is no plan.
func (p *Plan) Close() error {
	err := errors.Join(p.flush(), p.out.Flush(), p.problems.Sync(), p.problems.Close())
	if err != nil {
		return err
	}
	p.folder.head.Command = p.Command
	text, err := json.MarshalIndent(p.folder.head, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(p.folder.path, headFile), append(text, '\n'), 0o666)
}

// Discard closes a plan that cannot be finished. Its folder stays without a head.
func (p *Plan) Discard() { p.problems.Close() }

// Remove removes a discarded plan.
func (p *Plan) Remove() error {
	var errs []error
	for _, name := range []string{problemsFile, packsDir, workDir} {
		errs = append(errs, os.RemoveAll(filepath.Join(p.folder.path, name)))
	}
	return errors.Join(append(errs, os.Remove(p.folder.path))...)
}
