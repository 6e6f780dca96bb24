package engines

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"

	"xcbench/internal/atomicfile"
	"xcbench/internal/spelling"
)

// A Starter is a small engine to start from, in one file.
type Starter struct {
	Language string
	File     string // its name in the directory of the author
	Build    string // the command that builds it, in that directory; "" for none
	Command  string // the command that runs it, in that directory

	source string // in starters
}

// Starters are all starters.
var Starters = []Starter{
	{"c", "engine.c", "cc -O2 -o engine engine.c", "./engine", "engine.c"},
	{"python", "engine.py", "", "python3 engine.py", "engine.py"},
	{"rust", "engine.rs", "rustc --edition 2021 -O -o engine engine.rs", "./engine", "engine.rs"},
	{"js", "engine.js", "", "node engine.js", "engine.js"},
	{"go", "engine.go", "go build -o engine engine.go", "./engine", "engine.go.txt"},
}

//go:embed starters
var sources embed.FS

// Languages returns the languages of the starters.
func Languages() (all []string) {
	for _, s := range Starters {
		all = append(all, s.Language)
	}
	return all
}

// FindStarter returns the starter in a language.
func FindStarter(language string) (Starter, error) {
	for _, s := range Starters {
		if s.Language == language {
			return s, nil
		}
	}
	return Starter{}, fmt.Errorf("no starter in %q%s", language, spelling.Hint(language, Languages()))
}

// Source returns the text of the engine.
func (s Starter) Source() string {
	text, err := sources.ReadFile("starters/" + s.source)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Write writes the engine and an engines file into a directory, which it makes. It overwrites
// nothing.
func (s Starter) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	files := [][2]string{{s.File, s.Source()}, {File, s.table()}}
	for _, f := range files {
		path := filepath.Join(dir, f[0])
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists already; name another directory", path)
		}
	}
	for _, f := range files {
		if err := atomicfile.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// table returns the engines file. The starter with dancing links counts nodes and updates as the
// solver dlx_index does, so that xcbench compares them to the last digit.
func (s Starter) table() string {
	counter := ""
	if s.Language != "c" {
		counter = "# "
	}
	build := ""
	if s.Build != "" {
		build = fmt.Sprintf("build = [%q]\n", s.Build)
	}
	return fmt.Sprintf(`[[engine]]
name = "mine"
%scommand = %q
rule = "mrv" # it searches the tree of dlx_index, so nodes are compared
%scounter = "links" # it counts updates like dlx_index, so they are compared too
`, build, s.Command, counter)
}
