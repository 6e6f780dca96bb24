package corpus

import (
	"bytes"
	"runtime"
	"testing"

	"xcbench/cover"
	"xcbench/format"
)

// Every problem is built once, compared with its row, and the memory is measured.
func TestProblemsMatchTheirManifestsAndTakeLittleMemory(t *testing.T) {
	for _, f := range Families() {
		for k, in := range f.Catalogued() {
			if testing.Short() && k > 2 {
				break
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			puzzle, err := in.Puzzle()
			if err != nil {
				t.Fatal(err)
			}
			p := puzzle.Problem()
			runtime.ReadMemStats(&after)
			if len(puzzle.Warnings) > 0 {
				t.Errorf("%s: got warnings %q, want none", in.ID(), puzzle.Warnings)
			}
			if err := in.Audit(p); err != nil {
				t.Error(err)
			}
			checkMemory(t, in, p, after.TotalAlloc-before.TotalAlloc)
		}
	}
}

// checkMemory checks that building an instance allocated less than 20 times the size of its text in
// total. Instances that allocate less than two megabytes are exempt. The text of a restriction is
// that of its base, which the first instance of a kind builds.
func checkMemory(t *testing.T, in Instance, p *cover.Problem, got uint64) {
	const factor, tiny = 20, 2 << 20
	if got <= tiny {
		return
	}
	p, _, _ = p.Base()
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
