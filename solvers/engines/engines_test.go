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

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/engines"
	"xcbench/solvers/engines/conform"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

func TestAnEnginesFileIsReadOrRejectedWithItsPlace(t *testing.T) {
	const good = "[[engine]]\nname = \"a\"\ncommand = \"./a -x\"\nrule = \"mrv\"\n"
	for _, c := range []struct{ text, want string }{
		{good, ""},
		{"", ""},
		{good + "colour = true\n", "FILE:5:1: unknown key engine.colour"},
		{good + "\n[settings]\n", "FILE:6:2: unknown key settings"},
		{"[[engine]]\nname = 3\n", "FILE:2:8: "},
		{"[[engine]]\nname = \"a\n", "FILE:2:10: "},
		{good + "[[engine]]\nname = \"A b\"\ncommand = \"x\"\n", `FILE:5: "A b" is not the name of an engine`},
		{good + "  [[ engine ]]\nname = \"b\"\n", "FILE:5: engine b: no command"},
		{"x = 1\nengine = [{name = \"b\"}]\n", "FILE:1:1: unknown key x"},
		{"\nengine = [{name = \"b\"}]\n", "FILE:1: engine b: no command"},
		{"\n" + good + "[[engine]]\nname = \"b\"\n" + good, "FILE:6: engine b: no command"},
	} {
		path := filepath.Join(t.TempDir(), "FILE")
		must(t, os.WriteFile(path, []byte(c.text), 0o666))
		specs, err := engines.Read(path)
		switch {
		case (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want):
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

// An engine is compared with nobody unless its author says with whom. Its summary has the protocol and
// the limits.
func TestAnEngineIsTheVariantOfItsDescription(t *testing.T) {
	type want struct {
		name, algorithm, summary string
		rule                     cover.Rule
		counter                  solvers.Counter
	}
	own := func(summary string) []want { return []want{{"a", "a", summary, "a", "a"}} }
	for k, c := range []struct {
		spec external.Spec
		want []want
	}{
		{external.Spec{Name: "a"}, own("xcb engine")},
		{external.Spec{Name: "b", Rule: "mrv", Counter: "links"}, []want{{"b", "b", "xcb engine", "mrv", solvers.Links}}},
		{external.Spec{Name: "b_mrv_parallel", Rule: "mrv"}, []want{{"b_mrv_parallel", "b", "xcb engine", "mrv", "b_mrv_parallel"}}},
		{external.Spec{Name: "a", Protocol: "dimacs"}, own("dimacs engine")},
		{external.Spec{Name: "c", Protocol: "dimacs", Encodings: []string{"pairwise", "opb"}}, []want{
			{"c_pairwise", "c_pairwise", "dimacs engine", "c_pairwise", "c_pairwise"}, {"c_opb", "c_opb", "dimacs engine", "c_opb", "c_opb"}}},
		{external.Spec{Name: "a", Count: true}, own("xcb engine; counts only")},
		{external.Spec{Name: "a", Protocol: "lp"}, own("lp engine; first solution only")},
		{external.Spec{Name: "a", Protocol: "knuth", Secondary: new(bool)}, own("knuth engine; primary items only")},
		{external.Spec{Name: "a", Protocol: "lines"}, own("lines engine; first solution only")},
		{external.Spec{Name: "a", Protocol: "asp"}, own("asp engine")},
		{external.Spec{Name: "a", Protocol: "flatzinc", FirstOnly: true}, own("flatzinc engine; first solution only")},
	} {
		c.spec.Command = "a"
		all, err := engines.Open([]external.Spec{c.spec})
		must(t, err)
		var got []want
		for _, v := range all {
			got = append(got, want{v.Name, v.Algorithm, strings.Replace(v.Summary, "; no colours", "", 1), v.Rule, v.Counter})
			if v.Engine == nil || v.Engine.Name != v.Name || v.Engine.Command != "a" || v.Divisible() {
				t.Errorf("%s: got the description %+v", v.Name, v.Engine)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("case %d: got %+v, want %+v", k, got, c.want)
		}
	}
	if all, err := engines.Open([]external.Spec{{Name: "a", Command: "a"}, {Name: "b"}}); err == nil || len(all) > 0 {
		t.Errorf("got %+v, want the error of the second", all)
	}
}

// A program is looked for where the engine runs, or on the path.
func TestAProgramIsLookedForInTheDirectoryOfItsEngine(t *testing.T) {
	dir := folder(t, "", "")
	program := filepath.Join(dir, "run")
	t.Chdir(dir)
	const left = "engine a: "
	for _, c := range []struct{ dir, command, want string }{
		{dir, "./run -x", ""},
		{"", "./run", ""},
		{filepath.Dir(dir), filepath.Base(dir) + "/run", ""},
		{"/", program, ""},
		{dir, program, ""},
		{"/", "bin/sh", ""},
		{dir, "sh -c true", ""},
		{"/", "./no_run", left + "./no_run: no such file or directory"},
		{"", "/no/where", left + "/no/where: no such file or directory"},
		{dir, "run -x", left + `run: executable file not found in $PATH`},
	} {
		got := ""
		if err := engines.Missing(open(t, external.Spec{Command: c.command, Dir: c.dir})); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.command, c.dir, got, c.want)
		}
	}
}

// The version is the first line of a command. Without a command, an engine of the protocol xcb tells
// it. Others have none. Solvers of this program are neither missing nor asked.
func TestAnEngineTellsItsVersion(t *testing.T) {
	greet := func(text string) external.Spec {
		return external.Spec{Command: "sh -c 'read x; printf \"" + text + "\"; cat >/dev/null'"}
	}
	prints := func(command string) external.Spec {
		return external.Spec{Command: "a", Version: command, Env: map[string]string{"NAME": "of the engine"}}
	}
	const late = "engine a: version: no answer within 5s"
	for _, c := range []struct {
		spec      external.Spec
		want, err string
	}{
		{prints("echo 'prog 1.5 beta'"), "prog 1.5 beta", ""},
		{prints("printf 'a\\nb\\n'"), "a", ""},
		{prints("printf '\\377x'"), "?x", ""},
		{prints("printf 'a\\tb\\033c'"), "a b?c", ""},
		{prints("echo a\u202eb"), "a?b", ""},
		{prints("true"), "", ""},
		{prints("sh -c 'cat; echo $NAME'"), "of the engine", ""},
		{prints("sh -c 'yes | tr -d \"\\n\"'"), strings.Repeat("y", 200), ""},
		{prints("/no/where"), "", "engine a: version: "},
		{prints("sleep 100"), "", late},
		{prints("sh -c 'printf 7; sleep 100'"), "7", ""},
		{greet(`xcb 1\nname prog\nversion 7\t8\nready\n`), "prog 7 8", ""},
		{greet(`xcb 1\nready\n`), "", ""},
		{greet(`xcb 1\nname ` + strings.Repeat("x", 199) + `\nversion 789\nready\n`), strings.Repeat("x", 199) + " ", ""},
		{external.Spec{Command: "false"}, "", "engine a: the engine ended without an answer"},
		{external.Spec{Command: "x", Protocol: "knuth"}, "", ""},
		{external.Spec{Command: "false", Version: "echo 1"}, "1", ""},
	} {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if strings.Contains(c.spec.Version, "sleep") {
			ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
		}
		got, err := engines.Version(ctx, open(t, c.spec))
		cancel()
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v: got %q, %v, want %q, %q", c.spec, got, err, c.want, c.err)
		}
	}
	if version, err := engines.Version(t.Context(), solvers.Auto()); version != "" || err != nil || engines.Missing(solvers.Auto()) != nil {
		t.Errorf("auto: got version %q, %v, missing %v", version, err, engines.Missing(solvers.Auto()))
	}
}

func TestAStarterIsWrittenWithAnEnginesFile(t *testing.T) {
	if got, want := engines.Languages(), []string{"c", "python", "rust", "js", "go"}; !slices.Equal(got, want) {
		t.Errorf("got the languages %q, want %q", got, want)
	}
	if _, err := engines.FindStarter("pyton", true); err == nil ||
		err.Error() != `no starter in "pyton"; did you mean python?` {
		t.Errorf("got %v, want a hint", err)
	}
	for _, s := range engines.Starters() {
		language := s.Language
		if found, err := engines.FindStarter(language, s.Adapter); err != nil || found != s {
			t.Errorf("%s, adapter %v: got %+v, %v, want %+v", language, s.Adapter, found, err, s)
		}
		dir := filepath.Join(t.TempDir(), "a", "b")
		must(t, s.Write(dir))
		source, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil || string(source) != s.Source() || s.Language != language {
			t.Errorf("%s: got a source of %d bytes in %s, %v, want %d", language, len(source), s.Language, err, len(s.Source()))
		}
		specs, err := engines.Read(filepath.Join(dir, engines.File))
		rule, counter := "mrv", ""
		switch {
		case s.Adapter:
			rule = ""
		case language == "c":
			counter = "links"
		}
		if err != nil || len(specs) != 1 || specs[0].Command != s.Command || specs[0].Rule != rule ||
			specs[0].Counter != counter {
			t.Errorf("%s: got %+v, %v, want one engine", language, specs, err)
		}
		must(t, os.Remove(filepath.Join(dir, s.File)))
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

// Each starter is short. If XCBENCH_INSTALLED names its tool, as "cc go node python3 rustc", it passes the
// tests for authors.
func TestEveryStarterPassesTheTestsForAuthors(t *testing.T) {
	named := strings.Fields(os.Getenv("XCBENCH_INSTALLED"))
	for _, s := range engines.Starters() {
		t.Run(s.File, func(t *testing.T) {
			t.Parallel()
			if lines := strings.Count(s.Source(), "\n"); lines > 180 {
				t.Errorf("%d lines, expected a short program", lines)
			}
			run, _ := external.Words(s.Command)
			build, _ := external.Words(s.Build)
			tool := append(build, run...)[0]
			if !slices.Contains(named, tool) {
				t.Skip("XCBENCH_INSTALLED does not name " + tool)
			}
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, s.File), []byte(s.Source()), 0o666))
			if s.Build != "" {
				cmd := exec.Command(tool, build[1:]...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "GO111MODULE=auto")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", s.Build, err, out)
				}
			}
			ctx := t.Context()
			_, err := conform.Test(ctx, xcb.New(child.Command{Args: run, Dir: dir}, cover.Capabilities{Secondary: true, Colours: true}), func(r conform.Result) {
				if r.Err != nil {
					t.Errorf("%s: %v", r.Name, r.Err)
				}
			})
			must(t, err)
		})
	}
}
