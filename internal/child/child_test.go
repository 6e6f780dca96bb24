//go:build unix

package child_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/child"
)

// shell starts a shell script.
func shell(t *testing.T, script string, env ...string) *child.Process {
	t.Helper()
	p, err := child.Start(child.Command{Args: []string{"sh", "-c", script}, Dir: t.TempDir(), Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Kill(); p.Wait(); p.Stdout.Close() })
	return p
}

func TestChildHasPipesDirectoryAndEnvironment(t *testing.T) {
	p := shell(t, `cat; pwd; echo "$GREETING"; echo oops >&2; exit 3`, "GREETING=hello")
	go func() { io.WriteString(p.Stdin, "in\n"); p.Stdin.Close() }()
	out, err := io.ReadAll(p.Stdout)
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != 3 || lines[0] != "in" || !filepath.IsAbs(lines[1]) || lines[2] != "hello" {
		t.Errorf("got output %q and %v", out, err)
	}
	if here, _ := os.Getwd(); len(lines) > 1 && lines[1] == here {
		t.Errorf("got the directory of this process, want the one of the command")
	}
	exit := p.Wait()
	if exit.Code != 3 || exit.Err == nil || exit.Killed || string(p.Stderr()) != "oops\n" {
		t.Errorf("got %+v and stderr %q, want status 3 and oops", exit, p.Stderr())
	}
}

// A function stands for a program: it has pipes, a status, and an end when it is killed.
func TestAFunctionStandsForAProgram(t *testing.T) {
	defer child.Register("echo", func(ctx context.Context, c child.Command, in io.Reader, out, stderr io.Writer) int {
		io.Copy(out, in)
		io.WriteString(stderr, c.Args[1])
		if c.Args[1] == "hang" {
			<-ctx.Done()
		}
		return 3
	})()
	for word, code := range map[string]int{"end": 3, "hang": -1} {
		p, err := child.Start(child.Command{Args: []string{"echo", word}})
		if err != nil {
			t.Fatal(err)
		}
		go func() { io.WriteString(p.Stdin, "in"); p.Stdin.Close() }()
		text := make([]byte, 2)
		io.ReadFull(p.Stdout, text)
		if code < 0 {
			p.Kill()
		}
		rest, _ := io.ReadAll(p.Stdout)
		exit := p.Wait()
		if string(text) != "in" || len(rest) > 0 || exit.Code != code || exit.Killed != (code < 0) || exit.Err == nil || exit.CPU != exit.Wall ||
			exit.Peak == 0 || p.CPU() != 0 || p.Peak() != 0 || code > 0 && string(p.Stderr()) != word {
			t.Errorf("%s: got %q, %q, %+v", word, text, p.Stderr(), exit)
		}
		if _, err := p.Stdin.Write(text); err == nil {
			t.Errorf("%s: got no error of a write to a program that has ended", word)
		}
	}
}

func TestMissingProgramIsAnError(t *testing.T) {
	for _, args := range [][]string{{"/no/such/program"}, {}} {
		if _, err := child.Start(child.Command{Args: args}); err == nil {
			t.Errorf("%q: got no error", args)
		}
	}
}

// The output must arrive whole, however late it is read.
func TestOutputCanBeReadAfterTheEnd(t *testing.T) {
	p := shell(t, `i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i+1)); done`)
	p.Wait()
	out, err := io.ReadAll(p.Stdout)
	if lines := bytes.Count(out, []byte("\n")); err != nil || lines != 500 {
		t.Errorf("got %d lines and %v, want 500", lines, err)
	}
	p = shell(t, `printf x`)
	p.Wait()
	if out, err := io.ReadAll(p.Stdout); string(out) != "x" || err != nil {
		t.Errorf("got %q and %v, want x", out, err)
	}
}

