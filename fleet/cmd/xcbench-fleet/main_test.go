package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"xcbench/bench"
	"xcbench/fleet"
)

func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) != "" { // a worker of a test binary that is named by a link
		os.Exit(fleetProgram(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(tests{m}, map[string]func(){"xcbench-fleet": main})
}

// tests removes the programs when all tests have run.
type tests struct{ *testing.M }

func (m tests) Run() int {
	defer func() { os.RemoveAll(built) }()
	return m.M.Run()
}

// get returns a value that a test cannot do without.
func get[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var built string // the folder of the programs

// programs returns a folder with xcbench, which is built for all tests, and with this program.
var programs = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "xcbench-fleet")
	if err != nil {
		return "", err
	}
	built = dir
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", dir, "./cmd/xcbench")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("%w: %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return dir, err
	}
	return dir, os.Symlink(self, filepath.Join(dir, "xcbench-fleet"))
})

// path returns the value of PATH with the programs, and more folders, in front.
func path(t testing.TB, more ...string) string {
	t.Helper()
	dir := get(programs())
	return strings.Join(append(more, dir, os.Getenv("PATH")), string(os.PathListSeparator))
}

// serving returns the URL of a server in this process.
func serving(t testing.TB) string {
	t.Helper()
	e := get(fleet.Embed(t.TempDir(), "127.0.0.1:0"))
	t.Cleanup(func() { e.Close() })
	return e.URL()
}

func TestScripts(t *testing.T) {
	value := path(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", value)
			env.Setenv("SERVER", serving(t))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

// status runs a command and asserts its exit status: "status 2 xcbench-fleet nonsense".
func status(ts *testscript.TestScript, _ bool, args []string) {
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
