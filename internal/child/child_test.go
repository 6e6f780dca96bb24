//go:build unix

package child_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/child"
	"xcbench/internal/script"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata")

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

// The commands "sh" and "late" run the input as a shell script, and "late" reads its output after its end.
// "start" starts a program, and "gist" reads the input as error output.
func TestScripts(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, command, input string) string {
		args := strings.Fields(command)
		switch args[0] {
		case "gist":
			return fmt.Sprintln("gist:", child.Gist([]byte(input)))
		case "start":
			_, err := child.Start(child.Command{Args: args[1:]})
			return fmt.Sprintln(err)
		}
		p := shell(t, input, args[1:]...)
		go func() { io.WriteString(p.Stdin, "in\n"); p.Stdin.Close() }()
		if args[0] == "late" {
			p.Wait()
		}
		out, err := io.ReadAll(p.Stdout)
		exit := p.Wait()
		return fmt.Sprintf("out %s, %v\nerr %s\nstatus %d, %v, killed %v, by others %v, reason %q\n", ends(out), err, ends(p.Stderr()),
			exit.Code, exit.Err, exit.Killed, exit.Other, p.Reason())
	})
}

// ends are the beginning and the end of a text. Zeros stand for text.
func ends(text []byte) string {
	zeros := strings.Count(string(text), "\x00")
	text = bytes.ReplaceAll(text, []byte("\x00"), nil)
	if len(text) > 99 {
		return fmt.Sprintf("%d bytes: %q ... %q", len(text), text[:9], text[len(text)-9:])
	}
	return fmt.Sprintf("%q and %d zeros", text, zeros)
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
	for word, want := range map[string]string{"end": `"in" 3 false`, "hang": `"in" -1 true`} {
		p, err := child.Start(child.Command{Args: []string{"echo", word}})
		if err != nil {
			t.Fatal(err)
		}
		go func() { io.WriteString(p.Stdin, "in"); p.Stdin.Close() }()
		text := make([]byte, 2)
		if io.ReadFull(p.Stdout, text); word == "hang" {
			p.Kill()
		}
		rest, _ := io.ReadAll(p.Stdout)
		exit := p.Wait()
		if got := fmt.Sprintf("%q %d %v", append(text, rest...), exit.Code, exit.Killed); got != want || exit.Err == nil ||
			exit.CPU != exit.Wall || exit.Peak == 0 || p.CPU() != 0 || p.Peak() != 0 || word == "end" && string(p.Stderr()) != word {
			t.Errorf("%s: got %s, %q, %+v, want %s", word, got, p.Stderr(), exit, want)
		}
		if _, err := p.Stdin.Write(text); err == nil {
			t.Errorf("%s: got no error of a write to a program that has ended", word)
		}
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
	if runtime.GOOS != "linux" {
		t.Skip("only Linux counts descendants")
	}
	var own syscall.Rusage // the kernel counts the peak of this process for the child
	syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	large := 64<<20 + own.Maxrss<<10
	p := shell(t, fmt.Sprintf(`head -c %d /dev/zero | tail -c %[1]d >/dev/null`, large))
	if exit := p.Wait(); exit.Peak < large {
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
