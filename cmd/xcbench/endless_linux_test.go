package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"xcbench/internal/child"
	"xcbench/internal/cli"
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
// input, RUN a run. Commands share their readers, so each text is tried with each reader, and only the
// long test tries it with each command.
func TestEndlessInputsEndWithOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes more memory")
	}
	const most = 200 << 20 // bytes
	program := filepath.Join(linked(t), "xcbench")
	run := filepath.Join(t.TempDir(), "run")
	succeeds(t, "run", "queens/6", "--solver", "naive", "--samples", "1", "--min-time", "0s", "--dir", run)
	manifest := "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n"
	for _, c := range []struct {
		command string
		begin   string // what the input begins with
		texts   string
		long    string // more texts, if XCBENCH_LONG is set
	}{
		{"rank PIPE", "", "line rows", "zeros words settings"},
		{"cmp --noise PIPE", "", "", "line words rows"},
		{"plot cactus PIPE -o out.svg", "", "", "rows words line"},
		{"plot tree PIPE -o out.svg", "", "zeros", "words"},
		{"report PIPE -o out.html", "", "", "line words rows"},
		{"report --splice PIPE", "", "zeros", "words rows"},
		{"report --splice --check PIPE", "", "", "comments"},
		{"cmp PIPE", "", "", "zeros words line rows"},
		{"gate PIPE", "", "", "rows"},
		{"gate RUN --baseline PIPE", "", "comments", "line zeros words"},
		{"gate RUN --no-counters --time-baseline PIPE", "", "", "rows"},
		{"corpus check --update --corpus PIPE", "", "zeros", "words"},
		{"list instances --corpus PIPE", manifest, "quoted", "comments line"},
		{"list --corpus PIPE", "", "option", "binary"},
		{"run --repeat PIPES/run.json", "", "words", ""},
		{"run --resume PIPES/run.json", "", "", "zeros words"},
		{"rank PIPES/results.txt", "", "", "rows"},
		{"gate PIPES/results.txt --baseline x", "", "", "rows"},
		{"plot levels PIPES/levels.csv", "", "levels", ""},
	} {
		texts := c.texts
		if os.Getenv("XCBENCH_LONG") != "" {
			texts += " " + c.long
		}
		for _, text := range strings.Fields(texts) {
			t.Run(c.command+"/"+text, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				pipe := filepath.Join(dir, "pipe")
				args := strings.Fields(strings.NewReplacer("PIPES", "DIR", "PIPE", pipe, "RUN", run).Replace(c.command))
				if k := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "DIR/") }); k >= 0 {
					pipe = filepath.Join(dir, strings.TrimPrefix(args[k], "DIR/"))
					must(os.CopyFS(dir, os.DirFS(run)))
					os.Remove(pipe)
					args[k] = dir
				}
				if err := syscall.Mkfifo(pipe, 0o600); err != nil {
					t.Fatal(err)
				}
				go flood(pipe, c.begin, endless[text])
				p, err := child.Start(child.Command{Args: append([]string{program}, args...), Dir: dir})
				if err != nil {
					t.Fatal(err)
				}
				p.Stdin.Close()
				out, _ := io.ReadAll(p.Stdout)
				exit := p.Wait()
				notes := string(p.Stderr())
				lines := strings.Count(strings.Split(notes, "Run 'xcbench")[0], "\n")
				if exit.Code != cli.ExitUsage || lines != 1 || len(out) > 0 {
					t.Errorf("got exit status %d, %d bytes printed and the message %q, want 2, none and one line", exit.Code, len(out), notes)
				}
				if exit.Peak > most {
					t.Errorf("got a peak of %d MiB of memory, want at most %d", exit.Peak>>20, most>>20)
				}
			})
		}
	}
}
