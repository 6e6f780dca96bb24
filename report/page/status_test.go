package page

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/results"
)

// The page, its style sheet and the documents know each status that a row may have.
func TestEveryStatusIsExplained(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	style, runs := read("style.css"), read("../../docs/run.md")
	if len(statuses) != len(results.Statuses) {
		t.Errorf("got %d statuses on the page, want %d", len(statuses), len(results.Statuses))
	}
	for _, s := range results.Statuses {
		name := string(s)
		if !slices.ContainsFunc(statuses, func(f fact) bool { return f.Name == name }) {
			t.Errorf("%s: not explained on the page", name)
		}
		if !strings.Contains(runs, "\n| `"+name+"` | ") {
			t.Errorf("%s: not explained in docs/run.md", name)
		}
		if s.Measured() {
			continue
		}
		if !regexp.MustCompile(`\.s\.` + name + `\b`).MatchString(style) {
			t.Errorf("%s: no style", name)
		}
	}
}
