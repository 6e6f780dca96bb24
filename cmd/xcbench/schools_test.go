package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

// The plot of the page on other schools is what its command draws from the recorded rows.
func TestThePlotOfTheSchoolsIsCurrent(t *testing.T) {
	t.Chdir("../..")
	page, err := os.ReadFile("docs/other-schools.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^xcbench plot .* -o docs/schools.svg \\\n.*`).FindString(string(page))
	again := filepath.Join(t.TempDir(), "again.svg")
	words := strings.Fields(strings.NewReplacer("docs/schools.svg", again, "\\\n", " ").Replace(line))
	if len(words) == 0 {
		t.Fatal("the page has no command that draws docs/schools.svg")
	}
	var stderr strings.Builder
	if status := xcbench(context.Background(), words[1:], nil, io.Discard, &stderr); status != cli.ExitOK {
		t.Fatalf("%s: got status %d, %s", line, status, stderr.String())
	}
	if !bytes.Equal(drawing(t, again), drawing(t, "docs/schools.svg")) {
		t.Errorf("the drawing differs from the file; draw it again: %s", line)
	}
}
