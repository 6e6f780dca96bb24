package compare

import (
	"errors"
	"strings"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
)

func TestEndlessInputEndsWithItsPlace(t *testing.T) {
	inputs, err := Inputs([]string{"-"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"x", "words\n", "cpu: x\n", "BenchmarkX 1 1 ns/op\n"} {
		_, err := Collect(Defaults(), inputs, endless.Repeat(text))
		if !errors.As(err, new(*bounded.Error)) || !strings.HasPrefix(err.Error(), "stdin:") {
			t.Errorf("%q without end: got %v, want an error with its place", text, err)
		}
	}
}
