package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

// goodFiles are the beginnings of files without a fault.
var goodFiles = map[string]string{
	"rows": "Unit sec/op better=lower\nstatus: solved\nBenchmarkSolve/family=queens/inst=6/solver=naive-1 1 1e-05 sec/op " +
		"1e-05 setup-sec/op 111 nodes/op 1929 updates/op 4 solutions/op\n",
	"levels":   "family,inst,solver,level,nodes,updates\n",
	"manifest": "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n",
	"tree":     "xcbench tree 1\ninstance: queens/6\nsolver: naive\nrule: mrv\n\n",
}

// badInput is an input with one fault, as testdata/badinputs.txt explains.
type badInput struct{ command, text string }

// badInputs reads the bad inputs. A text belongs to all commands right above it.
func badInputs(t *testing.T) (all []badInput) {
	var commands []string
	above := "" // the line above
	for line := range strings.Lines(read(t, "testdata/badinputs.txt")) {
		line = strings.TrimSuffix(line, "\n")
		text, indented := strings.CutPrefix(line, "\t")
		switch {
		case indented:
			for _, command := range commands {
				all = append(all, badInput{command, badText(text)})
			}
		case strings.HasPrefix(above, "\t") || line == "":
			commands = nil
		}
		if !indented && line != "" && line[0] != '#' {
			commands = append(commands, line)
		}
		above = line
	}
	return all
}

// badText makes the text of a line of the bad inputs.
func badText(line string) string {
	line, zipped := strings.CutPrefix(line, "zip ")
	name := line[:strings.IndexByte(line, '"')]
	good := goodFiles[strings.TrimSpace(name)]
	first, rest := quoted(line[len(name):])
	switch {
	case strings.HasPrefix(rest, " -> "):
		second, _ := quoted(rest[len(" -> "):])
		first = strings.Replace(good, first, second, 1)
	case rest != "":
		var times int
		_, err := fmt.Sscanf(rest, " * %d", &times)
		must(err)
		first = strings.Repeat(first, times)
	default:
		first = good + first
	}
	if !zipped {
		return first
	}
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	zip.Write([]byte(first))
	zip.Close()
	return out.String()
}

// quoted splits a line behind the Go string that it begins with.
func quoted(line string) (text, rest string) {
	prefix, err := strconv.QuotedPrefix(line)
	must(err)
	text, err = strconv.Unquote(prefix)
	must(err)
	return text, line[len(prefix):]
}

// Every bad input is answered with one line that names it, and with nothing else.
func TestBadInputsAreReportedInOneLine(t *testing.T) {
	good := filepath.Join(t.TempDir(), "run")
	succeeds(t, "run", "queens/6", "--solver", "naive,bitset", "--samples", "1", "--min-time", "0s", "--dir", good)
	root := t.TempDir()
	for k, in := range badInputs(t) {
		dir := filepath.Join(root, strconv.Itoa(k))
		must(os.Mkdir(dir, 0o777))
		if strings.Contains(in.command, "DIR") {
			must(os.CopyFS(dir, os.DirFS(good)))
		}
		file, subject := filepath.Join(dir, "bad.in"), "bad.in"
		var args []string
		for _, arg := range strings.Fields(in.command) {
			if name, ok := strings.CutPrefix(arg, "DIR/"); ok {
				file, subject, arg = filepath.Join(dir, name), name, dir
			}
			if strings.Contains(arg, "TEXT") {
				subject = "" // there is no file to name
			}
			arg = strings.NewReplacer("FILE", file, "DIR", dir, "NEW", filepath.Join(dir, "new"), "TEXT", in.text).Replace(arg)
			args = append(args, arg)
		}
		must(os.WriteFile(file, []byte(in.text), 0o666))
		var stdout, stderr bytes.Buffer
		status := xcbench(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		line, rest, _ := strings.Cut(stderr.String(), "\n")
		switch {
		case status != cli.ExitUsage && status != cli.ExitFailed:
			t.Errorf("%s with %.60q: got exit status %d, want 2 or 3; %s", in.command, in.text, status, stderr.String())
		case rest != "" && !strings.HasPrefix(rest, "Run 'xcbench ") || strings.Count(rest, "\n") > 1:
			t.Errorf("%s with %.60q: got %q, want one line", in.command, in.text, stderr.String())
		case !strings.Contains(line, subject) || strings.Contains(line, "panic"):
			t.Errorf("%s with %.60q: got %q, want a line that names %s", in.command, in.text, line, subject)
		case stdout.Len() > 0:
			t.Errorf("%s with %.60q: got %.60q printed, want nothing", in.command, in.text, stdout.String())
		}
		if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
			t.Errorf("%s with %.60q: got a new file or folder, want none", in.command, in.text)
		}
	}
}