func TestKillEndsTheWholeGroup(t *testing.T) {
	p := shell(t, `trap '' HUP INT QUIT ILL FPE USR1 USR2 TERM; sleep 1000 & echo $!; wait`) // no weaker signal
	grandchild := firstNumber(t, p)
	p.Kill()
	exit := p.Wait()
	if !exit.Killed || exit.Code != -1 {
		t.Errorf("got %+v, want a killed child", exit)
	}
	gone(t, grandchild)
}

// A signal of a fault is not somebody else's, and neither is the one of Kill.
func TestAKillByOthersIsKnown(t *testing.T) {
	// A signal that this process ignores is ignored by its children.
	for script, want := range map[string]bool{"kill -KILL $$": true, "kill -TERM $$": true,
		"kill -INT $$": !signal.Ignored(syscall.SIGINT), "kill -HUP $$": !signal.Ignored(syscall.SIGHUP), "kill -SEGV $$": false, "kill -ABRT $$": false, "exit 137": false, "exit 0": false} {
		if exit := shell(t, script).Wait(); exit.Other != want || exit.Killed {
			t.Errorf("%s: got %+v, want killed by others: %v", script, exit, want)
		}
	}
	p := shell(t, "exec sleep 1000")
	p.Kill()
	if exit := p.Wait(); exit.Other {
		t.Errorf("got %+v after Kill, want it not killed by others", exit)
	}
}

func TestTheReasonIsTheFirstLineWithText(t *testing.T) {
	for script, want := range map[string]string{`printf '\n  no more beans \nat once\n' >&2`: "no more beans", `printf why >&2`: "why", "exit 1": ""} {
		p := shell(t, script)
		if p.Wait(); p.Reason() != want {
			t.Errorf("%s: got %q, want %q", script, p.Reason(), want)
		}
	}
}

func TestProcessesLeftBehindAreKilled(t *testing.T) {
	p := shell(t, `sleep 1000 & echo $!`)
	grandchild := firstNumber(t, p)
	if exit := p.Wait(); exit.Code != 0 || exit.Killed {
		t.Errorf("got %+v, want status 0", exit)
	}
	if rest, err := io.ReadAll(p.Stdout); len(rest) > 0 || err != nil {
		t.Errorf("got %q and %v after the end", rest, err)
	}
	gone(t, grandchild)
}

// escaping starts a shell that leaves a process of another session behind, and prints its number.
func escaping(t *testing.T) *child.Process {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has the command setsid")
	}
	return shell(t, `setsid sleep 1000 & echo $!; sleep 0.2`)
}

// A process that leaves the group survives, but nobody waits for it.
func TestEscapedProcessDoesNotHoldTheOutput(t *testing.T) {
	p := escaping(t)
	escaped := firstNumber(t, p)
	defer syscall.Kill(escaped, syscall.SIGKILL)
	if _, err := io.ReadAll(p.Stdout); err != nil {
		t.Error(err)
	}
	p.Wait()
}

// The beginning and the end of a long text are kept: a program says last why it failed.
func TestErrorOutputIsBounded(t *testing.T) {
	for _, c := range []struct{ bytes, want int }{{65526, 65536}, {65527, 65541}, {5_000_000, 65541}} {
		p := shell(t, `(echo first; head -c $BYTES /dev/zero; echo end) >&2; echo done`, fmt.Sprint("BYTES=", c.bytes))
		if out, _ := io.ReadAll(p.Stdout); string(out) != "done\n" {
			t.Errorf("got %q: the child waits for a reader", out)
		}
		p.Wait()
		got := p.Stderr()
		if len(got) != c.want || !bytes.HasPrefix(got, []byte("first\n")) || !bytes.HasSuffix(got, []byte("\x00end\n")) ||
			bytes.Contains(got, []byte("\x00\n...\n\x00")) != (c.want > 65536) {
			t.Errorf("%d bytes: got %d, want %d, with both ends", c.bytes, len(got), c.want)
		}
	}
}

func TestGistHasTheReasonOfEveryLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		" \n\nno beans\n": `"no beans"`,
		"a\nb\nc\nd\ne":   `"a", "c", "d", "e"`,
		"Traceback (most recent call last):\n  File \"x.py\", line 1\n    f()\nKeyError: 'a'\n": `"Traceback (most recent call last):", "KeyError: 'a'"`,
		"x.mjs:3\n  throw e\n  ^\n\nError: no\n    at f (x.mjs:3:1)\n\nNode.js v18.1.0\n":       `"x.mjs:3", "Error: no", "Node.js v18.1.0"`,
		"panic: no\n\ngoroutine 1 [running]:\nmain.f()\n\tx.go:3\nmain.main()\n\tx.go:7\n":      `"panic: no", "goroutine 1 [running]:", "main.f()", "main.main()"`,
		strings.Repeat("x", 241) + "\n\x1b[2J\xff\n":                                            `"` + strings.Repeat("x", 240) + `"..., "\x1b[2J\xff"`,
	} {
		if got := child.Gist([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestFilesAreBounded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds the files of a child")
	}
	for _, most := range []uint64{1, 1 << 20} {
		file := filepath.Join(t.TempDir(), "file")
		p, err := child.Start(child.Command{Args: []string{"sh", "-c",
			`read x; exec head -c 10000000 /dev/zero >"$1"`, "sh", file}, MaxFile: most})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Stdout.Close()
		io.WriteString(p.Stdin, "the bound holds now\n")
		exit := p.Wait()
		info, err := os.Stat(file)
		if err != nil || exit.Err == nil || info.Size() > int64(most) {
			t.Errorf("got %+v and %v with %d bytes, want a failure and at most %d bytes", exit, err, info.Size(), most)
		}
	}
}

func TestUsageIsTheOneOfTheChild(t *testing.T) {
	ballast := bytes.Repeat([]byte{1}, 40<<20) // the kernel would count it for the child
	p := shell(t, `i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; sleep 0.1`)
	exit := p.Wait()
	if exit.CPU <= 0 || exit.CPU > exit.Wall {
		t.Errorf("got %v of processor time in %v", exit.CPU, exit.Wall)
	}
	if exit.Peak < 100<<10 || exit.Peak > 32<<20 {
		t.Errorf("got a peak of %d bytes, want that of a shell", exit.Peak)
	}
	_ = ballast[0]
}

func TestPeakIncludesDescendants(t *testing.T) {
	if testing.Short() {
		t.Skip("with the race detector, this process is larger than its descendant")
	}
	const large = 64 << 20
	p := shell(t, fmt.Sprintf(`head -c %d /dev/zero | tail -c %[1]d >/dev/null`, large))
	if exit := p.Wait(); exit.Peak < large && exit.Peak != 0 {
		t.Errorf("got a peak of %d bytes, want at least %d", exit.Peak, large)
	}
}

func TestEndedChildIsNoZombie(t *testing.T) {
	p := shell(t, `exit 0`)
	<-p.Done()
	gone(t, p.Pid())
	p.Kill() // must not reach another process
}

// A child that does not read its input must not keep the writer.
func TestWriterIsReleasedAtTheEnd(t *testing.T) {
	p := escaping(t)
	defer func() { syscall.Kill(firstNumber(t, p), syscall.SIGKILL) }()
	if _, err := p.Stdin.Write(make([]byte, 1<<20)); err == nil {
		t.Error("got no error, want a broken pipe")
	}
}

func firstNumber(t *testing.T, p *child.Process) int {
	t.Helper()
	line := make([]byte, 20)
	n, _ := p.Stdout.Read(line)
	number, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// gone waits until there is no such process, except perhaps a dead one whose parent is not ours.
func gone(t *testing.T, pid int) {
	t.Helper()
	for ; ; time.Sleep(time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || bytes.Contains(stat, []byte(") Z")) && !bytes.Contains(stat,
			[]byte(" "+strconv.Itoa(os.Getpid())+" ")) {
			return
		}
	}
}
