package results

import (
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestUnprintableTextIsAFaultAtItsLine(t *testing.T) {
	const tail = " has a control character or is not UTF-8, expected printable text"
	for text, want := range map[string][]string{
		"cpu: ä µ\tb\nBenchmarkGrün 1 1 µs\n":        {""},
		"BenchmarkA 1 1 a\nBenchmarkB\x1b[m 1 1 b\n": {"", `f:2: the name "B\x1b[m"` + tail},
		"BenchmarkB\x9b 1 1 b\n":                     {`f:1: the name "B\x9b"` + tail},
		"BenchmarkB 1 1 a 1 b\u009b\n":               {`f:1: the unit "b\u009b"` + tail},
		"cpu: a\x1b\nBenchmarkA 1 1 a\nBenchmarkA 1 1 a\n": {
			`f:2: the line "cpu: a\x1b" above` + tail, ""},
		"cpu: \a\nkey: \b\nBenchmarkA 1 1 a\nBenchmarkA 1 1 a\nBenchmarkA 1 1 a\n": {
			`f:3: the line "cpu: \a" above` + tail, `f:4: the line "key: \b" above` + tail, ""},
		"BenchmarkA 1 1 a\ncpu: \x7f\nBenchmarkA 1 1 a\n": {"", `f:3: the line "cpu: \x7f" above` + tail},
	} {
		reader := benchfmt.NewReader(strings.NewReader(text), "f")
		var p Printable
		for k := 0; reader.Scan(); k++ {
			got := ""
			if err := p.Check(reader.Result().(*benchfmt.Result)); err != nil {
				got = err.Error()
			}
			if k >= len(want) || got != want[k] {
				t.Errorf("%q, result %d: got %q, want %q", text, k+1, got, want)
				break
			}
		}
	}
}
