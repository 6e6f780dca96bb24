package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding/unicode"

	"xcbench/bench"
	"xcbench/internal/installed"
)

var update = flag.Bool("update", false, "rewrite the golden parts of scripts, and generated pages")

func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) != "" { // started by a test that runs xcbench in its own process
		os.Exit(xcbench(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(cleaned{m}, map[string]func(){
		"xcbench": main,
	})
}

// atEnd are called when all tests have run.
var atEnd []func()

type cleaned struct{ *testing.M }

func (c cleaned) Run() int {
	if signal.Ignored(os.Interrupt) { // as below test2json; processes inherit that, but no handler
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	defer func() {
		for _, f := range atEnd {
			f()
		}
	}()
	return c.M.Run()
}

// concurrent has the scripts of commands that start goroutines. The short tests, which the race
// detector runs, have no others, because those take minutes.
var concurrent = []string{"run", "resume", "verify", "fetch", "report"}

// scriptCommands are the commands of scripts.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"status": status, "refused": refused, "whole": whole, "same": same,
	"input": inputOfCall,
	"utf16": func(ts *testscript.TestScript, _ bool, args []string) {
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(ts.ReadFile(args[0]))
		ts.Check(err)
		put(ts, args[1], text)
	},
	"binary":   func(ts *testscript.TestScript, _ bool, args []string) { put(ts, args[0], "ab\x00\xff\xfe") },
	"longline": func(ts *testscript.TestScript, _ bool, args []string) { put(ts, args[0], strings.Repeat("1", 17<<20)) },
	"cut":      cutShort,
	"noaccess": func(ts *testscript.TestScript, _ bool, args []string) { ts.Check(os.Chmod(ts.MkAbs(args[0]), 0)) },
}

// TestScripts runs a script for each subcommand, which states what the subcommand promises.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata/script") // commands change the folder of this process
	must(err)
	params := testscript.Params{
		Dir:           scripts,
		Setup:         func(env *testscript.Env) error { env.Values[stdinKey{}] = new([]byte); return nil },
		UpdateScripts: *update,
		Cmds:          scriptCommands,
		Condition: func(name string) (bool, error) {
			switch name {
			case "root": // root may read every file
				return os.Getuid() == 0, nil
			case "long":
				return os.Getenv("XCBENCH_LONG") != "", nil
			}
			if program, ok := strings.CutPrefix(name, "installed:"); ok {
				return installed.Named(program), nil
			}
			return false, fmt.Errorf("unknown condition %s", name)
		},
	}
	if testing.Short() {
		params.Dir = ""
		for _, name := range concurrent {
			params.Files = append(params.Files, filepath.Join(scripts, name+".txtar"))
		}
	}
	testscript.Run(t, params)
}

func put(ts *testscript.TestScript, name, text string) {
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
}

// cutShort removes the last 9 bytes of a file, as an interruption may.
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
	if args[1] == "xcbench" {
		got = callXcbench(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
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
