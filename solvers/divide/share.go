package divide

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"xcbench/cover"
)

// Rest as the end of a part means all further children, however many there are. There may be none.
const Rest = math.MaxInt32

// Sharing lets a running search give away parts of what is left of it. Its zero value shares nothing
// until Ask is called. A Sharing is for one search.
type Sharing struct {
	// Give hands over parts to others. If it fails, the search keeps them. The goroutine of the search
	// calls it.
	Give func(parts []Part) error

	wanted atomic.Int64
	given  []Part
}

// Ask makes the search give away so many parts when it comes to its next node near the root. It may
// be called from any goroutine.
func (s *Sharing) Ask(parts int) { s.wanted.Store(int64(parts)) }

// Given returns the parts that were given away, once the search has ended.
func (s *Sharing) Given() []Part { return s.given }

// Shared searches a part as [Search] does, or the whole tree if part is nil. It gives away what
// others want. Then the statistics lack the parts given away, exactly.
//
// The parts given away are the siblings still to come, on the levels closest to the root:
//
//	level 0          ○            The search is at ◆. If one part is wanted, it gives away ▫, which
//	               ╱ │ ╲          is the part 1/2-; if two are, also what follows ◆ below its parent.
//	level 1       ○  ○  ▫         It knows its place on the watched levels only. How many siblings
//	             ╱  ╱ ╲           follow is not known, so such a part has no end.
//	level 2     ○  ○   ◆
func Shared(ctx context.Context, x cover.Search, depth int, part *Part, s *Sharing, visit cover.Visitor) (cover.Stats, error) {
	w := newWatch(depth, part, s)
	stats := x.Run(ctx, cover.Limits{Trace: &cover.Trace{Enter: w.enterOrNot}}, visit)
	if part == nil {
		return stats, stats.Err
	}
	if stats.Status == cover.Solved && !w.found() {
		return stats, &PartError{*part}
	}
	from(w.top, &stats)
	return stats, nil
}

// from takes the levels above a part out of its statistics.
func from(top int, s *cover.Stats) {
	for k := range min(top, len(s.Levels)) {
		s.Nodes, s.Updates = s.Nodes-s.Levels[k].Nodes, s.Updates-s.Levels[k].Updates
		s.Levels[k] = cover.Level{}
	}
}

// watch follows a search on its upper levels.
type watch struct {
	walk
	part    Part
	top     int   // the level of the part's first nodes; 0 for the whole tree
	matched int   // how many choices of the path the current node has made
	seen    int32 // one more than the last child of the part that was met
	sharing *Sharing

	// By level, from which sibling on the nodes below the present parent are given away. Levels are given
	// away from the top, so there is no other parent to come.
	end []int32

	deep int // the deepest level that is watched
	last time.Time
	pace time.Duration // between two nodes on watched levels, smoothed
}

// The pace that the depth of the watched levels keeps. A look takes some 100 ns, so they cost less
// than 0.3% of the time.
const (
	fastest = 50 * time.Microsecond
	slowest = 500 * time.Microsecond
)

func newWatch(depth int, part *Part, s *Sharing) *watch {
	w := &watch{walk: walk{reached: make([]int32, depth+2)}, end: make([]int32, depth+2), sharing: s}
	for k := range w.end {
		w.end[k] = math.MaxInt32
	}
	if part != nil {
		w.part, w.top, w.seen = *part, len(part.Path)+1, part.From
	}
	w.deep, w.last, w.pace = w.top+1, time.Now(), slowest
	return w
}

// enterOrNot is called for each node on the watched levels; see [cover.Trace]. It always asks for the
// siblings of the node: some of them may be given away.
func (w *watch) enterOrNot(level int) (bool, int) {
	index := w.step(level)
	switch {
	case level > w.top:
	case level == 0:
	case level == w.top:
		if index < w.part.From || index >= w.part.To {
			return false, w.deep
		}
		w.seen = index + 1
	case w.part.Path[level-1] != index:
		return false, w.deep
	default:
		w.matched = level
	}
	if index >= w.end[level] {
		return false, max(w.deep, level)
	}
	w.enter(level)
	if level >= w.top {
		w.adapt()
		if level > 0 && w.sharing.wanted.Load() > 0 {
			w.give(level, int(w.sharing.wanted.Swap(0)))
		}
	}
	return true, max(w.deep, level)
}

// adapt watches another level if watched nodes are rare, and one less if they are frequent. All that is
// below the node that the search enters is still to come, so any number of levels may be watched
// from here on.
func (w *watch) adapt() {
	now := time.Now()
	w.pace += (now.Sub(w.last) - w.pace) / 8
	w.last = now
	switch {
	case w.pace < fastest && w.deep > w.top+1:
		w.deep, w.pace = w.deep-1, slowest/2
	case w.pace > slowest && w.deep < len(w.end)-2:
		w.deep, w.pace = w.deep+1, slowest/2
	}
}

// give gives away the siblings that follow the current node and its ancestors, on the first so many
// levels where there may be some.
func (w *watch) give(level, wanted int) {
	var parts []Part
	var levels []int
	path := make([]int32, 0, level)
	for l := 1; l <= level && len(parts) < wanted; l++ {
		next, end := w.reached[l], int32(Rest)
		if l == w.top {
			end = w.part.To
		}
		if end = min(end, w.end[l]); l >= w.top && next < end {
			parts, levels = append(parts, Part{slices.Clone(path), next, end}), append(levels, l)
		}
		path = append(path, next-1)
	}
	if len(parts) == 0 || w.sharing.Give(parts) != nil {
		return
	}
	for k, l := range levels {
		w.end[l] = parts[k].From
	}
	w.sharing.given = append(w.sharing.given, parts...)
}

// found reports whether the tree has the part. Siblings that were given away are met too.
func (w *watch) found() bool {
	return w.matched == len(w.part.Path) && (w.seen == w.part.To || w.part.To == Rest)
}
