package bitset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/internal/bitrow"
)

// randomTables returns tables with walkers to walk. The items of a row are covered or have up to
// three options. A kill row clears the fields of its option's items and a few more bits. In one of eight
// tables it clears only the latter, so that stacks grow. The last kill row clears nothing.
func randomTables(rng *rand.Rand, shape fieldShape, first bool) fieldTables {
	t := fieldTables{fieldShape: shape}
	t.fieldWords = (1 + rng.IntN(5)) * blockWords
	t.row = t.fieldWords + (1+rng.IntN(3))*blockWords
	t.fields, t.used = t.fieldWords-rng.IntN(blockWords), t.row-rng.IntN(blockWords)
	t.stride = headWords + t.row
	t = t.tables(100, t.fieldWords*64>>t.log, first)
	options := 300
	kill := bitrow.Aligned((options + 1) * t.row)
	t.bits[t.fieldWords*64] = t.bitOf(options)
	t.ordered = rng.IntN(3) == 0
	endless, covered := rng.IntN(8) == 0, rng.IntN(8)
	width := 1 << t.log
	branching := randomWords(rng, t.stride, 0)
	row := branching[headWords:]
	clear(branching[:headWords])
	clear(row[:t.fieldWords])
	clear(row[t.used:])
	for i := range t.fields * 64 >> t.log {
		field := ^uint64(0) >> (64 - width) << (i * width % 64)
		for b := range width {
			bit, o := i*width+b, rng.IntN(options)
			t.bits[bit] = t.bitOf(o)
			if !endless {
				kill[o*t.row+bit/64] |= field
			}
		}
		word := &row[i*width/64]
		*word &^= field
		if rng.IntN(8) >= covered {
			*word |= 1 << (i*width%64 + width - 1)
			for range 1 + rng.IntN(3) {
				*word |= 1 << (i*width%64 + rng.IntN(width-1))
			}
		}
	}
	for o := range options {
		for range rng.IntN(40) {
			if bit := rng.IntN(t.row * 64); bit >= t.fieldWords*64 || bit%width < width-1 { // flags only with their fields
				bitrow.Set(kill[o*t.row:][:t.row], bit)
			}
		}
	}
	for k := range t.walkers {
		w := &t.walkers[k]
		t.above(branching, rng.IntN(5))
		t.begin(w, task{branching, kill})
		if rng.IntN(4) > 0 {
			w.stack[leftWord], w.stack[fieldWord] = 1+rng.Uint64N(7), uint64(rng.IntN(t.fields*64>>t.log)<<t.log)
		}
	}
	return t
}

// walked is what walking changes, but for what is above the tops of the stacks.
func (t *fieldTables) walked(done int) string {
	text := fmt.Sprintf("%d nodes, %d updates, %d solutions", done, t.updates, t.solutions)
	for _, w := range t.walkers {
		text += fmt.Sprintf(", top %d", w.top)
		for top := 0; top <= w.top; top += t.stride {
			row := w.stack[top+headWords:]
			text += fmt.Sprintf(": %x %x %x", w.stack[top:][:3], row[:t.fields], row[t.fieldWords:t.used])
		}
	}
	if t.ordered && t.solutions > 0 {
		text += fmt.Sprintf(", depth %d", t.depth)
	}
	for depth := range len(t.chose) - 1 {
		tally := t.tallies[depth*tallyWords:][:tallyWords]
		updates := uint64(0)
		for _, part := range tally[:nodesWord] {
			updates += part
		}
		if updates > 0 || tally[nodesWord] > 0 || t.chose[depth] > 0 {
			text += fmt.Sprintf(", depth %d: %d nodes, %d updates, option %d", depth, tally[nodesWord], updates, t.chose[depth])
		}
	}
	return text
}

func TestAssemblyWalksLikeThePlainCode(t *testing.T) {
	ends := map[string]int{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tables := randomTables(rng, []fieldShape{fields16, fields32, fields64}[seed%3], seed/3%2 == 1)
		n, steps := 1+rng.IntN(walkerCount), 1+rng.IntN(60)
		if tables.ordered {
			n = 1
		}
		walked := func() string {
			t := tables
			t.chose, t.tallies = slices.Clone(t.chose), bitrow.Aligned(len(t.tallies))
			for k := range t.walkers {
				t.walkers[k].stack = slices.Clone(t.walkers[k].stack)
			}
			done := t.walk(n, steps)
			switch w := &t.walkers[(done+n-1)%n]; {
			case t.walkers[done%n].top >= t.walkers[done%n].room:
				ends["full"]++
			case t.ordered && t.solutions > 0:
				ends["solution"]++
			case w.empty():
				ends["empty"]++
			case done == steps:
				ends["steps"]++
			default:
				ends["none"]++
			}
			return t.walked(done)
		}
		want := ""
		eachProcessor(func(processor string) {
			if got := walked(); want == "" {
				want = got
			} else if got != want {
				t.Fatalf("seed %d, fields of %d bits, first %v, %s:\ngot  %s\nwant %s", seed, 1<<tables.log, tables.first, processor, got, want)
			}
		})
	}
	for _, end := range []string{"full", "solution", "empty", "steps"} {
		if ends[end] < 20 {
			t.Errorf("got the end %s %d times, want at least 20: %v", end, ends[end], ends)
		}
	}
	if ends["none"] > 0 {
		t.Errorf("got %d walks that ended early", ends["none"])
	}
}
