package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

// The parts of good files, of which each bad input has one fault.
const (
	goodRow = "BenchmarkSolve/family=queens/inst=6/solver=naive-1 1 1e-05 sec/op 1e-05 setup-sec/op " +
		"111 nodes/op 1929 updates/op 4 solutions/op\n"
	goodRows     = "Unit sec/op better=lower\nstatus: solved\n" + goodRow
	goodLevels   = "family,inst,solver,level,nodes,updates\n"
	goodManifest = "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n"
	goodTree     = "xcbench tree 1\ninstance: queens/6\nsolver: naive\nrule: mrv\n\n"
)

// badInput is an input with one fault. In a command, FILE stands for the path of the input, DIR for
// a run directory, and DIR/NAME for the run directory with the input as that file.
type badInput struct{ command, text string }

// inputs makes a bad input of each text.
func inputs(command string, texts ...string) (all []badInput) {
	for _, text := range texts {
		all = append(all, badInput{command, text})
	}
	return all
}

// swapped returns a good text with one part replaced.
func swapped(good, old, anew string) string { return strings.Replace(good, old, anew, 1) }

func zipped(text string) string {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	zip.Write([]byte(text))
	zip.Close()
	return out.String()
}

func badInputs() (all []badInput) {
	add := func(command string, texts ...string) { all = append(all, inputs(command, texts...)...) }
	// Puzzles.
	add("solve FILE", "", "\n\n", "# only a comment\n", "| only a comment\n", "6 7\n", "-1 3\n", "1e3 3\n", "a;b\n",
		"1 999999999\n", "<html>\n<body>\n", strings.Repeat("٣", 81), strings.Repeat("1", 80)+"! word\n",
		"a b\nc\n", "a a\n", "a | b | c\na\n", "a\na:1\n", "2|a\na\n", "a\na a\n", "a\x00b\n", "\xff\xfea\x00\n", "a\xc3\n",
		"a \x1b[31m\na\n", "2 2\n10\n", "2 2\n10\n012\n", "-2 -2\n10\n", "2 2\n10\n0x\n", "999999999999 999999999999\n",
		"12.4............5\n", "1.3...4.1.3...5.\n", "5 3 . | . 7 .\n6 . . | 1\n",
		"p cnf\n", "p cnf 2 1\n1 3 0\n", "p cnf 2 1\n1 2\n", "p cnf x 1\n", "p cnf 2 2\n1 0\n", "p cnf 1 1\n1 x 0\n",
		"p cnf 99999999999999999999 1\n1 0\n")
	add("solve --from dlx FILE", "", "|\n", "a b\na x\n")
	add("solve --from sudoku FILE", "a b\na\n", "123\n")
	add("solve --from matrix FILE", "a b\n", "1\n")
	add("solve --from cnf FILE", "a b\n", "c nothing\n")
	add("verify FILE", "x\n", "a b\nc\n")
	add("run FILE --dir NEW", "x\n", "a b\nc\n")
	add("corpus convert FILE", "x\n")
	add("corpus list --corpus FILE", "x\n", "id\ttier\tsolutions\n", goodManifest+"queens/6\n",
		goodManifest+"nothing/6\tsmoke\t4\t-\t-\t-\t-\t-\t-\n", goodManifest+"queens/x\tsmoke\t4\t-\t-\t-\t-\t-\t-\n",
		goodManifest+"queens/6\tnow\t4\t-\t-\t-\t-\t-\t-\n", goodManifest+"queens/6\tsmoke\tmany\t-\t-\t-\t-\t-\t-\n",
		goodManifest+"queens/6\tsmoke\t4\t-1\t-\t-\t-\t-\t-\n", goodManifest+"queens/006\tsmoke\t4\t-\t-\t-\t-\t-\t-\n")
	add("corpus check --update --corpus FILE", goodManifest+"queens/6\n", goodManifest+"queens/x\tsmoke\n")
	// Results, in the commands that read them.
	for _, command := range []string{"rank FILE", "cmp --noise FILE", "cmp FILE", "report FILE -o NEW",
		"plot cactus FILE -o NEW.svg", "gate DIR --no-counters --time-baseline FILE"} {
		add(command, "\x1b[31m\n", "\x00\n", strings.Repeat("x", 70_000), swapped(goodRows, "1e-05 sec", "NaN sec"),
			swapped(goodRows, "family=queens", "family=qu\x1bens"), swapped(goodRows, "-1 1 ", "-1 1e99 "))
	}
	add("rank FILE", "BenchmarkFoo-8 1 1 ns/op\n", swapped(goodRows, "111 nodes", "-111 nodes"),
		swapped(goodRows, "111 nodes", "1.5 nodes"), swapped(goodRows, "solved", "great"),
		swapped(goodRows, "=queens", "=Queens"), swapped(goodRows, " 4 solutions/op", ""),
		swapped(goodRows, "Unit", "solver-naive: look=x\nUnit"), swapped(goodRows, "nodes/op", "nodes/op 5 nodes/op"))
	// The other files of a run, and baselines.
	add("rank DIR/results.txt", "", swapped(goodRows, "111 nodes", "x nodes"))
	add("gate --baseline nothing DIR/results.txt", "a diary\n", swapped(goodRows, "111 nodes", "x nodes"))
	add("plot levels -o NEW.svg DIR/levels.csv", "a diary\n", goodLevels+"queens,6,naive,0,1\n",
		goodLevels+"queens,6,naive,1,1,1\n", goodLevels+"queens,6,naive,0,1,many\n", goodLevels+"queens,6,naive,0,-1,1\n",
		goodLevels+"queens,6,\"naive,0,1,1\n", goodLevels+"queens,6,naive,0,1,1\nqueens,6,naive,0,1,1\n")
	add("run --repeat DIR/run.json --dir NEW", "", "{", "[]", "{}", `{"flags": {"colour": ["red"]}}`,
		`{"flags": {"samples": ["many"]}}`)
	add("gate DIR --baseline FILE", "", "# nothing\n", "queens/6 naive\n", "queens/6 naive great 4 111 1929:\n",
		"queens/6 naive solved x 111 1929:\n", "queens/6 naive solved 4 111 1929: 1/2/3\n",
		"queens/6 naive solved 4 111 1929: 1/2\n", "queens/6 naive solved 4 1 1:\nqueens/6 naive solved 4 1 1:\n")
	// Trees and Markdown.
	add("plot tree FILE -o NEW.svg", "", "no gzip", "\x1f\x8b", zipped(""), zipped("xcbench tree 9\n"), zipped(goodTree),
		zipped(goodTree+"\x09"), zipped(swapped(goodTree, "solver", "\x1b[31m")), zipped(goodTree)[:30],
		zipped(strings.Repeat("x", 1<<20)))
	add("report --splice FILE", "<!-- xcbench: rank x -->\n", "<!-- /xcbench -->\n",
		"<!-- xcbench: rm -rf x -->\n<!-- /xcbench -->\n", "<!-- xcbench: rank 'x -->\n<!-- /xcbench -->\n",
		"<!-- xcbench: rank --format md x -->\n<!-- /xcbench -->\n", "<!-- xcbench: rank nowhere -->\n<!-- /xcbench -->\n")
	// Filters and queries: the text stands for the file.
	for _, filter := range []string{"a:", ":b", "(family:queens", "size", "family:[", "inst:none", "\x1b[31m:x",
		"family:/(/"} {
		all = append(all, badInput{"list --filter=TEXT", filter})
	}
	for _, query := range []string{"(", "/family:", "/family:(", "nothing:x", "/solver:none", "\x1b[31m:x", "a AND"} {
		all = append(all, badInput{"cmp DIR --filter=TEXT", query},
			badInput{"plot cactus DIR -o NEW.svg --filter=TEXT", query})
	}
	for _, keys := range []string{"/solver@(", "\x1b[31m", "/family,,"} {
		all = append(all, badInput{"cmp DIR --row=TEXT", keys}, badInput{"cmp DIR --col=/solver --table=TEXT", keys})
	}
	return all
}

// Every bad input is answered with one line that names it, and with nothing else.
func TestBadInputsAreReportedInOneLine(t *testing.T) {
	good := filepath.Join(t.TempDir(), "run")
	run := "run queens/6 --solver naive,bitset --samples 1 --min-time 0s --dir " + good
	if status := xcbench(t.Context(), strings.Fields(run), strings.NewReader(""), &bytes.Buffer{},
		&bytes.Buffer{}); status != cli.ExitOK {
		t.Fatalf("got exit status %d of the run, want 0", status)
	}
	root := t.TempDir()
	for k, in := range badInputs() {
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
		if err := os.WriteFile(file, []byte(in.text), 0o666); err != nil {
			t.Fatal(err)
		}
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
