package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"xcbench/results"
)

// onlyLine matches what a command prints that could not write. A search that is tried again is said first.
var onlyLine = regexp.MustCompile(`\A(.*trying again 1 search.*\n)?xcbench: .*\n\z`)

// refused runs a command that cannot write, with a limit on the size of files, in blocks of 512 or 1024 bytes,
// and without the right of the superuser to write everywhere: "refused 8 xcbench run".
func refused(ts *testscript.TestScript, neg bool, args []string) {
	words := []string{"3", "sh", "-c", "ulimit -f " + args[0] + ` && exec "$@"`, "sh"}
	if os.Getuid() == 0 {
		words = append(words, "setpriv", "--bounding-set=-dac_override,-dac_read_search")
	}
	status(ts, neg, append(words, args[1:]...))
	if said := ts.ReadFile("stderr"); !onlyLine.MatchString(said) {
		ts.Fatalf("got %q, want one line", said)
	}
}

// whole checks that each file of a run directory is there completely or not at all.
func whole(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	entries, err := os.ReadDir(dir)
	ts.Check(err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		whole := err != nil || len(text) == 0 || bytes.HasSuffix(text, []byte("\n")) // it may be a folder
		if e.Name() == results.RunFile {
			_, err = results.ReadRecord(dir)
			whole = err == nil
		}
		if !whole || strings.HasPrefix(e.Name(), ".") {
			ts.Fatalf("got %s, want it whole or not at all", e.Name())
		}
	}
}

// same checks that two runs have recorded the same, except times.
func same(ts *testscript.TestScript, _ bool, args []string) {
	if got, want := counters(ts.MkAbs(args[0])), counters(ts.MkAbs(args[1])); len(want) == 0 || !slices.Equal(got, want) {
		ts.Fatalf("got %d rows and levels, want the %d of an undisturbed run", len(got), len(want))
	}
}
