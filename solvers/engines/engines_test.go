package engines_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
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
	if a, b := all[0], all[1]; a.Rule != "a" || a.Counter != "a" || b.Rule != "mrv" || b.Counter != solvers.Links {
		t.Errorf("got %v, %v and %v, %v", a.Rule, a.Counter, b.Rule, b.Counter)
	}
}

func TestAMissingProgramIsNamed(t *testing.T) {
	for _, command := range []string{"./nowhere", "no_such_program_anywhere -x", "/no/where"} {
		all, err := engines.Open([]external.Spec{{Name: "a", Command: command}})
		if err != nil {
			t.Fatal(err)
		}
		if err := all[0].Missing(); err == nil || !strings.Contains(err.Error(), "engine a is left out") {
			t.Errorf("%s: got %v", command, err)
		}
	}
	all, err := engines.Open([]external.Spec{{Name: "a", Command: "sh -c true"}})
	if err != nil || all[0].Missing() != nil {
		t.Errorf("sh: got %v, %v", err, all[0].Missing())
	}
}

func TestAVersionIsTheFirstLineOfItsCommand(t *testing.T) {
	ctx := context.Background()
	for command, want := range map[string]string{
		"echo 'prog 1.5 beta'":        "prog 1.5 beta",
		"printf 'a\\nb\\n'":           "a",
		"printf '\\377x'":             "?x",
		"sh -c 'yes | tr -d \"\\n\"'": strings.Repeat("y", 200),
	} {
		all, err := engines.Open([]external.Spec{{Name: "a", Command: "a", Version: command}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := all[0].Version(ctx); got != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", command, got, err, want)
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
			if lines := strings.Count(s.Source(), "\n"); lines > 180 {
				t.Errorf("%d lines, expected a short program", lines)
			}
			if failed := test(t, built(t, s)); len(failed) > 0 {
				t.Errorf("failed %q", failed)
			}
		})
	}
}
