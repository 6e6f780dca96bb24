package engines_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/engines/conform"
	"xcbench/solvers/external"
)

func TestAnEnginesFileIsReadOrRejectedWithItsPlace(t *testing.T) {
	const good = "[[engine]]\nname = \"a\"\ncommand = \"./a -x\"\nrule = \"mrv\"\n"
	for _, c := range []struct{ text, want string }{
		{good, ""},
		{"", ""},
		{good + "colour = true\n", "FILE:5: 1: unknown key engine.colour"},
		{good + "\n[settings]\n", "FILE:6: 2: unknown key settings"},
		{"[[engine]]\nname = 3\n", "FILE:2: 8: "},
		{"[[engine]]\nname = \"a\n", "FILE:2: "},
		{good + "[[engine]]\nname = \"A b\"\ncommand = \"x\"\n", `FILE:5: 1: "A b" is not the name of an engine`},
		{good + "  [[ engine ]]\nname = \"b\"\n", "FILE:5: 1: engine b: no command"},
		{"x = 1\nengine = [{name = \"b\"}]\n", "FILE:1: 1: unknown key x"},
		{"\nengine = [{name = \"b\"}]\n", "FILE:1: 1: engine b: no command"},
		{"\n" + good + "[[engine]]\nname = \"b\"\n" + good, "FILE:6: 1: engine b: no command"},
	} {
		path := filepath.Join(t.TempDir(), "FILE")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		specs, err := engines.Read(path)
		switch {
		case c.want == "" && err != nil, c.want != "" && err == nil:
			t.Errorf("%q: got error %v, want %q", c.text, err, c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: got error %v, want %q", c.text, err, c.want)
		case c.text == good && (specs[0].Command != "./a -x" || specs[0].Dir != filepath.Dir(path)):
			t.Errorf("got %+v, want the command and the directory of the file", specs[0])
		}
	}
}

func TestAnEngineOnTheCommandLineHasANameAndAProtocol(t *testing.T) {
	s, err := engines.Parse("dlx1:knuth=./dlx1 a=b")
	if err != nil || s.Name != "dlx1" || s.Protocol != "knuth" || s.Command != "./dlx1 a=b" {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, text := range []string{"./prog", "=prog", "x:y=prog", "x="} {
		if s, err := engines.Parse(text); err == nil {
			t.Errorf("%q: got %+v, want an error", text, s)
		}
	}
}

// An engine is compared with nobody unless its author says with whom.
func TestAnEngineHasARuleAndACounterOfItsOwn(t *testing.T) {
	all, err := engines.Open([]external.Spec{{Name: "a", Command: "a"}, {Name: "b", Command: "b", Rule: "mrv", Counter: "links"}})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := all[0], all[1]; a.Engine == nil || a.Summary != "xcb engine" || a.Rule != "a" || a.Counter != "a" ||
		b.Rule != "mrv" || b.Counter != solvers.Links {
		t.Errorf("got %v, %v and %v, %v", a.Rule, a.Counter, b.Rule, b.Counter)
	}
}

func TestASummaryHasTheProtocolAndTheLimits(t *testing.T) {
	for want, s := range map[string]external.Spec{
		"xcb engine":                           {},
		"dimacs engine":                        {Protocol: "dimacs"},
		"xcb engine; counts only":              {Count: true},
		"lp engine; first solution only":       {Protocol: "lp"},
		"knuth engine; primary items only":     {Protocol: "knuth", Secondary: new(bool)},
		"lines engine; first solution only":    {Protocol: "lines"},
		"asp engine":                           {Protocol: "asp"},
		"flatzinc engine; first solution only": {Protocol: "flatzinc", FirstOnly: true},
	} {
		s.Name, s.Command = "a", "a"
		all, err := engines.Open([]external.Spec{s})
		if err != nil || all[0].Summary != want {
			t.Errorf("got %+v, %v, want the summary %q", all, err, want)
		}
	}
}

// A program is looked for where the engine runs, or on the path.
func TestAProgramIsLookedForInTheDirectoryOfItsEngine(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "run")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	missing := func(dir, command string) string {
		err := engines.Missing(solvers.Variant{Name: "a", Engine: &external.Spec{Name: "a", Command: command, Dir: dir}})
		if err == nil {
			return ""
		}
		return err.Error()
	}
	const left = "engine a is left out: "
	for _, c := range []struct{ dir, command, want string }{
		{dir, "./run -x", ""},
		{filepath.Dir(dir), filepath.Base(dir) + "/run", ""},
		{"/", program, ""},
		{dir, program, ""},
		{"/", "bin/sh", ""},
		{"/", "./no_run", left + "./no_run: no such file or directory"},
		{dir, "run", left + `run: executable file not found in $PATH`},
		{dir, "sh", ""},
		{dir, "'", "a quote has no end, expected another '"},
	} {
		if got := missing(c.dir, c.command); got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.command, c.dir, got, c.want)
		}
	}
	t.Chdir(dir)
	if got := missing("", "./run"); got != "" {
		t.Errorf("in the current directory: got %q, want it found", got)
	}
}

