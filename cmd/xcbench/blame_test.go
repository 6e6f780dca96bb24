package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/results"
)

// planted are mistakes in dlx/index.go. Each is switched on by its name in the environment variable
// XCBENCH_PLANT, so that the program is built only once.
var planted = []struct {
	name     string
	old, new string
	blamed   []string // who runs the changed code
	faults   int      // of dlx_index, at least
}{
	{"tie", "if s := *size.at(i); s < least {", `if s := *size.at(i); s < least || plant == "tie" && s == least {`,
		[]string{"dlx_index"}, 10},
	{"hide", "*down.at(u), *up.at(d) = d, u\n", `if plant == "hide" && q == 40 {
				continue
			}
			*down.at(u), *up.at(d) = d, u
`, []string{"dlx_index", "dlx_index_first"}, 5},
	{"uncover", "for p, shown := *up.at(i), 1;", "for p, shown := last(up, i), 1;",
		[]string{"dlx_index", "dlx_index_first"}, 10},
	{"lost", "enter && !x.Solution(", `enter && (plant != "lost" || level == 0 || x.chose[level-1]%5 != 2) && !x.Solution(`,
		[]string{"dlx_index", "dlx_index_first"}, 10},
	{"count", "*size.at(t)--\n", "*size.at(t)--\n" + `			if plant == "count" && hidden == 3 {
				continue
			}
`, []string{"dlx_index", "dlx_index_first"}, 10},
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
`

// The run is the one that the gate reads: some searches are cut off, and many instances have no
// known figures. No search may time out: where only dlx_index and cells had an answer, both would be
// in disagreement.
func TestAFaultInDLXIndexBlamesNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	text, err := os.ReadFile("../../dlx/index.go")
	if err != nil {
		t.Fatal(err)
	}
	code := strings.Replace(string(text), "import (\n", "import (\n\t\"os\"\n\t\"unsafe\"\n", 1) + plantedCode
	for _, p := range planted {
		if strings.Count(code, p.old) != 1 {
			t.Fatalf("%s: found %d times in dlx/index.go, expected once: %q", p.name, strings.Count(code, p.old), p.old)
		}
		code = strings.Replace(code, p.old, p.new, 1)
	}
	program := buildWith(t, map[string]string{"dlx/index.go": code})
	verifyOutlivesDamage(t, program)
	for _, p := range planted {
		dir := filepath.Join(t.TempDir(), p.name)
		run := exec.Command(program, "run", "--solver", "all", "--samples", "1", "--min-time", "0", "--timeout", "5m",
			"--nodes", "20000", "--dir", dir)
		run.Env = append(os.Environ(), "XCBENCH_PLANT="+p.name)
		var stderr bytes.Buffer
		run.Stderr = &stderr
		run.Run()
		if status := run.ProcessState.ExitCode(); status != exitWrong {
			t.Fatalf("%s: got exit status %d, want %d\n%s", p.name, status, exitWrong, &stderr)
		}
		runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		blamed := map[string]int{}
		for _, r := range runs[0].Rows {
			if results.Doubted(r.Status) || r.Status == results.Crash {
				blamed[r.Solver]++
			}
		}
		innocent := func(name string) bool { return !slices.Contains(p.blamed, name) }
		named := slices.Sorted(maps.Keys(blamed))
		if slices.ContainsFunc(named, innocent) || blamed["dlx_index"] < p.faults {
			t.Errorf("%s: got faults of %v, want %d or more of dlx_index, and else only of %v", p.name, blamed, p.faults, p.blamed)
		}
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		begins := func(line string) bool { return strings.HasPrefix(line, "dlx_index: ") }
		if len(lines) > 20 || !slices.ContainsFunc(lines, begins) {
			t.Errorf("%s: got %d lines, want at most 20, and a summary of dlx_index:\n%s", p.name, len(lines), &stderr)
		}
	}
}

// verifyOutlivesDamage checks that verify names a solver whose fault on memory ends its process, and
// verifies the others.
func verifyOutlivesDamage(t *testing.T, program string) {
	t.Helper()
	verify := exec.Command(program, "verify", "--solver", "dlx_pointer,dlx_index,bitset", "--timeout", "5m",
		"--format", "csv", "queens/6", "langford/7")
	verify.Env = append(os.Environ(), "XCBENCH_PLANT=damage")
	var stdout, stderr bytes.Buffer
	verify.Stdout, verify.Stderr = &stdout, &stderr
	verify.Run()
	if status := verify.ProcessState.ExitCode(); status != exitWrong {
		t.Errorf("got exit status %d, want %d", status, exitWrong)
	}
	statuses := map[string]string{}
	for line := range strings.Lines(stdout.String()) {
		if cell := strings.Split(line, ","); len(cell) > 2 {
			statuses[cell[1]] += cell[2] + " "
		}
	}
	want := map[string]string{"solver": "status ", "dlx_pointer": "solved solved ", "dlx_index": "crash crash ",
		"bitset": "solved solved "}
	summary := "dlx_index: crashed on 2 of 2 instances; the first: queens/6: unexpected fault address "
	if !maps.Equal(statuses, want) || !strings.HasPrefix(stderr.String(), summary) || strings.Count(stderr.String(), "\n") > 2 {
		t.Errorf("got statuses %v, want %v; on stderr want a summary and the verdict, got\n%s", statuses, want, &stderr)
	}
}
