package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"xcbench/internal/cli"
)

// onTerminal runs a command whose output is a terminal of this size, and returns what it shows.
func onTerminal(t *testing.T, columns, lines int, args ...string) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	size := unix.Winsize{Row: uint16(lines), Col: uint16(columns)}
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		t.Skip(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(master) // it ends in an error when the other side is closed
		shown <- string(text)
	}()
	var stderr bytes.Buffer
	status := xcbench(context.Background(), args, strings.NewReader(""), slave, &stderr)
	slave.Close()
	text := strings.ReplaceAll(<-shown, "\r\n", "\n")
	if status != cli.ExitOK || stderr.Len() > 0 {
		t.Fatalf("%v: got status %d and %q on stderr, want %d and nothing", args, status, stderr.String(), cli.ExitOK)
	}
	return text
}

// manySolvers writes results of 9 solvers on this many instances, with three units.
func manySolvers(t *testing.T, instances int) string {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("Unit nodes/op assume=exact better=lower\nUnit updates/op assume=exact better=lower\n")
	for k := range instances {
		for s := range 9 {
			for sample := range 6 {
				fmt.Fprintf(&rows, "BenchmarkQueens/n=%d/solver=s%d-1 1 %d.%d sec/op %d nodes/op %d updates/op\n",
					k, s, 1+k+s, sample, 10+s, 100+k)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "many.txt")
	must(os.WriteFile(path, []byte(rows.String()), 0o666))
	return path
}

// plain takes the looks of a terminal out of a text.
func plain(text string) string { return regexp.MustCompile(`\x1b\[[0-9]*m`).ReplaceAllString(text, "") }

func TestCmpShowsAPageAtMostOnATerminal(t *testing.T) {
	path := manySolvers(t, 30)
	page := plain(onTerminal(t, 80, 50, "cmp", path))
	if n := strings.Count(page, "\n"); n > pageLines || n < pageLines-2 {
		t.Errorf("got %d lines, want %d or a little less:\n%s", n, pageLines, page)
	}
	for line := range strings.Lines(page) {
		if n := len([]rune(line)) - 1; n > 80 {
			t.Errorf("got a line of %d characters, want at most 80: %s", n, line)
		}
	}
	for _, want := range []string{" of 30 rows shown", "--tables prints all rows, and the tables of nodes/op, updates/op"} {
		if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
			t.Errorf("got no %q:\n%s", want, page)
		}
	}
	all := onTerminal(t, 80, 50, "cmp", "--tables", path)
	if n := strings.Count(all, "\n"); n < 90 || strings.Contains(all, "--tables") {
		t.Errorf("--tables: got %d lines, want the 90 rows of three tables:\n%s", n, all)
	}
	if top := onTerminal(t, 80, 50, "cmp", "--top", "2", path); !strings.Contains(top, "2 of 30 rows shown") {
		t.Errorf("--top 2: got\n%s", top)
	}
}

func TestCmpShowsSmallTablesAsTheyAreOnATerminal(t *testing.T) {
	path := manySolvers(t, 1)
	args := []string{"cmp", "--col", "/solver@(s0 s1)", path}
	var piped bytes.Buffer
	if status := xcbench(context.Background(), args, strings.NewReader(""), &piped, os.Stderr); status != cli.ExitOK {
		t.Fatalf("got status %d, want %d", status, cli.ExitOK)
	}
	if got := plain(onTerminal(t, 200, 50, args...)); got != piped.String() || strings.Count(got, "\n") > pageLines {
		t.Errorf("got\n%s, want as in a pipe\n%s", got, piped.String())
	}
}
