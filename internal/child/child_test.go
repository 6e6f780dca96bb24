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
	return start(t, child.Command{Args: []string{"sh", "-c", script}, Dir: t.TempDir(), Env: env})
}

func start(t *testing.T, c child.Command) *child.Process {
	t.Helper()
	p, err := child.Start(c)
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
		p := start(t, child.Command{Args: []string{"echo", word}})
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

// deaf ignores all signals that a process can ignore.
const deaf = `trap '' HUP INT QUIT ILL FPE USR1 USR2 TERM; `

// A child prints the number of another process. Once it has ended, or was killed, that process has ended
// too, unless it escaped from the group: then it survives, but nobody waits for it. A writer does not wait for a child
// that does not read, and a kill of a child that has ended reaches nobody.
func TestProcessesEndWithTheChild(t *testing.T) {
	for _, c := range []struct {
		name, script          string
		kill, escapes, setsid bool
	}{
		{"killed", deaf + `sleep 1000 & echo $!; wait`, true, false, false},
		{"left behind", `sleep 1000 & echo $!`, false, false, false},
		{"in a group that lost its parent", deaf + `setsid sh -c 'sleep 1000 & sh -c "sleep 1001 & echo \$!"; wait' & wait`, true, false, true},
		{"escaped", `setsid sleep 1000 & echo $!; sleep 0.2`, false, true, true},
	} {
		if c.setsid && runtime.GOOS != "linux" {
			continue // only Linux has the command setsid
		}
		p := shell(t, c.script)
		other := firstNumber(t, p)
		if c.kill {
			p.Kill()
		} else if _, err := p.Stdin.Write(make([]byte, 1<<20)); err == nil {
			t.Errorf("%s: got no error, want a broken pipe", c.name)
		}
		rest, err := io.ReadAll(p.Stdout)
		if exit := p.Wait(); exit.Killed != c.kill || (exit.Code == 0) == c.kill || len(rest) > 0 || err != nil {
			t.Errorf("%s: got %+v, and %q, %v after the end", c.name, exit, rest, err)
		}
		if c.escapes {
			syscall.Kill(other, syscall.SIGKILL)
		}
		gone(t, other)
		gone(t, p.Pid())
		p.Kill()
	}
}

func TestFilesAreBounded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds the files of a child")
	}
	for _, most := range []uint64{1, 1 << 20} {
		file := filepath.Join(t.TempDir(), "file")
		p := start(t, child.Command{Args: []string{"sh", "-c", `read x; exec head -c 10000000 /dev/zero >"$1"`, "sh", file}, MaxFile: most})
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
	if exit.CPU <= 0 || exit.CPU > exit.Wall || exit.Peak < 100<<10 || exit.Peak > 32<<20 {
		t.Errorf("got %+v, want the usage of a shell", exit)
	}
	_ = ballast[0]
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
