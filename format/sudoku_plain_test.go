package format

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"xcbench/format/sudoku"
)

// plainLines returns n puzzles, one a line and without notes. Each has 17 to 30 digits.
func plainLines(n int) string {
	random := rand.New(rand.NewPCG(9, 81))
	var out strings.Builder
	for range n {
		line := bytes.Repeat([]byte("."), 81)
		for range 17 + random.IntN(14) {
			line[random.IntN(81)] = "123456789"[random.IntN(9)]
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	return out.String()
}

func TestPlainLineTakesOneAllocation(t *testing.T) {
	const solved = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
	for _, text := range []string{plainLines(2000), strings.Repeat(solved+","+solved+"\n", 2000)} {
		r := openSudoku(newLines("in", strings.NewReader(text)), Options{})
		r.Read() // the first line is never plain
		got := testing.AllocsPerRun(1500, func() {
			if _, err := r.Read(); err != nil {
				t.Error(err)
			}
		})
		if got > 1 {
			t.Errorf("got %v allocations for a line as the first of\n%.200s\nwant 1", got, text)
		}
	}
}

// A reader uses the memory of released puzzles. The puzzles that it read before stay as they are.
func TestReleasedPuzzlesMakeRoomForOthers(t *testing.T) {
	text := plainLines(2000) // more than a buffer
	want := strings.Fields(text)
	same := func(got *Puzzle, k int) {
		g, _ := got.Sudoku()
		if g.String() != want[k] || got.Line != k+1 || got.Problem().Options() != g.Problem(sudoku.Omit).Options() {
			t.Errorf("puzzle %d: got %s on line %d with %d options, want %s", k+1, g, got.Line, got.Problem().Options(), want[k])
		}
	}
	r := openSudoku(newLines("in", strings.NewReader(text)), Options{})
	kept, places := map[int]*Puzzle{}, map[*Puzzle]bool{}
	for k := range want {
		p, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		same(p, k)
		places[p] = true
		if k%3 == 0 {
			kept[k] = p
		} else {
			p.Release()
			p.Release() // does nothing
		}
	}
	for k, p := range kept {
		same(p, k)
	}
	if got := len(places) - len(kept); got > len(want)/3 { // the race detector forgets every fourth
		t.Errorf("got %d places for the %d puzzles that were released, want fewer", got, len(want)-len(kept))
	}
}

// A puzzle that is released belongs to the reader at once. The race detector sees a later access.
func TestPuzzlesAreReleasedWhileOthersAreRead(t *testing.T) {
	const puzzles = 20_000
	r := openSudoku(newLines("in", strings.NewReader(plainLines(puzzles))), Options{})
	read := make(chan *Puzzle, 4)
	var releasing sync.WaitGroup
	for range 2 {
		releasing.Go(func() {
			for p := range read {
				p.Release()
			}
		})
	}
	for range puzzles {
		p, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		read <- p
	}
	close(read)
	releasing.Wait()
}

// A file of small puzzles is often read from memory, many times over.
func TestTextInMemoryGetsABufferOfItsSize(t *testing.T) {
	if got := newLines("in", strings.NewReader("a b\na\nb\n")).r.Size(); got > 16 {
		t.Errorf("got a buffer of %d bytes for 8 bytes of text, want the least size, 16", got)
	}
	if got := newLines("in", io.MultiReader(strings.NewReader("a b\n"))).r.Size(); got < 64<<10 {
		t.Errorf("got a buffer of %d bytes for a text of unknown size, want 64 KiB", got)
	}
}
