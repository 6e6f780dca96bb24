package results

import (
	"errors"
	"strings"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
)

func TestEndlessInputsEndWithTheirPlace(t *testing.T) {
	for _, text := range []string{"x", "\x00", "words\n", "cpu: x\n", "# nothing\n", goodRow} {
		_, runs := ReadRuns([]string{"-"}, endless.Repeat(text), "")
		_, baseline := ReadBaseline(endless.Repeat(text), "stdin")
		for name, err := range map[string]error{"ReadRuns": runs, "ReadBaseline": baseline} {
			if !errors.As(err, new(*bounded.Error)) || !strings.HasPrefix(err.Error(), "stdin:") {
				t.Errorf("%s of %.10q without end: got %v, want an error with its place", name, text, err)
			}
		}
	}
}
