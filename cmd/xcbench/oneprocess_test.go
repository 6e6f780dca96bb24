package main

import (
	"bytes"
	"context"
	"os"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// In scripts, "status NUMBER xcbench" runs the command in the process of the tests, one at a time. To start a
// process takes longer than most commands. A line that begins with xcbench or "exec xcbench" starts one.
var oneAtATime sync.Mutex

// scriptVariables are the variables that such a command has from its script.
var scriptVariables = []string{"HOME", "HTTP_PROXY", "HTTPS_PROXY", "NO_COLOR", "PATH", "TMPDIR", "XDG_CACHE_HOME"}

// stdinKey is the key of the standard input of the next command, among the values of a script.
type stdinKey struct{}

// callXcbench runs xcbench in the folder of the script and returns the exit status.
func callXcbench(ts *testscript.TestScript, args []string) int {
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { must(os.Chdir(home)) }()
	for _, name := range scriptVariables {
		defer os.Setenv(name, os.Getenv(name))
		os.Setenv(name, ts.Getenv(name))
	}
	stdin := ts.Value(stdinKey{}).(*[]byte)
	defer func() { *stdin = nil }()
	return xcbench(context.Background(), serving(args), bytes.NewReader(*stdin), ts.Stdout(), ts.Stderr())
}

// inputOfCall names the file that the next call reads as its standard input.
func inputOfCall(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	*ts.Value(stdinKey{}).(*[]byte) = []byte(ts.ReadFile(args[0]))
}
