//go:build unix

package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"xcbench/internal/cli"
	"xcbench/results"
)

var address = regexp.MustCompile(`http://\S+/`)

// firstLine reads one line, and not a byte more.
func firstLine(t *testing.T, r io.Reader) string {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; {
		if _, err := io.ReadFull(r, one); err != nil {
			t.Fatalf("got %q and %v, want a line", line, err)
		}
		if one[0] == '\n' {
			return string(line)
		}
		line = append(line, one[0])
	}
}

func TestServeSaysThatADirectoryHasNoRunYet(t *testing.T) {
	server := &started{Cmd: itself("report", "--serve", t.TempDir(), "--addr", "127.0.0.1:0", "--pictures=false")}
	stderr, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	if note := firstLine(t, stderr); !strings.Contains(note, " has no run yet (no results.txt); the page shows the run") {
		t.Errorf("got %q, want a note that the run has not begun", note)
	}
	answer, err := http.Get(address.FindString(firstLine(t, stderr)))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if page, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(page), "<span>not started") {
		t.Errorf("got error %v and a page of %d bytes, want one that says that the run has not begun", err, len(page))
	}
}

func TestServedPageShowsARunInProgress(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	server := &started{Cmd: itself("report", "--serve", dir, "--addr", "127.0.0.1:0", "--pictures=false")}
	stderr, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	if note := firstLine(t, stderr); !strings.Contains(note, " is not there yet") {
		t.Errorf("got %q, want a note that the run has not begun", note)
	}
	line := firstLine(t, stderr)
	url := address.FindString(line)
	if !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("got %q, want an address on this machine", line)
	}
	get := func(path string) string {
		t.Helper()
		answer, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("got %s, %v: %s", answer.Status, err, text)
		}
		return string(text)
	}
	if page := get(""); !strings.Contains(page, "<span>not started") {
		t.Errorf("got a page of %d bytes, want one that says that the run has not begun", len(page))
	}
	run := begin(t, "run", "queens/6", "domino/4x4", "--solver", "dlx_index,bitset", "--samples", "100000", "--min-time",
		"0", "--dir", dir)
	until(t, "rows", func() bool { return rowsIn(dir) > 4 })
	until(t, "a page of the run", func() bool { return strings.Contains(get("version"), "running, ") })
	if page := get(""); !strings.Contains(page, "queens/6") || !strings.Contains(page, "<span>running, ") {
		t.Errorf("got a page of %d bytes, want one of queens/6 that says it is running", len(page))
	}
	before := get("version")
	until(t, "a new version of the page", func() bool { return get("version") != before })
	run.Process.Signal(syscall.SIGTERM)
	wantInterrupted(t, run, dir)
	until(t, "a page that says that the run ended", func() bool { return strings.Contains(get("version"), "interrupted after ") })

	server.Process.Signal(syscall.SIGINT)
	rest, _ := io.ReadAll(stderr)
	if err := server.Wait(); err != nil || len(rest) > 0 {
		t.Errorf("got %v and %q, want exit status 0 and no message", err, rest)
	}
	if rows, _, err := results.ReadDir(dir); err != nil || len(rows) == 0 {
		t.Errorf("got %d rows, %v, want the rows of the run", len(rows), err)
	}
}

func TestServeReportsWhatItCannotDo(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--addr", busy.Addr().String(), dir}, cli.ExitFailed,
			busy.Addr().String() + " is in use by another program; --addr 127.0.0.1:0 finds a free port"},
		{[]string{"--addr", "8037", dir}, cli.ExitUsage, "expected HOST:PORT"},
		{[]string{dir, dir}, cli.ExitUsage, "expected one run directory"},
		{[]string{"--filter", "(", dir}, cli.ExitUsage, "filter"},
		{[]string{"-o", "x.html", dir}, cli.ExitUsage, "--serve excludes --splice and --out"},
	} {
		var stderr strings.Builder
		got := xcbench(t.Context(), append([]string{"report", "--serve"}, c.args...), nil, io.Discard, &stderr)
		if got != c.code || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: got exit status %d and %q, want %d and %q", c.args, got, stderr.String(), c.code, c.want)
		}
	}
}
