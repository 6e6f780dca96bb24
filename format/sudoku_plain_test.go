package format

import (
	"bytes"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
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

// readings returns the puzzles that the reader gives for a text, and those that readAny alone
// gives, with the errors at their ends.
func readings(text string) (plain, any []*Puzzle, plainErr, anyErr error) {
	read := func(next func(*sudokuReader) (*Puzzle, error)) (all []*Puzzle, err error) {
		r := openSudoku(newLines("in", strings.NewReader(text)), Options{}).(*sudokuReader)
		for {
			p, err := next(r)
			if err != nil {
				return all, err
			}
			all = append(all, p)
		}
	}
	plain, plainErr = read((*sudokuReader).Read)
	any, anyErr = read((*sudokuReader).readAny)
	return plain, any, plainErr, anyErr
}

// wantSameReadings checks that the shortcut changes nothing. It also solves the first puzzles, as
// many as answers says.
func wantSameReadings(t *testing.T, text string, answers int) {
	t.Helper()
	got, want, gotErr, wantErr := readings(text)
	if !reflect.DeepEqual(gotErr, wantErr) {
		t.Fatalf("reading %q: got %v, want %v", text, gotErr, wantErr)
	}
	if len(got) != len(want) {
		t.Fatalf("reading %q: got %d puzzles, want %d", text, len(got), len(want))
	}
	for k, g := range got {
		w := want[k]
		var gotBoard, wantBoard strings.Builder // with their shapes and notes, or empty if they have candidates
		WriteSudoku(&gotBoard, g)
		WriteSudoku(&wantBoard, w)
		if gotBoard.String() != wantBoard.String() {
			t.Fatalf("reading %q, puzzle %d: got board %v, want %v", text, k+1, gotBoard.String(), wantBoard.String())
		}
		if g.Line != w.Line || g.Note != w.Note || g.Grid != w.Grid || len(g.Warnings) != len(w.Warnings) {
			t.Fatalf("reading %q, puzzle %d: got line %d and note %q, want line %d and note %q",
				text, k+1, g.Line, g.Note, w.Line, w.Note)
		}
		if k < answers {
			wantSameAnswers(t, g, w)
		}
	}
}

// wantSameAnswers compares the answers for the first solution, if a short search finds one.
func wantSameAnswers(t *testing.T, g, w *Puzzle) {
	t.Helper()
	limits := cover.Limits{Solutions: 1, Nodes: 2000}
	cover.Solve(t.Context(), dlx.Index(cover.MRV), w.Problem(), limits, func(options []int) bool {
		got, want := string(g.Answer.Append(nil, options)), string(w.Answer.Append(nil, options))
		if got != want {
			t.Errorf("got answer %q, want %q", got, want)
		}
		if got, want := g.Answer.Check(options), w.Answer.Check(options); got != nil || want != nil {
			t.Errorf("got %v and %v of a solution, want nil", got, want)
		}
		for _, p := range []*Puzzle{g, w} {
			if got, err := p.AppendChecked([]byte("before "), options); string(got) != "before "+want || err != nil {
				t.Errorf("got checked answer %q and %v, want %q", got, err, want)
			}
			if len(options) == 0 {
				continue
			}
			before := append(make([]byte, 0, 1<<10), "before "...)
			wrong := append([]int{(options[0] + 1) % 729}, options[1:]...)
			if got, err := p.AppendChecked(before, wrong); string(got) != "before " || err == nil {
				t.Errorf("got checked answer %q and %v of a wrong solution, want an error", got, err)
			}
		}
		return true
	})
	if got, want := string(g.Answer.AppendNone(nil)), string(w.Answer.AppendNone(nil)); got != want {
		t.Errorf("got %q without a solution, want %q", got, want)
	}
}

const (
	easy81   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solved81 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	few81    = easy81 + "\n" + easy81 + "\n" + easy81 + "\n"
	signs81  = "xX0_*-.53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
)

// plainTexts are lines for the shortcut, lines that just miss it, and texts with both.
var plainTexts = []string{
	easy81 + "\n" + easy81,
	easy81 + "\n" + signs81 + "\n" + easy81 + "\r\n" + strings.Repeat("-", 81) + "\n",
	easy81 + "\n" + easy81 + " a note \r\n" + easy81 + ",;# a note\n" + easy81 + "\t\n" + easy81 + "#\n",
	easy81 + "\n" + easy81 + " n\u00f6te\n" + easy81 + " a\r\r\n" + easy81 + "\r\r\n" + easy81 + "\v\n",
	easy81 + "\n" + easy81 + " a\rb\n",
	easy81 + "\n" + easy81 + "\r" + easy81 + "\n",
	easy81 + "\n" + easy81 + "|\n" + easy81 + " |\n",
	easy81 + "\n" + easy81 + " " + strings.Repeat("long ", 300) + "\n" + easy81 + "\n",
	easy81 + "\n\n# comment\n \n" + easy81 + "\n" + easy81 + "\nend\n\n",
	"2\n" + easy81 + "\n" + easy81 + "\n" + easy81 + "\n",
	"3\n" + easy81 + "\n" + easy81 + "\n",
	easy81 + "\nend\n" + easy81 + "\n",
	easy81 + "\n" + easy81[:80] + "\n",
	easy81 + "\n" + easy81 + ".\n",
	easy81 + "\n" + easy81[:80] + "A\n",
	easy81 + "\n" + easy81 + " \x00\n",
	easy81 + "\n" + easy81 + " \xff\n",
	easy81 + "\n " + easy81 + "\n",
	easy81 + "\n1234\n3412\n2143\n4321\n" + easy81 + "\n12.4............\n" + easy81 + "\n",
	easy81 + "\n" + strings.Repeat("1", 256) + "\n",
	easy81 + "\n-----------\n" + easy81 + "\n",
	// Tables, behind lines that are peeked at: with the solution, a wrong one, the solution of another puzzle, no solution, and three columns.
	"puzzle,solution\n" + few81 + strings.Repeat(easy81+","+solved81+"\n", 2) + solved81 + "," + solved81 + "\n" + solved81 + "," + easy81 + "\n",
	few81 + easy81 + "," + strings.Replace(solved81, "5", "6", 1) + "\n" + easy81 + "\n",
	few81 + easy81[1:] + "1," + solved81 + "\n",
	few81 + easy81 + "," + easy81 + "\n" + easy81 + ",x\n" + easy81 + "," + solved81 + ",3\n" + easy81 + " " + solved81 + "\n",
	easy81 + "\n" + strings.Repeat("x", 81) + " 12\nGrid 12\n" + easy81 + "\n",
}

func TestPlainLinesAreReadLikeOtherLines(t *testing.T) {
	for _, text := range plainTexts {
		wantSameReadings(t, text, 10)
	}
	wantSameReadings(t, plainLines(3000), 10) // more than a buffer
}

func FuzzPlainLines(f *testing.F) {
	for _, text := range plainTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return // more lines of the same kind
		}
		answers := 0 // solving takes a hundred times longer than reading
		if crc32.ChecksumIEEE([]byte(text))%64 == 0 {
			answers = 1
		}
		wantSameReadings(t, text, answers)
	})
}

