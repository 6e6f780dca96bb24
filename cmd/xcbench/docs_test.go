package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// Every console block of the README and of docs is run as a script: a line after
// "$ " is a command, and what follows is its output, where "..." stands for
// anything.
func TestDocumentedCommandsDoWhatIsSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands one after the other")
	}
	dir, blocks := t.TempDir(), 0
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(docs, "../../README.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for k, block := range consoleBlock.FindAllStringSubmatch(string(text), -1) {
			name := fmt.Sprintf("%s-%d.txtar", strings.TrimSuffix(filepath.Base(path), ".md"), k+1)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(asScript(block[1])), 0o666); err != nil {
				t.Fatal(err)
			}
			blocks++
		}
	}
	if blocks < 8 {
		t.Errorf("got %d console blocks, expected 8 or more", blocks)
	}
	testscript.Run(t, testscript.Params{Dir: dir})
}

// asScript makes a testscript of a console block.
func asScript(block string) string {
	var script, files strings.Builder
	for k, command := range strings.Split("\n"+block, "\n$ ")[1:] {
		command, output, _ := strings.Cut(command, "\n")
		fmt.Fprintf(&script, "exec sh -c '%s'\n", strings.ReplaceAll(command, "'", "''"))
		if output = strings.TrimSpace(output); output == "" {
			continue
		}
		if strings.Contains(output, "...") {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(output), `\.\.\.`, `(?s:.*)`)
			fmt.Fprintf(&script, "stdout '%s'\n", strings.ReplaceAll(pattern, "\n", `\n`))
			continue
		}
		fmt.Fprintf(&script, "cmp stdout want%d\n", k)
		fmt.Fprintf(&files, "-- want%d --\n%s\n", k, output)
	}
	return script.String() + files.String()
}
