package corpus

import (
	"bytes"
	"runtime"
	"testing"

	"xcbench/format"
)

// Building an instance allocates less than 20 times the size of its text in total. Instances that
// allocate less than two megabytes are exempt.
func TestBuildingTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
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
		got := after.TotalAlloc - before.TotalAlloc
		if got <= tiny {
			continue
		}
		var text bytes.Buffer
		if err := format.WriteDLX(&text, p); err != nil {
			t.Fatal(err)
		}
		t.Logf("%-30s %9d bytes of text, %10d allocated: %.1f",
			in.ID(), text.Len(), got, float64(got)/float64(text.Len()))
		if got > factor*uint64(text.Len()) {
			t.Errorf("%s: got %d bytes allocated for a text of %d bytes, want less than %d times the text",
				in.ID(), got, text.Len(), factor)
		}
	}
}
