//go:build unix

package xcb_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// record returns what an engine with the role writes down, and waits for its end.
func record(t *testing.T, role string, use func(command child.Command)) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "record")
	command := commandOf(self)
	command.Env = []string{engineVariable + "=" + role, fileVariable + "=" + file}
	use(command)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	number, rest, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("%s: got an engine that runs 10 s after it was closed", role)
		}
	}
	return rest
}

// Engines are told the protocol in their environment, and get problems in the form that they choose.
// None is left.
func TestAnEngineGetsItsProtocolAndAProblem(t *testing.T) {
	bad := func(command child.Command) { xcb.Bad(t.Context(), command) }
	binary := "\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00" +
		"\x01\x00\x00\x00\x02\x00\x00\x00"
	for role, want := range map[string]string{"record dlx": "xcb\na b\na b\nc\n", "record binary": "xcb\n" + binary,
		"record wrong": "xcb\n"} {
		if got := record(t, role, bad); got != want {
			t.Errorf("%s: got %q, want %q", role, got, want)
		}
	}
	got := record(t, "record dlx", func(command child.Command) {
		e := xcb.New(command, cover.Capabilities{})
		stats, err := cover.Solve(t.Context(), e, textbook.Tiny(), cover.Limits{}, nil)
		if err != nil || stats.Solutions != 2 || stats.Err != nil {
			t.Errorf("got %+v, %v, want two solutions", stats, err)
		}
		e.Close()
	})
	if want := "xcb\na b\na\nb\na b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	record(t, "record wrong", func(command child.Command) {
		xcb.New(command,
			cover.Capabilities{}).Greeting(t.Context())
	})
}
