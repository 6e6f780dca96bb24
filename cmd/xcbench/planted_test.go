package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// plantVariable is the environment variable that switches on one of the mistakes in a program made
// by plantedProgram.
const plantVariable = "XCBENCH_PLANT"

// planted are mistakes in dlx/index.go, by name. They are switched on one at a time, so the program
// is built only once for all tests.
var planted = []struct{ name, old, new string }{
	{"tie", "if s := *size.at(i); s < least {", `if s := *size.at(i); s < least || plant == "tie" && s == least {`},
	{"hide", "*down.at(u), *up.at(d) = d, u\n", `if plant == "hide" && q == 40 {
				continue
			}
			*down.at(u), *up.at(d) = d, u
`},
	{"uncover", "for p, shown := *up.at(i), 1;", "for p, shown := last(up, i), 1;"},
	{"lost and deep", "enter && !x.Solution(", "enter && !lost(x.chose[:level]) && !x.Solution("},
	{"count", "*size.at(t)--\n", "*size.at(t)--\n" + `			if plant == "count" && hidden == 3 {
				continue
			}
`},
	{"reverse, at the first option", "p = *x.down.at(i)\n", "p = *x.below().at(i)\n"},
	{"reverse, at the others", "return *x.down.at(p)\n", "return *x.below().at(p)\n"},
}

const plantedCode = `
var plant = os.Getenv("XCBENCH_PLANT")

// last is up[i], off by one if a fault is planted. Another fault is a write to read-only memory.
func last(up links, i uint32) uint32 {
	if plant == "damage" {
		*unsafe.StringData("constant") = 0
	}
	if p := *up.at(i); plant != "uncover" {
		return p
	} else {
		return *up.at(p)
	}
}

// lost reports whether a solution is not passed on.
func lost(chose []int) bool {
	n := len(chose)
	return plant == "lost" && n > 0 && chose[n-1]%5 == 2 || plant == "deep" && n == 9
}

// below are the links that a search follows from option to option.
func (x *index) below() links {
	if plant == "reverse" {
		return x.up
	}
	return x.down
}
`

var goBlock = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```$")

var plantedOnce struct {
	sync.Once
	program, failure string
}

// plantedProgram builds xcbench with the mistakes of planted, all switched off, and with the solver
// of docs/add-a-solver.md, called marks. It returns the path of the program.
func plantedProgram(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program")
	}
	plantedOnce.Do(func() {
		plantedOnce.failure = "the build failed; the first test that needs the program says why"
		dir, err := os.MkdirTemp("", "xcbench-planted")
		if err != nil {
			t.Fatal(err)
		}
		atEnd = append(atEnd, func() { os.RemoveAll(dir) })
		code := strings.Replace(textOf(t, "dlx/index.go"), "import (\n", "import (\n\t\"os\"\n\t\"unsafe\"\n", 1) + plantedCode
		for _, p := range planted {
			if strings.Count(code, p.old) != 1 {
				t.Fatalf("%s: found %d times in dlx/index.go, expected once: %q", p.name, strings.Count(code, p.old), p.old)
			}
			code = strings.Replace(code, p.old, p.new, 1)
		}
		blocks := goBlock.FindAllStringSubmatch(textOf(t, "docs/add-a-solver.md"), -1)
		if len(blocks) != 2 {
			t.Fatalf("found %d blocks of Go, expected 2: the solver, and its row of the table", len(blocks))
		}
		const next = `{"lanes", `
		table := strings.Replace(textOf(t, "solvers/table.go"), next, blocks[1][1]+next, 1)
		table = strings.Replace(table, "import (\n", "import (\n\t\"xcbench/solvers/marks\"\n", 1)
		plantedOnce.program = buildWith(t, dir, map[string]string{"dlx/index.go": code,
			"solvers/marks/marks.go": blocks[0][1], "solvers/table.go": table})
		plantedOnce.failure = ""
	})
	if plantedOnce.failure != "" {
		t.Fatal(plantedOnce.failure)
	}
	return plantedOnce.program
}

// textOf reads a file, named from the root of the module.
func textOf(t *testing.T, name string) string {
	t.Helper()
	return read(t, filepath.Join("../..", name))
}

// buildWith builds the program into a folder, with other texts for some of its files, and returns
// its path. The files are named from the root of the module.
func buildWith(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	replaced := map[string]string{}
	for name, text := range files {
		file := filepath.Join(dir, filepath.Base(name))
		must(os.WriteFile(file, []byte(text), 0o666))
		replaced[filepath.Join(root, name)] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	must(os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666))
	program := filepath.Join(dir, "xcbench")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-buildvcs=false",
		"-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