func TestAMissingProgramIsNamed(t *testing.T) {
	for _, command := range []string{"./nowhere", "no_such_program_anywhere -x", "/no/where"} {
		all, err := engines.Open([]external.Spec{{Name: "a", Command: command}})
		if err != nil {
			t.Fatal(err)
		}
		if err := engines.Missing(all[0]); err == nil || !strings.Contains(err.Error(), "engine a is left out") {
			t.Errorf("%s: got %v", command, err)
		}
	}
	all, err := engines.Open([]external.Spec{{Name: "a", Command: "sh -c true"}})
	if err != nil || engines.Missing(all[0]) != nil {
		t.Errorf("sh: got %v, %v", err, engines.Missing(all[0]))
	}
}

func TestAVersionIsTheFirstLineOfItsCommand(t *testing.T) {
	ctx := context.Background()
	for command, want := range map[string]string{
		"echo 'prog 1.5 beta'":        "prog 1.5 beta",
		"printf 'a\\nb\\n'":           "a",
		"printf '\\377x'":             "?x",
		"printf 'a\\tb\\033c'":        "a b?c",
		"echo a\u202eb":               "a?b",
		"true":                        "",
		"sh -c 'cat; echo $NAME'":     "of the engine",
		"sh -c 'yes | tr -d \"\\n\"'": strings.Repeat("y", 200),
	} {
		all, err := engines.Open([]external.Spec{{Name: "a", Command: "a", Version: command,
			Env: map[string]string{"NAME": "of the engine"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := engines.Version(ctx, all[0]); got != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", command, got, err, want)
		}
	}
}

// Without a command for its version, an engine of the protocol xcb tells it. Others have none.
func TestAnEngineTellsItsVersion(t *testing.T) {
	greet := func(text string) string { return "sh -c 'read x; printf \"" + text + "\"; cat >/dev/null'" }
	for _, c := range []struct {
		spec      external.Spec
		want, err string
	}{
		{external.Spec{Command: greet(`xcb 1\nname prog\nversion 7\t8\nready\n`)}, "prog 7 8", ""},
		{external.Spec{Command: greet(`xcb 1\nname prog\nready\n`), Protocol: "xcb"}, "prog", ""},
		{external.Spec{Command: greet(`xcb 1\nready\n`)}, "", ""},
		{external.Spec{Command: greet(`xcb 1\nname ` + strings.Repeat("x", 199) + `\nversion 789\nready\n`)},
			strings.Repeat("x", 199) + " ", ""},
		{external.Spec{Command: "false"}, "", "engine a: the engine ended without an answer"},
		{external.Spec{Command: "'"}, "", "engine a: command: a quote has no end"},
		{external.Spec{Command: "x", Protocol: "knuth"}, "", ""},
		{external.Spec{Command: "x", Version: "'"}, "", "a quote has no end"},
		{external.Spec{Command: "x", Version: "/no/where"}, "", "engine a: version: "},
	} {
		c.spec.Name = "a"
		got := ""
		all, err := engines.Open([]external.Spec{c.spec})
		if err == nil {
			got, err = engines.Version(t.Context(), all[0])
		}
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v: got %q, %v, want %q, %q", c.spec, got, err, c.want, c.err)
		}
	}
}

func TestAVersionCommandHasLittleTime(t *testing.T) {
	for command, want := range map[string]string{"sleep 100": "", "sh -c 'printf 7; sleep 100'": "7"} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		got, err := engines.Version(ctx, solvers.Variant{Engine: &external.Spec{Name: "a", Command: "x", Version: command}})
		cancel()
		if got != want || (err != nil) != (want == "") || err != nil &&
			err.Error() != "engine a: version: no answer within 5s" {
			t.Errorf("%s: got %q, %v, want %q or an error", command, got, err, want)
		}
	}
}

func TestAStarterIsWrittenWithAnEnginesFile(t *testing.T) {
	if got, want := engines.Languages(), []string{"c", "python", "rust", "js", "go"}; !slices.Equal(got, want) {
		t.Errorf("got the languages %q, want %q", got, want)
	}
	if _, err := engines.FindStarter("pyton"); err == nil ||
		err.Error() != `no starter in "pyton"; did you mean python?` {
		t.Errorf("got %v, want a hint", err)
	}
	for _, language := range engines.Languages() {
		s, err := engines.FindStarter(language)
		if err != nil || s.Language != language {
			t.Fatalf("got %+v, %v, want the one in %s", s, err, language)
		}
		dir := filepath.Join(t.TempDir(), "a", "b")
		if err := s.Write(dir); err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil || string(source) != s.Source() {
			t.Errorf("%s: got a source of %d bytes, %v, want %d", language, len(source), err, len(s.Source()))
		}
		specs, err := engines.Read(filepath.Join(dir, engines.File))
		counter := ""
		if language == "c" {
			counter = "links"
		}
		if err != nil || len(specs) != 1 || specs[0].Command != s.Command || specs[0].Rule != "mrv" ||
			specs[0].Counter != counter {
			t.Errorf("%s: got %+v, %v, want one engine", language, specs, err)
		}
		if err := os.Remove(filepath.Join(dir, s.File)); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(dir); err == nil || !strings.Contains(err.Error(), "engines.toml exists already") {
			t.Errorf("%s: got %v, want that the file exists", language, err)
		}
		if _, err := os.Stat(filepath.Join(dir, s.File)); err == nil {
			t.Errorf("%s: got a new source beside an old engines file", language)
		}
		if err := s.Write(filepath.Join(dir, engines.File)); err == nil {
			t.Errorf("%s: a file as the directory: got no error", language)
		}
	}
}

// built returns the command of a starter, or skips the test if its language is not installed.
func built(t *testing.T, s engines.Starter) child.Command {
	t.Helper()
	words, _ := external.Words(s.Command)
	if s.Build != "" {
		words, _ = external.Words(s.Build)
	}
	program, err := exec.LookPath(words[0])
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, s.File), []byte(s.Source()), 0o666); err != nil {
		t.Fatal(err)
	}
	if s.Build != "" {
		build := exec.Command(program, words[1:]...)
		build.Dir = dir
		build.Env = append(os.Environ(), "GO111MODULE=auto")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", s.Build, err, out)
		}
	}
	words, _ = external.Words(s.Command)
	return child.Command{Args: words, Dir: dir}
}

// test returns the names of the tests that an engine fails.
func test(t *testing.T, c child.Command) (failed []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	_, err := conform.Test(ctx, c, func(r conform.Result) {
		if r.Err != nil {
			failed = append(failed, r.Name)
			t.Logf("%s: %v", r.Name, r.Err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return failed
}

func TestEveryStarterPassesTheTestsForAuthors(t *testing.T) {
	for _, s := range engines.Starters {
		t.Run(s.Language, func(t *testing.T) {
			t.Parallel()
			if lines := strings.Count(s.Source(), "\n"); lines > 180 {
				t.Errorf("%d lines, expected a short program", lines)
			}
			if failed := test(t, built(t, s)); len(failed) > 0 {
				t.Errorf("failed %q", failed)
			}
		})
	}
}
