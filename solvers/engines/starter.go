package engines

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xcbench/internal/atomicfile"
	"xcbench/internal/spelling"
)

// A Starter is a small engine to start from, in one file. An adapter leaves the search to a library,
// and has one function to fill in.
type Starter struct {
	Language string
	Adapter  bool
	File     string // its name in the directory of the author
	Build    string // the command that builds it, in that directory; "" for none
	Command  string // the command that runs it, in that directory

	source string // in starters
}

// Starters returns all starters: in each language an engine and an adapter.
func Starters() (all []Starter) {
	for _, l := range [][5]string{ // the language, the extension, how to build and to run it, and the extension of the source
		{"c", ".c", "cc -O2 -o NAME NAME.c", "./NAME", ".c"},
		{"c++", ".cpp", "c++ -O2 -o NAME NAME.cpp", "./NAME", ".c"}, // the source is in both languages
		{"python", ".py", "", "python3 NAME.py", ".py"},
		{"rust", ".rs", "rustc --edition 2021 -O -o NAME NAME.rs", "./NAME", ".rs"},
		{"js", ".js", "", "node NAME.js", ".js"},
		{"go", ".go", "go build -o NAME NAME.go", "./NAME", ".go.txt"},
	} {
		for _, name := range []string{"engine", "adapter"} {
			named := func(command string) string { return strings.ReplaceAll(command, "NAME", name) }
			all = append(all, Starter{l[0], name == "adapter", name + l[1], named(l[2]), named(l[3]), name + l[4]})
		}
	}
	return all
}

//go:embed starters
var sources embed.FS

// Languages returns the languages of the starters.
func Languages() (all []string) {
	for _, s := range Starters() {
		all = append(all, s.Language)
	}
	return slices.Compact(all)
}

// FindStarter returns the engine, or the adapter, in a language.
func FindStarter(language string, adapter bool) (Starter, error) {
	for _, s := range Starters() {
		if s.Language == language && s.Adapter == adapter {
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
	if s.Language == "c++" {
		c := strings.NewReplacer("c++ ", "cc ", ".cpp", ".c").Replace(s.Build)
		return strings.Replace(strings.Replace(string(text), c, s.Build, 1), "in C.", "in C++.", 1)
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
	text := "[[engine]]\nname = \"mine\"\n"
	if s.Build != "" {
		text += fmt.Sprintf("build = [%q]\n", s.Build)
	}
	text += fmt.Sprintf("command = %q\n", s.Command)
	if s.Adapter {
		return text
	}
	text += "rule = \"mrv\" # it searches the tree of dlx_index; drop this line if not\n"
	if s.source != "engine.c" {
		text += "# "
	}
	return text + "counter = \"links\" # it counts updates like dlx_index; drop this line if not\n"
}
