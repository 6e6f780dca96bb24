package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// planted.go.txt is a file that the build with the plants has in its package solvers.
//
//go:embed planted.go.txt
var plantedSource string

// plant is a slowdown in a program.
type plant struct {
	program  string
	solver   string // "" for no slowdown
	percent  int
	instance string // "" for all
	counters string // nodes and updates of the instance
}

// variable is the value of XCBENCH_PLANT, as planted.go.txt reads it.
func (p plant) variable() string {
	if p.solver == "" {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s %d %s", p.solver, p.percent, p.counters))
}

// is reports whether a row of ab's report is about the plant.
func (p plant) is(what, name string) bool {
	if p.instance == "" {
		return what == "solver" && name == p.solver
	}
	return what == "search" && name == p.instance+" "+p.solver
}

// touches reports whether the plant slows down anything that a row of ab's report is about.
func (p plant) touches(what, name string) bool {
	id, solver, _ := strings.Cut(name, " ")
	family, _, _ := strings.Cut(p.instance, "/")
	switch what {
	case "solver":
		return name == p.solver
	case "family":
		return p.solver != "" && (p.instance == "" || name == family)
	}
	return solver == p.solver && (p.instance == "" || id == p.instance)
}

// planter builds programs with plants.
type planter struct {
	work, old, planted string
	searches           []plant // on one instance
}

// slowed are the solvers that plants slow down, in turns.
var slowed = []string{"dlx_index", "dlx_pointer", "bitset", "naive", "cells"}

func newPlanter(work string) (*planter, error) {
	p := &planter{work: work, old: filepath.Join(work, "old")}
	if err := build(p.old, ""); err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(*root, "solvers/solvers.go"))
	if err != nil {
		return nil, err
	}
	const loop = "\tfor k := range all {\n\t\tif limits"
	changed := strings.Replace(string(source), loop,
		"\tfor k := range all {\n\t\tall[k].Solver = planted(all[k].Name, all[k].Solver)\n\t\tif limits", 1)
	if changed == string(source) {
		return nil, errors.New("solvers/solvers.go has no loop in described, where the plant would go")
	}
	p.planted, err = p.overlaid("planted", map[string]string{
		"solvers/solvers.go": changed, "solvers/planted.go": plantedSource,
	})
	if err != nil {
		return nil, err
	}
	p.searches, err = searches()
	return p, err
}

// plant returns a plant of a kind.
func (p *planter) plant(kind string, dice *rand.Rand) (plant, error) {
	switch kind {
	case "none":
		return plant{program: p.old}, nil
	case "moved":
		program, err := p.moved(1 + dice.IntN(2000))
		return plant{program: program}, err
	case "solver":
		return plant{program: p.planted, solver: slowed[dice.IntN(len(slowed))], percent: 5}, nil
	case "search":
		one := p.searches[dice.IntN(len(p.searches))]
		one.program, one.percent = p.planted, 20
		return one, nil
	}
	return plant{}, fmt.Errorf("unknown plant %q, expected none, moved, solver or search", kind)
}

// searches reads the searches of the slowed solvers from the baseline.
func searches() ([]plant, error) {
	f, err := os.Open(filepath.Join(*root, "results/baseline.txt"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []plant
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one plant
		var status, solutions, nodes, updates string
		n, _ := fmt.Sscan(lines.Text(), &one.instance, &one.solver, &status, &solutions, &nodes, &updates)
		for _, solver := range slowed {
			if n == 6 && one.solver == solver {
				one.counters = nodes + " " + strings.TrimSuffix(updates, ":")
				all = append(all, one)
			}
		}
	}
	return all, lines.Err()
}

// moved builds the program with a function of some size in front of all solvers.
func (p *planter) moved(size int) (string, error) {
	var text strings.Builder
	text.WriteString("package cover\n\nvar moved = move(len(loops))\nvar loops []int\n\n//go:noinline\nfunc move(n int) int {\n")
	for k := range size {
		fmt.Fprintf(&text, "\tn ^= n*%d + %d\n", 2*k+1, k)
	}
	text.WriteString("\treturn n\n}\n")
	return p.overlaid(fmt.Sprintf("moved-%d", size), map[string]string{"cover/moved.go": text.String()})
}

// overlaid builds the program with some files changed or added.
func (p *planter) overlaid(name string, files map[string]string) (string, error) {
	overlay := map[string]map[string]string{"Replace": {}}
	for path, text := range files {
		changed := filepath.Join(p.work, name+"-"+filepath.Base(path))
		if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
			return "", err
		}
		original, err := filepath.Abs(filepath.Join(*root, path))
		if err != nil {
			return "", err
		}
		overlay["Replace"][original] = changed
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	list := filepath.Join(p.work, name+".json")
	if err := os.WriteFile(list, text, 0o666); err != nil {
		return "", err
	}
	program := filepath.Join(p.work, name)
	return program, build(program, list)
}

func build(program, overlay string) error {
	cmd := exec.Command("go", "build", "-overlay="+overlay, "-o", program, "./cmd/xcbench")
	cmd.Dir, cmd.Stderr = *root, os.Stderr
	return cmd.Run()
}
