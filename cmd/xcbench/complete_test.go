package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"xcbench/internal/cli"
	"xcbench/results"
)

func TestTheShellCompletesArgumentsAndFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"runs/first", "runs/second", "photos"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(dir, "runs") {
			if err := os.WriteFile(filepath.Join(dir, results.RowsFile), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct{ line, want string }{
		{"solve que", "queens/ queens_colours/"},
		{"run queens/8", "queens/8 queens/8_middle"},
		{"corpus generate queens ", "n= order="},
		{"corpus fetch top14", "top1465"},
		{"plot ca", "cactus"},
		{"plot cactus runs/f", "runs/first"},
		{"rank r", "runs/"},
		{"cmp old=runs/s", "old=runs/second"},
		{"gate p", ""},
		{"run --tier s", "smoke standard"},
		{"run --solver naive,lanes_", "naive,lanes_weighted"},
		{"plot cactus --base nai", "naive naive_first"},
		{"list --filter tier:smoke", ""},
		{"list --filter ", "family:"},
		{"list --filter family:quee", "family:queens family:queens_colours"},
		{"solve --givens ", "omit single"},
		{"plot cactus --width o", "one"},
		{"plot cactus --unit memo", "memory"},
		{"cmp --format m", "md"},
	} {
		var out, errors bytes.Buffer
		args := append([]string{"__complete"}, strings.Split(c.line, " ")...)
		if status := xcbench(context.Background(), args, nil, &out, &errors); status != cli.ExitOK {
			t.Errorf("%q: got exit status %d: %s", c.line, status, errors.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := strings.Join(lines[:len(lines)-1], " "); got != c.want {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}

// A process may run many commands, as the tests do. Each would keep a tree of commands.
func TestCommandsThatHaveRunAreCollected(t *testing.T) {
	for _, args := range [][]string{nil, {"plot"}, {"plot", "cactus"}} {
		root := program(io.Discard, args...)
		collected := make(chan bool)
		runtime.AddCleanup(root, func(c chan bool) { close(c) }, collected)
		if plot, _, err := root.Find([]string{"plot"}); err != nil || plot.Flags().Lookup("width") == nil {
			t.Fatalf("%q: got no flag of plot, %v", args, err)
		}
		root = nil
		runtime.GC()
		select {
		case <-collected:
		case <-time.After(10 * time.Second):
			t.Errorf("%q: the commands are still there after a collection", args)
		}
	}
}

func TestDescriptionsOfFlagsHaveNoBackquotes(t *testing.T) {
	var out bytes.Buffer
	for _, line := range []string{"solve --solv", "corpus show --solv", "run --time"} {
		out.Reset()
		args := append([]string{"__complete"}, strings.Split(line, " ")...)
		status := xcbench(context.Background(), args, nil, &out, &bytes.Buffer{})
		_, flag, _ := strings.Cut(line, " --")
		if status != cli.ExitOK || !strings.Contains(out.String(), "--"+flag) || !strings.Contains(out.String(), "\t") {
			t.Errorf("%q: got exit status %d and %q, want the flag and what it is", line, status, out.String())
		}
		if strings.Contains(out.String(), "`") {
			t.Errorf("%q: got %q, want no backquotes", line, out.String())
		}
	}
}
