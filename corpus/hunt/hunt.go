package hunt

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"

	"xcbench/format/sudoku"
)

// Puzzle is a puzzle found. It is minimal and has one solution.
type Puzzle struct {
	Score Score

	grid      sudoku.Grid // the scored copy whose work is nearest to the score
	climb     int         // the number of the climb that found it, from 1
	open      bool        // the climb has not expanded it yet
	canonical sudoku.Grid
	id        string // canonical as text
}

// canonical is a variable only because a test remembers its results to be quick.
var canonical = sudoku.Grid.Canonical

func newPuzzle(g sudoku.Grid, climb int) Puzzle {
	c := canonical(g)
	return Puzzle{grid: g, climb: climb, open: true, canonical: c, id: c.String()}
}

// clues returns the number of givens.
func (p Puzzle) clues() int {
	return len(p.grid.Cells) - bytes.Count(p.grid.Cells, []byte{0})
}

// better orders puzzles, the hardest first.
func better(a, b Puzzle) int {
	return cmp.Or(-cmp.Compare(a.Score, b.Score), cmp.Compare(a.id, b.id))
}

// Hunt is a hunt in progress. Only one goroutine at a time may use it.
type Hunt struct {
	options Options
	steps   int
	climbs  []climb  // the climbs in progress
	retired []Puzzle // puzzles among the best that no climb keeps
}

// climb is the part of a hunt that begins from random puzzles of its own.
type climb struct {
	number  int
	puzzles []Puzzle        // the puzzles kept, the best first
	keep    int             // how many puzzles it keeps at most
	dropped map[string]bool // puzzles that were not good enough, so that none is scored again
}

// starts is the number of random puzzles that a climb begins with. starts and tries are variables
// only because tests lower them to be quick.
var starts = 30

// New begins a hunt.
func New(o Options) (*Hunt, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	h := &Hunt{options: o}
	for k := range o.Climbs {
		h.climbs = append(h.climbs, h.climb(k+1))
	}
	return h, nil
}

func (h *Hunt) climb(number int) climb {
	keep := (h.options.Count + h.options.Climbs - 1) / h.options.Climbs
	return climb{number: number, keep: keep, dropped: map[string]bool{}}
}

// Steps returns the number of steps made.
func (h *Hunt) Steps() int { return h.steps }

// Puzzles returns the puzzles found, the best first.
func (h *Hunt) Puzzles() []Puzzle {
	all := h.all()
	return all[:min(len(all), h.options.Count)]
}

// all returns the puzzles found and the puzzles that climbs keep to expand.
func (h *Hunt) all() []Puzzle {
	all := slices.Clone(h.retired)
	for _, c := range h.climbs {
		all = append(all, c.puzzles...)
	}
	slices.SortFunc(all, better)
	return all
}

// Step makes a move on every climb, up to workers of them at the same time. If the context ends
// first, the hunt stays as it was.
func (h *Hunt) Step(ctx context.Context, workers int) error {
	known := map[string]bool{}
	for _, p := range h.all() {
		known[p.id] = true
	}
	puzzles := h.Puzzles()
	found := make([][]Puzzle, len(h.climbs))
	errs := make([]error, len(h.climbs))
	var group sync.WaitGroup
	free := make(chan struct{}, max(1, workers))
	for k := range h.climbs {
		free <- struct{}{}
		group.Go(func() {
			defer func() { <-free }()
			if errs[k] = ctx.Err(); errs[k] == nil {
				found[k], errs[k] = h.move(ctx, k, h.enough(&h.climbs[k], puzzles), known)
			}
		})
	}
	group.Wait()
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	for k := range h.climbs {
		if c := &h.climbs[k]; c.next() >= 0 {
			c.puzzles[c.next()].open = false
		}
	}
	for k := range h.climbs {
		for _, p := range found[k] {
			if !known[p.id] {
				known[p.id] = true
				h.put(p)
			}
		}
	}
	h.steps++
	h.renew()
	if all := h.all(); len(all) > h.options.Count { // retired puzzles only matter for the result
		worst := all[h.options.Count-1]
		h.retired = slices.DeleteFunc(h.retired, func(p Puzzle) bool { return better(p, worst) > 0 })
	}
	return nil
}

// renew retires the climbs that have expanded all their puzzles, and begins new ones. Numbers of
// climbs are never reused. The highest number always belongs to a climb in progress.
func (h *Hunt) renew() {
	for k, c := range h.climbs {
		if len(c.puzzles) > 0 && c.next() < 0 {
			last := slices.MaxFunc(h.climbs, func(a, b climb) int { return cmp.Compare(a.number, b.number) })
			h.retired = append(h.retired, c.puzzles...)
			h.climbs[k] = h.climb(last.number + 1)
		}
	}
}

// put gives a puzzle to its climb. The puzzle may push another one out of the climb, or its climb
// may be retired; such puzzles may still be among the best.
func (h *Hunt) put(p Puzzle) {
	k := slices.IndexFunc(h.climbs, func(c climb) bool { return c.number == p.climb })
	if k < 0 {
		h.retired = append(h.retired, p)
		return
	}
	c := &h.climbs[k]
	at, _ := slices.BinarySearchFunc(c.puzzles, p, better)
	c.puzzles = slices.Insert(c.puzzles, at, p)
	if len(c.puzzles) > c.keep {
		out := c.puzzles[c.keep]
		out.open = false
		h.retired = append(h.retired, out)
		c.puzzles = c.puzzles[:c.keep]
	}
}

// enough returns the score that a new puzzle of climb c must exceed. It is the lower of the climb's
// worst score and the worst score found, or 0 while there is room for more puzzles.
func (h *Hunt) enough(c *climb, found []Puzzle) Score {
	if len(c.puzzles) < c.keep || len(found) < h.options.Count {
		return 0
	}
	return min(c.puzzles[len(c.puzzles)-1].Score, found[len(found)-1].Score)
}

// next returns the index of the best puzzle that the climb has not expanded yet, or -1.
func (c *climb) next() int {
	return slices.IndexFunc(c.puzzles, func(p Puzzle) bool { return p.open })
}

// move returns new puzzles for the k-th climb with scores above enough. A dropped puzzle would
// always be dropped again, because enough never falls. So a hunt read from a file continues in the
// same way, although the file does not have the dropped puzzles.
func (h *Hunt) move(ctx context.Context, k int, enough Score, known map[string]bool) ([]Puzzle, error) {
	c := &h.climbs[k]
	rng := random("move", h.options.Seed, h.steps, k)
	var tried []sudoku.Grid
	if at := c.next(); at >= 0 {
		tried = neighbours(c.puzzles[at].canonical, rng)
	} else {
		for range starts {
			tried = append(tried, start(rng))
		}
	}
	var found []Puzzle
	for _, g := range tried {
		p := newPuzzle(g, c.number)
		if known[p.id] || c.dropped[p.id] {
			continue
		}
		score, typical, err := h.options.score(ctx, p.canonical, enough)
		if err != nil {
			return nil, err
		}
		p.Score, p.grid = score, typical
		if p.Score <= enough {
			c.dropped[p.id] = true
			continue
		}
		found = append(found, p)
	}
	return found, nil
}
