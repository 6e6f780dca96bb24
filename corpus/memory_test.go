package corpus

import (
	"bytes"
	"runtime"
	"testing"

	"xcbench/format"
)

// Building an instance allocates, all in all, less than 20 times its text; those that take less
// than two megabytes are let off.
func TestBuildingTakesLittleMemory(t *testing.T) {
	const factor, tiny = 20, 2 << 20
	for _, in := range All() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		p := puzzle.Problem()
		runtime.ReadMemStats(&after)
		var text bytes.Buffer
		if err := format.WriteDLX(&text, p); err != nil {
			t.Fatal(err)
		}
		got := after.TotalAlloc - before.TotalAlloc
		t.Logf("%-30s %9d bytes of text, %10d allocated: %.1f", in.ID(), text.Len(), got, float64(got)/float64(text.Len()))
		if got > tiny && got > factor*uint64(text.Len()) {
			t.Errorf("%s: %d bytes allocated to build a text of %d, want less than %d times that", in.ID(), got, text.Len(), factor)
		}
	}
}
