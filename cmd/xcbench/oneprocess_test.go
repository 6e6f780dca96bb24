package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// In scripts, "status NUMBER xcbench" runs the command in a process that does so for the whole
// script. To start a process takes longer than most commands. A line that begins with xcbench or
// "exec xcbench" starts a process of its own.

// callsVariable is set in the environment of a process that runs the commands of a script.
const callsVariable = "XCBENCH_TEST_CALLS"

// call is a command that the process of a script runs.
type call struct {
	Args  []string
	Dir   string
	Env   map[string]string // variables that scripts set; "" for none
	Stdin []byte
}

// outcome is how a call ended.
type outcome struct {
	Stdout, Stderr []byte
	Status         int
}

// answerCalls runs calls until there are no more.
func answerCalls(in io.Reader, out io.Writer) {
	calls, outcomes := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var c call
		err := calls.Decode(&c)
		if err == io.EOF {
			return
		}
		must(err)
		must(os.Chdir(c.Dir))
		for name, value := range c.Env {
			if value == "" {
				must(os.Unsetenv(name))
			} else {
				must(os.Setenv(name, value))
			}
		}
		var stdout, stderr bytes.Buffer
		status := xcbench(context.Background(), serving(c.Args), bytes.NewReader(c.Stdin), &stdout, &stderr)
		must(outcomes.Encode(outcome{stdout.Bytes(), stderr.Bytes(), status}))
	}
}

// caller is the process of a script, which starts with the first call.
type caller struct {
	env      []string
	calls    *json.Encoder
	outcomes *json.Decoder
	said     bytes.Buffer
	stdin    []byte // of the next call
}

// callerKey is the key of the caller among the values of a script.
type callerKey struct{}

// newCaller is the set-up of a script.
func newCaller(env *testscript.Env) error {
	env.Values[callerKey{}] = &caller{env: append(slices.Clip(env.Vars), callsVariable+"=1")}
	return nil
}

func (c *caller) start(ts *testscript.TestScript) error {
	cmd := itself()
	cmd.Env, cmd.Stderr = c.env, &c.said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	c.calls, c.outcomes = json.NewEncoder(in), json.NewDecoder(out)
	ts.Defer(func() {
		in.Close()
		cmd.Wait()
	})
	return cmd.Start()
}

// callXcbench runs xcbench in the process of the script and returns the exit status.
func callXcbench(ts *testscript.TestScript, args []string) int {
	c := ts.Value(callerKey{}).(*caller)
	if c.calls == nil {
		ts.Check(c.start(ts))
	}
	env := map[string]string{"PWD": ts.MkAbs(".")}
	for _, name := range scriptVariables() {
		env[name] = ts.Getenv(name)
	}
	err := c.calls.Encode(call{args, env["PWD"], env, c.stdin})
	c.stdin = nil
	var o outcome
	if err = errors.Join(err, c.outcomes.Decode(&o)); err != nil {
		ts.Fatalf("xcbench %q: %v\n%s", args, err, &c.said)
	}
	ts.Stdout().Write(o.Stdout)
	ts.Stderr().Write(o.Stderr)
	return o.Status
}

// inputOfCall names the file that the next call reads as its standard input.
func inputOfCall(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	ts.Value(callerKey{}).(*caller).stdin = []byte(ts.ReadFile(args[0]))
}

var settings = regexp.MustCompile(`(?m)^env (\w+)=`)

// scriptVariables returns the names of all variables that scripts set.
var scriptVariables = sync.OnceValue(func() (names []string) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	must(err)
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		must(err)
		for _, m := range settings.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})
