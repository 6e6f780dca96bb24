package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"xcbench/internal/cli"
)

// A file of results may come from anywhere. What is printed about it can be shown on a terminal.
func TestControlCharactersOfAFileReachNoOutput(t *testing.T) {
	const good = "cpu: fast\nBenchmarkSolve/family=queens/inst=8/solver=naive-1 9 0.1 sec/op 0.1 setup-sec/op " +
		"92 solutions/op 2057 nodes/op 20000 updates/op\n"
	dir := t.TempDir()
	in, out, page := filepath.Join(dir, "results.txt"), filepath.Join(dir, "out.svg"), filepath.Join(dir, "out.html")
	for _, c := range []struct{ old, new, line string }{
		{"queens", "qu\x1b[31meens", "2"},
		{"naive", "na\u009b31mive", "2"},
		{"queens", "que\u202eens", "2"},
		{"fast", "fa\u2066st", "2"},
		{"naive", "na\x9bive", "2"},
		{" nodes/op", " no\x1b[2Jdes/op", "2"},
		{"fast", "fast\x1b]0;title\a", "2"},
		{"fast", "fast\r\bslow", "2"},
		{"cpu", "cp\x1bu", "2"},
		{"cpu: fast", "solver-naive: rule=mrv; \x1b[31mred", "2"},
		{"cpu: fast", "status: solv\x1b[31med", "2"},
		{"cpu: fast", "cpu: fast\nUnit x/op better=\x1b[31mlower\nUnit x/op better=higher", "3"},
		{"fast\n", "fast\n" + strings.TrimPrefix(good, "cpu: fast\n") + "cpu: \x1b[31mslow\n", "4"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		must(os.WriteFile(in, []byte(text), 0o666))
		for _, command := range []string{"cmp", "cmp --format html", "cmp --table cpu", "rank", "cmp --noise", "plot cactus -o " + out,
			"report --pictures=false -o " + page, "gate --baseline nothing"} {
			os.Remove(out)
			os.Remove(page)
			var stdout, stderr bytes.Buffer
			args := append(strings.Fields(command), in)
			if strings.HasPrefix(command, "gate") {
				args[len(args)-1] = dir
			}
			status := xcbench(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
			picture, _ := os.ReadFile(out)
			html, _ := os.ReadFile(page)
			for _, text := range []string{stdout.String(), stderr.String(), string(picture), string(html)} {
				k := strings.IndexFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) && r != '\n' })
				if k >= 0 || strings.Contains(text, "\x9b") {
					t.Errorf("%s, %q for %q: got %q printed, want no control character", command, c.new, c.old, text)
				}
			}
			place := in + ":" + c.line + ": "
			if !strings.Contains(stderr.String(), place) || status == cli.ExitOK {
				t.Errorf("%s, %q for %q: got exit status %d and %q, want an error at %s", command, c.new, c.old, status,
					stderr.String(), place)
			}
		}
	}
}

func TestOverlongTextIsShortenedInMessages(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows.txt")
	must(os.WriteFile(rows, []byte("BenchmarkX-1 1 1 ns/op\n"), 0o666))
	for _, line := range strings.Split("list --filter LONG,list --filter family:LONG,run --solver LONG,solve --from LONG,solve qLONG,"+
		"solve --nodes LONG,solve --LONG,LONG,cmp --row LONG ROWS,rank --format LONG ROWS,plot LONG ROWS,cmp LONG=ROWS LONG", ",") {
		args := strings.Fields(strings.NewReplacer("LONG", strings.Repeat("x", 20_000), "ROWS", rows).Replace(line))
		var stdout, stderr bytes.Buffer
		status := xcbench(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		if status == cli.ExitOK || stderr.Len() > 2000 || stdout.Len() > 0 {
			t.Errorf("%.60q: got exit status %d, %d bytes printed and a message of %d, want an error of at most 2000",
				args, status, stdout.Len(), stderr.Len())
		}
		first, _, _ := strings.Cut(stderr.String(), "\n")
		if !strings.Contains(first, "characters left out") {
			t.Errorf("%.60q: got %q, want the middle left out", args, stderr.String())
		}
	}
}

func TestShortMessagesStayAsTheyAre(t *testing.T) {
	for message, want := range map[string]string{
		"f:1: größer\n than": "f:1: größer  than", "a\x1bb\tc\u202e": "a\\x1bb\tc\\u202e", "": "",
		strings.Repeat("ä", 1000): strings.Repeat("ä", 1000),
		strings.Repeat("ä", 1001): strings.Repeat("ä", 600) + " ... (101 characters left out) ... " +
			strings.Repeat("ä", 300),
	} {
		if got := cli.Brief(message); got != want {
			t.Errorf("%.20q: got %q, want %q", message, got, want)
		}
	}
}
