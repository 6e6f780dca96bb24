//go:build unix

package external_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

// solve solves a problem with an engine whose command is a script of the shell, with the arguments behind it.
func solve(t *testing.T, s external.Spec, script, args string, p *cover.Problem, limit int64, visit cover.Visitor) cover.Stats {
	t.Helper()
	s.Name = "test"
	s.Command = "sh -c '" + strings.ReplaceAll(script, "'", `'\''`) + "' sh" + args
	solver := must(external.New(s))
	stats := must(cover.Solve(t.Context(), solver, p, cover.Limits{Solutions: limit}, visit))
	return stats
}

// A program has its directory, its environment, its arguments and its files. It may write as much to its
// error output as it likes, and ends with a status or by a signal.
func TestProgramsOfAnotherProcess(t *testing.T) {
	env := map[string]string{"LC_ALL": "C", "SAYS": "v 3 0"}
	for script, want := range map[string]string{
		`head -c 200000 /dev/zero >&2; test $(head -n 1 "$1" | cut -c 1-6) = "p cnf" || test -s here && echo "s SATISFIABLE" && echo "$SAYS" >"$2"; exit 10`: "",
		"cat /no/such/file": `exit status 1, stderr: "cat: /no/such/file: No such file or directory"`,
		"kill -SEGV $$":     "signal: segmentation fault",
	} {
		dir := t.TempDir()
		check(t, os.WriteFile(filepath.Join(dir, "here"), []byte("x"), 0o666))
		stats := solve(t, external.Spec{Protocol: "dimacs", Dir: dir, Env: env}, script, " {in} {out}", textbook.Tiny(), 1, nil)
		costs := stats.Costs
		if got := fmt.Sprint(stats.Err); want == "" && (stats.Err != nil || stats.Solutions != 1 || costs.CPU <= 0 || costs.Wall <= 0 ||
			costs.Peak < 1<<16 && runtime.GOOS == "linux") || want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %+v with costs %+v, want %s", script, stats, costs, want)
		}
	}
	missing := must(external.New(external.Spec{Name: "test", Command: "/no/such/engine", Protocol: "knuth"}))
	if stats, err := cover.Solve(t.Context(), missing, textbook.Tiny(), cover.Limits{}, nil); err != nil || stats.Status != cover.Failed ||
		!strings.Contains(fmt.Sprint(stats.Err), "/no/such/engine") {
		t.Errorf("got %+v, %v, want that the program is missing", stats, err)
	}
}

// An engine that would fill the disk ends at the bound of a file, whatever its protocol is.
func TestAnEngineThatFillsTheDiskEnds(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds the files of a program")
	}
	for _, protocol := range []string{"knuth", "xcb"} {
		dir := t.TempDir()
		// A hole, and one byte after it. The bound holds when the first line comes.
		const script = "read -r line; exec dd if=/dev/zero of=large bs=1 count=1 seek=1073741824"
		stats := solve(t, external.Spec{Protocol: protocol, Dir: dir}, script, "", textbook.Tiny(), 0, nil)
		if !strings.Contains(fmt.Sprint(stats.Err), "file size limit exceeded") {
			t.Errorf("%s: got %s and %v, want the signal of a file that is too large", protocol, stats.Status, stats.Err)
		}
		if f, err := os.Stat(filepath.Join(dir, "large")); err == nil && f.Size() > 1<<30 {
			t.Errorf("%s: the file has %d bytes", protocol, f.Size())
		}
	}
}

// What an engine has started ends with it, even if the engine answers as it should.
func TestAForkThatStaysEndsWithItsEngine(t *testing.T) {
	const fork = `sleep 1000 & echo $! >"$FILE"; printf '1:\n 0 1\n'; echo "Altogether 1 solutions, 1+1 mems, 1 updates, 1 nodes." >&2`
	file := filepath.Join(t.TempDir(), "pid")
	stats := solve(t, external.Spec{Protocol: "knuth", Env: map[string]string{"FILE": file}}, fork, "", textbook.Tiny(), 0, func([]int) bool { return true })
	text, err := os.ReadFile(file)
	pid := 0
	if fmt.Sscan(string(text), &pid); err != nil || stats.Err != nil || pid == 0 {
		t.Fatal(err, stats)
	}
	for ; ; time.Sleep(time.Millisecond) {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(state), ") Z ") {
			return
		}
	}
}
