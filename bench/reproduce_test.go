package bench_test

import (
	"testing"

	"xcbench/bench"
	"xcbench/cover"
)

// dropping neither reports nor counts the third solution.
var dropping = faulty{
	show: func(_ int, visit cover.Visitor) cover.Visitor {
		n := 0
		return func(options []int) bool { n++; return n == 3 || visit(options) }
	},
	count: func(_ int, s *cover.Stats) {
		if s.Solutions >= 3 {
			s.Solutions--
		}
	},
}

// A file name is quoted for the shell.
func TestTheNameOfAReproducerIsQuoted(t *testing.T) {
	r := verify(t, nil, instance(t, "queens/6"), bench.Bounds{}, bad(t, "lying"))
	w, err := r.Reproduce(t.Context(), r.Outcomes[0], bench.Bounds{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"repro/a-1.dlx": "repro/a-1.dlx", "my file": "'my file'", "it's": `'it'\''s'`, "ü": "'ü'",
	} {
		if got, want := w.Replay(file), "xcbench verify --solver lying "+want; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
