package engines_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/internal/installed"
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
		{good + "colour = true\n", "FILE:5:1: unknown key engine.colour"},
		{good + "\n[settings]\n", "FILE:6:2: unknown key settings"},
		{"[[engine]]\nname = 3\n", "FILE:2:8: TOML integer, expected a string"},
		{"[[engine]]\nbuild = \"make\"\n", "FILE:2:9: TOML string, expected an array of strings"},
		{"[[engine]]\nenv = [\"A=b\"]\n", "FILE:2:7: TOML array, expected a table"},
		{"[[engine]]\nname = \"a\n", "FILE:2:10: "},
		{good + "[[engine]]\nname = \"A b\"\ncommand = \"x\"\n", `FILE:5: "A b" is not the name of an engine`},
		{good + "  [[ engine ]]\nname = \"b\"\n", "FILE:5: engine b: no command"},
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
	for want, spec := range map[string]external.Spec{
		"a a a a xcb engine;": {Name: "a"},
		"b_mrv_parallel b mrv links xcb engine; primary items only;": {Name: "b_mrv_parallel", Rule: "mrv", Counter: "links", Secondary: new(bool)},
		"c c c c dimacs engine; no colours; first solution only;":    {Name: "c", Protocol: "dimacs", FirstOnly: true},
	} {
		spec.Command = "x"
		all, err := engines.Open([]external.Spec{spec})
		must(t, err)
		got := ""
		for _, v := range all {
			got += fmt.Sprintf("%s %s %s %s %s;", v.Name, v.Algorithm, v.Rule, v.Counter, v.Summary)
			if v.Engine == nil || v.Engine.Name != v.Name || v.Engine.Command != "x" || v.Divisible() {
				t.Errorf("%s: got the description %+v", v.Name, v.Engine)
			}
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if all, err := engines.Open([]external.Spec{{Name: "a", Command: "a"}, {Name: "b"}}); err == nil || len(all) > 0 {
		t.Errorf("got %+v, want the error of the second", all)
	}
}

// A program is looked for where the engine runs, or on the path. The commands of the description build it.
func TestAProgramIsLookedForInTheDirectoryOfItsEngine(t *testing.T) {
	dir := folder(t, "", "")
	t.Chdir(dir)
	const builds = "; 'xcbench engine build a' builds it"
	for _, c := range []struct{ dir, command, want string }{
		{dir, "./made", "engine a: ./made: no such file or directory" + builds},
		{dir, "./made", "<nil>"},
		{dir, "run -x", "engine a: run: executable file not found in $PATH" + builds},
		{"", "./run -x", "<nil>"},
		{"/", "bin/sh", "<nil>"},
		{"", "/no/where", "engine a: /no/where: no such file or directory"},
	} {
		v := open(t, external.Spec{Command: c.command, Dir: c.dir})
		if c.dir == dir {
			v.Engine.Build = []string{"cp run made"}
		}
		if got := fmt.Sprint(engines.Missing(v)); got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.command, c.dir, got, c.want)
		}
		must(t, engines.Make(t.Context(), v, t.Output()))
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
	const late = "engine a: version: no answer within 1m0s"
	for _, c := range []struct {
		spec      external.Spec
		want, err string
	}{
		{prints("printf 'prog 1.5 beta\\nb\\n'"), "prog 1.5 beta", "<nil>"},
		{prints("printf '\\377x'"), "?x", "<nil>"},
		{prints("printf 'a\\tb\\033c'"), "a b?c", "<nil>"},
		{prints("echo a\u202eb"), "a?b", "<nil>"},
		{prints("sh -c 'cat; echo $NAME'"), "of the engine", "<nil>"},
		{prints("sh -c 'yes | tr -d \"\\n\"'"), strings.Repeat("y", 200), "<nil>"},
		{prints("/no/where"), "", "engine a: version: "},
		{prints("sleep 100"), "", late},
		{prints("sh -c 'printf 7; exec >&-; sleep 100'"), "7", "<nil>"},
		{greet(`xcb 1\nname prog\nversion 7\t8\nready\n`), "prog 7 8", "<nil>"},
		{greet(`xcb 1\nname ` + strings.Repeat("x", 199) + `\nversion 789\nready\n`), strings.Repeat("x", 199) + " ", "<nil>"},
		{external.Spec{Command: "false"}, "", "engine a: the engine ended without an answer"},
	} {
		ctx, cancel := t.Context(), context.CancelFunc(func() {})
		if strings.HasPrefix(c.spec.Version, "sleep") {
			ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
		}
		got, err := engines.Version(ctx, open(t, c.spec))
		cancel()
		if got != c.want || !strings.Contains(fmt.Sprint(err), c.err) {
			t.Errorf("%+v: got %q, %v, want %q, %q", c.spec, got, err, c.want, c.err)
		}
	}
	if version, err := engines.Version(t.Context(), solvers.Auto()); version != "" || err != nil {
		t.Errorf("auto: got version %q, %v", version, err)
	}
}

func TestAStarterIsWrittenWithAnEnginesFile(t *testing.T) {
	if _, err := engines.FindStarter("pyton", true); fmt.Sprint(err) != `no starter in "pyton"; did you mean python?` {
		t.Errorf("got %v, want a hint", err)
	}
	for _, s := range engines.Starters() {
		dir := filepath.Join(t.TempDir(), "a", "b")
		must(t, s.Write(dir))
		source, err := os.ReadFile(filepath.Join(dir, s.File))
		if err != nil || string(source) != s.Source() || !strings.Contains(s.Source(), s.Build) {
			t.Errorf("%s: got %d bytes, %v, want the source, which says how to build it", s.File, len(source), err)
		}
		specs, err := engines.Read(filepath.Join(dir, engines.File))
		if err != nil || len(specs) != 1 || specs[0].Command != s.Command || (specs[0].Rule == "mrv") == s.Adapter ||
			(specs[0].Counter == "links") != (!s.Adapter && strings.HasPrefix(s.Build, "c")) {
			t.Errorf("%s: got %+v, %v, want one engine", s.File, specs, err)
		}
		must(t, os.Remove(filepath.Join(dir, s.File)))
		if err := s.Write(dir); !strings.Contains(fmt.Sprint(err), "engines.toml exists already") {
			t.Errorf("%s: got %v, want that the file exists", s.File, err)
		}
		if _, err := os.Stat(filepath.Join(dir, s.File)); err == nil {
			t.Errorf("%s: got a new source beside an old engines file", s.File)
		}
	}
}

// Each starter passes the tests for authors, if XCBENCH_INSTALLED names its tool, as "cc go python3".
func TestEveryStarterPassesTheTestsForAuthors(t *testing.T) {
	for _, s := range engines.Starters() {
		t.Run(s.File, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must(t, s.Write(dir))
			specs, err := engines.Read(filepath.Join(dir, engines.File))
			must(t, err)
			specs[0].Env = map[string]string{"GO111MODULE": "auto"}
			all, err := engines.Open(specs)
			must(t, err)
			tool, _, _ := strings.Cut(cmp.Or(s.Build, s.Command), " ")
			installed.Program(t, tool)
			must(t, engines.Make(t.Context(), all[0], t.Output()))
			_, err = conform.Test(t.Context(), all[0].Solver.(*xcb.Engine), func(r conform.Result) {
				if r.Err != nil {
					t.Errorf("%s: %v", r.Name, r.Err)
				}
			})
			must(t, err)
		})
	}
}
