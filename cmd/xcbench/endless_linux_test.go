package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless are texts that repeat without end. A # becomes a number that grows.
var endless = map[string]string{
	"zeros": "\x00",
	"words": "y\n",
	"line":  "a",
	"rows": "BenchmarkSolve/family=queens/inst=8/solver=naive-1 9 0.1 sec/op 0.1 setup-sec/op 92 solutions/op " +
		"2057 nodes/op 20000 updates/op\n",
	"settings": "cpu: x\n",
	"levels":   "queens,8,naive,0,1,1\n",
	"comments": "# nothing\n",
	"quoted":   "\"many\n",
	"binary":   "1010\n",
	"option":   "a\n",
}

// flood writes an endless text, after what it begins with, to a pipe until nobody reads it.
func flood(path, begin, text string) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	io.WriteString(f, begin)
	block := []byte(strings.Repeat(text, 1+1<<16/len(text)))
	for err == nil {
		_, err = f.Write(block)
	}
}

// Each command ends at an input without an end, with one line and in little memory. PIPE is the
// input, RUN a run.
func TestEndlessInputsEndWithOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes more memory")
	}
	const most = 200 << 10 // KiB
	run := filepath.Join(t.TempDir(), "run")
	if out, err := itself("run", "queens/6", "--solver", "naive", "--samples", "1", "--min-time", "0s", "--dir",
		run).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	manifest := "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n"
	for _, c := range []struct {
		command string
		begin   string // what the input begins with
		texts   []string
	}{
		{"rank PIPE", "", []string{"zeros", "words", "line", "rows", "settings"}},
		{"noise PIPE", "", []string{"words", "line", "rows"}},
		{"plot cactus PIPE -o out.svg", "", []string{"words", "line", "rows"}},
		{"plot tree PIPE -o out.svg", "", []string{"zeros", "words"}},
		{"report PIPE -o out.html", "", []string{"words", "line", "rows"}},
		{"report --splice PIPE", "", []string{"zeros", "words", "rows"}},
		{"report --splice --check PIPE", "", []string{"comments"}},
		{"cmp PIPE", "", []string{"zeros", "words", "line", "rows"}},
		{"gate PIPE", "", []string{"rows"}},
		{"gate RUN --baseline PIPE", "", []string{"zeros", "words", "line", "comments"}},
		{"gate RUN --no-counters --time-baseline PIPE", "", []string{"rows"}},
		{"corpus check --update --corpus PIPE", "", []string{"zeros", "words"}},
		{"corpus list --corpus PIPE", manifest, []string{"line", "quoted", "comments"}},
		{"list --corpus PIPE", "", []string{"option", "binary"}},
		{"corpus hunt --resume --steps 1 --out PIPE", "", []string{"line", "words"}},
		{"run --from PIPES/run.json", "", []string{"words"}},
		{"run --resume PIPES/run.json", "", []string{"zeros", "words"}},
		{"rank PIPES/results.txt", "", []string{"rows"}},
		{"gate PIPES/results.txt --baseline x", "", []string{"rows"}},
		{"plot levels PIPES/levels.csv", "", []string{"levels"}},
	} {
		for _, text := range c.texts {
			t.Run(c.command+"/"+text, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				pipe := filepath.Join(dir, "pipe")
				args := strings.Fields(strings.NewReplacer("PIPES", "DIR", "PIPE", pipe, "RUN", run).Replace(c.command))
				if k := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "DIR/") }); k >= 0 {
					pipe = filepath.Join(dir, strings.TrimPrefix(args[k], "DIR/"))
					if err := os.CopyFS(dir, os.DirFS(run)); err != nil {
						t.Fatal(err)
					}
					os.Remove(pipe)
					args[k] = dir
				}
				if err := syscall.Mkfifo(pipe, 0o600); err != nil {
					t.Fatal(err)
				}
				go flood(pipe, c.begin, endless[text])
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
				defer cancel()
				cmd := exec.CommandContext(ctx, os.Args[0], args...)
				cmd.Args[0], cmd.Dir = "xcbench", dir
				var out, notes bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &notes
				cmd.Run()
				lines := strings.Count(strings.Split(notes.String(), "Run 'xcbench")[0], "\n")
				if cmd.ProcessState.ExitCode() != exitUsage || lines != 1 || out.Len() > 0 {
					t.Errorf("got exit status %d, %d bytes printed and the message %q, want 2, none and one line",
						cmd.ProcessState.ExitCode(), out.Len(), notes.String())
				}
				if peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; peak > most {
					t.Errorf("got a peak of %d MiB of memory, want at most %d", peak>>10, most>>10)
				}
			})
		}
	}
}
