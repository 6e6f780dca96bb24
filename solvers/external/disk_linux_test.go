package external_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

// An engine that would fill the disk ends at the bound of a file, whatever its protocol is.
func TestAnEngineThatFillsTheDiskEnds(t *testing.T) {
	for _, protocol := range []string{"knuth", "xcb"} {
		dir := t.TempDir()
		// A hole, and one byte after it. The bound holds when the first line comes.
		command := script("read -r line; exec dd if=/dev/zero of=large bs=1 count=1 seek=1073741824")
		s, err := external.New(external.Spec{Name: "test", Command: command, Protocol: protocol, Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := cover.Solve(context.Background(), s, textbook.Tiny(), cover.Limits{}, nil)
		if err != nil || stats.Status != cover.Failed || stats.Err == nil ||
			!strings.Contains(stats.Err.Error(), "file size limit exceeded") {
			t.Errorf("%s: got %s, %v and %v, want the signal of a file that is too large", protocol, stats.Status, stats.Err, err)
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
	stats, _ := solve(t, external.Spec{Command: script(fork), Protocol: "knuth", Env: map[string]string{"FILE": file}}, textbook.Tiny(), 0)
	pid, err := os.ReadFile(file)
	if err != nil || stats.Err != nil || stats.Solutions != 1 {
		t.Fatal(err, stats)
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		state, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
		if err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("it still runs: %s", state)
		}
	}
}
