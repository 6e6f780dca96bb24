package results_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"xcbench/results"
)

// The output of go test -bench is read as a text, in UTF-16 with either order of bytes, and in events. A file
// of hyperfine is named.
func TestWrappedBenchmarksAreRead(t *testing.T) {
	const text = "pkg: x𝄞\nBenchmarkA 1 2 ns/op\n"
	utf := func(order binary.AppendByteOrder) string {
		out := order.AppendUint16(nil, 0xfeff)
		for _, unit := range utf16.Encode([]rune(text)) {
			out = order.AppendUint16(out, unit)
		}
		return string(out)
	}
	inputs, err := results.Inputs([]string{"-"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, err string }{
		"text": {text, ""}, "little": {utf(binary.LittleEndian), ""}, "big": {utf(binary.BigEndian), ""},
		"events":    {`{"Action":"start"}` + "\n" + `{"Output":"pkg: x𝄞\nBenchmarkA 1 "}{"Output":"2 ns/op\n"}`, ""},
		"hyperfine": {`{"results": [{"command": "a"}]}`, "a JSON file of hyperfine"}, "torn": {`{"Output":`, "unexpected EOF"},
	} {
		var reader results.Reader
		n := 0
		for e, err := range reader.Entries(inputs[0], strings.NewReader(c.text)) {
			if n++; c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%s: got %v, want %s", name, err, c.err)
				}
			} else if err != nil || e.Values[0].Value != 2e-9 || e.GetConfig("pkg") != "x𝄞" {
				t.Errorf("%s: got %+v and %v, want 2 ns of pkg x𝄞", name, e, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: got %d entries, want 1", name, n)
		}
	}
}