func TestPlainLineTakesOneAllocation(t *testing.T) {
	r := openSudoku(newLines("in", strings.NewReader(plainLines(2000))), Options{})
	r.Read() // the first line is never plain
	got := testing.AllocsPerRun(1500, func() {
		if _, err := r.Read(); err != nil {
			t.Error(err)
		}
	})
	if got > 1 {
		t.Errorf("got %v allocations a line, want 1", got)
	}
}

// A reader uses the memory of released puzzles. The puzzles that it read before stay as they are.
func TestReleasedPuzzlesMakeRoomForOthers(t *testing.T) {
	text := plainLines(2000)
	_, want, _, _ := readings(text)
	same := func(got *Puzzle, k int) {
		g, _ := got.Sudoku()
		wantG, _ := want[k].Sudoku()
		if g.String() != wantG.String() || got.Line != k+1 || got.Problem().Options() != want[k].Problem().Options() {
			t.Errorf("puzzle %d: got %s on line %d with %d options, want %s with %d", k+1, g, got.Line,
				got.Problem().Options(), wantG, want[k].Problem().Options())
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

// BenchmarkReadSudokuLines reads 200 MB/s and more on one core.
func BenchmarkReadSudokuLines(b *testing.B) {
	benchmarkLines(b, plainLines(20_000))
}

func benchmarkLines(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, err := NewReader("in", strings.NewReader(text), Options{})
		for err == nil {
			_, err = r.Read()
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}
