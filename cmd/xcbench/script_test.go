package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"xcbench/bench"
)

var update = flag.Bool("update", false, "write what the scripts print into their golden parts")

func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) != "" { // a test that calls xcbench in its own process has started this one
		os.Exit(xcbench(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(m, map[string]func(){
		"xcbench": main,
	})
}

// concurrent are the scripts of commands with goroutines of their own, which is what the race
// detector is for; the others take minutes with it.
var concurrent = []string{"run", "resume", "verify", "fetch", "report"}

// The scripts have all that the command promises, a file a subcommand.
func TestScripts(t *testing.T) {
	params := testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,
			"binary":   func(ts *testscript.TestScript, _ bool, args []string) { put(ts, args[0], "ab\x00\xff\xfe") },
			"longline": func(ts *testscript.TestScript, _ bool, args []string) { put(ts, args[0], strings.Repeat("1", 17<<20)) },
			"cut":      cutShort,
			"noaccess": func(ts *testscript.TestScript, _ bool, args []string) { ts.Check(os.Chmod(ts.MkAbs(args[0]), 0)) },
		},
		Condition: func(name string) (bool, error) {
			if name == "root" { // who may read everything
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
	}
	if testing.Short() {
		params.Dir = ""
		for _, name := range concurrent {
			params.Files = append(params.Files, "testdata/script/"+name+".txtar")
		}
	}
	testscript.Run(t, params)
}

func put(ts *testscript.TestScript, name, text string) {
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
}

// cutShort takes the last 9 bytes of a file away, as an interruption may.
func cutShort(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	put(ts, args[0], text[:len(text)-9])
}

// status runs a command and asserts its exit status: "status 2 xcbench nonsense".
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status NUMBER COMMAND [ARGUMENT]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%v: got exit status %d, want %d", args[1:], got, want)
	}
}
