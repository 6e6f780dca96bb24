package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A binary is the compiled tests of a package with all mutants.
type binary struct {
	ctx       context.Context
	path, dir string
	work      string // for files of the tests
	mutants   int
	failing   []string // tests that fail without a mutant, and are left out

	mu    sync.Mutex
	tests []*test
}

// A test is a test function, what it takes without a mutant, and the mutants that could change it.
type test struct {
	name string
	took
	hits          []byte // by number of the mutant, not 0 if it would make a difference
	tried, killed int    // with mutants so far
}

// took is what a run took, or what it may take.
type took struct{ cpu, wall time.Duration }

// compile builds the tests of a package from the copy.
func compile(ctx context.Context, s *source, copies map[string]string, work string) (*binary, error) {
	overlay := map[string]map[string]string{"Replace": {}}
	for path, text := range copies {
		changed := filepath.Join(work, filepath.Base(path))
		if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
			return nil, err
		}
		overlay["Replace"][path] = changed
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	list := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(list, text, 0o666); err != nil {
		return nil, err
	}
	b := &binary{ctx: ctx, path: filepath.Join(work, "tests"), dir: s.dir, work: work}
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay="+list, "-o", b.path, s.path)
	cmd.Dir = s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s with its mutants does not compile: %w\n%s", s.name, err, out)
	}
	if _, err := os.Stat(b.path); err != nil {
		b.path = "" // the package has no tests
	}
	return b, nil
}

// memory is the bound on the address space of a test process, in KB.
const memory = 4 << 20

// run runs some tests in a process of their own. It reports whether they passed within the limits.
func (b *binary) run(tests string, l took, variables ...string) (passed bool, t took, out string) {
	scratch, err := os.MkdirTemp(b.work, "run")
	if err != nil {
		return false, t, err.Error()
	}
	defer os.RemoveAll(scratch)
	ctx, cancel := context.WithTimeout(b.ctx, l.wall)
	defer cancel()
	// A process that starts others may not see what they take. The shell's limit holds for each.
	script := fmt.Sprintf(`ulimit -c 0 && ulimit -v %d && ulimit -t %d && exec "$0" "$@"`, memory, 2+2*int(l.cpu.Seconds()))
	cmd := exec.CommandContext(ctx, "sh", "-c", script, b.path,
		"-test.short", "-test.failfast", "-test.timeout=0", "-test.run="+tests)
	cmd.Dir = b.dir
	cmd.Env = append(append(os.Environ(), "TMPDIR="+scratch), variables...)
	output, err := os.Create(filepath.Join(scratch, "output"))
	if err != nil {
		return false, t, err.Error()
	}
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	ownGroup(cmd)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return false, t, err.Error()
	}
	done := make(chan struct{})
	go stopAt(cmd.Process.Pid, l.cpu, cancel, done)
	err = cmd.Wait()
	close(done)
	killGroup(cmd)
	t.wall = time.Since(began)
	t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	text, _ := os.ReadFile(output.Name())
	return err == nil, t, string(text)
}

// stopAt cancels a process when it has used its CPU time. The kernel counts 100 ticks a second.
func stopAt(pid int, cpu time.Duration, cancel func(), done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Millisecond):
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return
		}
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after)
		if len(fields) < 13 {
			return
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		if time.Duration(user+system)*10*time.Millisecond > cpu {
			cancel()
			return
		}
	}
}

// names returns the test functions of the binary.
func (b *binary) names() ([]string, error) {
	if b.path == "" {
		return nil, nil
	}
	cmd := exec.Command(b.path, "-test.list=.")
	cmd.Dir = b.dir
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s -test.list: %w", b.path, err)
	}
	return regexp.MustCompile(`(?m)^(?:Test|Fuzz|Example)\w*$`).FindAllString(string(text), -1), nil
}

// only returns the pattern that runs exactly the tests.
func only(tests []*test) string {
	var names []string
	for _, t := range tests {
		names = append(names, t.name)
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// measure runs a test without a mutant.
func (b *binary) measure(name string) (t test, passed bool, out string) {
	hits := filepath.Join(b.work, "hits-"+name)
	if err := os.WriteFile(hits, make([]byte, b.mutants+1), 0o666); err != nil {
		return t, false, err.Error()
	}
	defer os.Remove(hits)
	t.name = name
	passed, t.took, out = b.run("^"+name+"$", took{10 * time.Minute, 10 * time.Minute}, "MUTANTS_HITS="+hits)
	var err error
	if t.hits, err = os.ReadFile(hits); err != nil {
		return t, false, err.Error()
	}
	return t, passed, out
}
