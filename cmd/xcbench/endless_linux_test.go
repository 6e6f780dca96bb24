package main

import (
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"xcbench/internal/child"
)

func init() { scriptCommands["endless"] = endless }

// endless runs a command that reads a named pipe, to which a file is written again and again, behind another
// one: "endless manifest words pipe xcbench rank pipe". The command ends with status 2, one line and in little memory.
func endless(ts *testscript.TestScript, _ bool, args []string) {
	const most = 200 << 20 // bytes
	begin, text, pipe := ts.ReadFile(args[0]), ts.ReadFile(args[1]), ts.MkAbs(args[2])
	os.Remove(pipe)
	ts.Check(syscall.Mkfifo(pipe, 0o600))
	go func() {
		f, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		must(err)
		defer f.Close()
		io.WriteString(f, begin)
		for block := strings.Repeat(text, 1+1<<16/len(text)); err == nil; {
			_, err = io.WriteString(f, block)
		}
	}()
	p, err := child.Start(child.Command{Args: args[3:], Dir: ts.MkAbs(".")})
	ts.Check(err)
	p.Stdin.Close()
	out, _ := io.ReadAll(p.Stdout)
	exit, notes := p.Wait(), string(p.Stderr())
	if lines := strings.Count(strings.Split(notes, "Run 'xcbench")[0], "\n"); exit.Code != 2 || lines != 1 || len(out) > 0 {
		ts.Fatalf("got exit status %d, %d bytes printed and the message %q, want 2, none and one line", exit.Code, len(out), notes)
	}
	if exit.Peak > most {
		ts.Fatalf("got a peak of %d MiB of memory, want at most %d", exit.Peak>>20, most>>20)
	}
}
