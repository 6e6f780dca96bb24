package page

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/internal/script"
	"xcbench/results"
)

var update = flag.Bool("update", false, "rewrite the archives in testdata")

// constant matches what all pages have in common, and the insides of plots, which package chart holds.
var constant = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|>\s*<svg.*?</svg>`)

// The archives have runs: a line "=== NAME" begins a file of one, and the name of a question has the arguments of
// 'xcbench report'.
func TestPagesAreInTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, question string, text []byte) string {
		dir := t.TempDir()
		for _, part := range strings.Split(string(text), "=== ")[1:] {
			name, content, _ := strings.Cut(part, "\n")
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		runs, err := results.ReadRuns(strings.Fields(strings.ReplaceAll(question, "=", "="+dir+"/")), nil, results.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		page := pageOf(t, runs...)
		if page != pageOf(t, runs...) {
			t.Errorf("%s: got other bytes the second time, want the same", question)
		}
		page = constant.ReplaceAllStringFunc(page, func(part string) string {
			if strings.Contains(part, `class="spots"`) {
				return "><svg values>"
			}
			return "><svg>"
		})
		return page[strings.Index(page, "<main"):]
	})
}
