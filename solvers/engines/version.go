package engines

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

	"xcbench/internal/child"
	"xcbench/solvers"
	"xcbench/solvers/external"
	"xcbench/solvers/external/xcb"
)

// Version returns the version of an engine, as its version command prints it, or as an engine of
// the protocol xcb says when it starts. It is empty if the engine has no version, and for a solver of
// this program.
func Version(ctx context.Context, v solvers.Variant) (string, error) {
	if v.Engine == nil {
		return "", nil
	}
	s := *v.Engine
	ctx, cancel := context.WithTimeout(ctx, xcb.DefaultStart)
	defer cancel()
	if s.Version == "" && Protocol(s) == "xcb" {
		return greeting(ctx, v)
	}
	words, err := external.Words(s.Version)
	if err != nil || len(words) == 0 {
		return "", err
	}
	p, err := child.Start(s.Child(words))
	if err != nil {
		return "", fmt.Errorf("engine %s: version: %w", s.Name, err)
	}
	defer p.Wait()
	defer p.Kill()
	defer context.AfterFunc(ctx, p.Kill)()
	p.Stdin.Close()
	line, _ := bufio.NewReader(io.LimitReader(p.Stdout, maxVersion)).ReadString('\n')
	if line = strings.TrimSpace(line); line == "" && ctx.Err() != nil {
		return "", fmt.Errorf("engine %s: version: no answer within %v", s.Name, xcb.DefaultStart)
	}
	return printable(line), nil
}

// printable replaces what a terminal might take as a command.
func printable(line string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case !unicode.IsPrint(c):
			return '?'
		}
		return c
	}, strings.ToValidUTF8(line, "?"))
}

// maxVersion bounds a version, in bytes.
const maxVersion = 200

// greeting asks an engine of the protocol xcb.
func greeting(ctx context.Context, v solvers.Variant) (string, error) {
	program := v.Solver.(*xcb.Engine)
	defer program.Close()
	g, err := program.Greeting(ctx)
	if err != nil {
		return "", fmt.Errorf("engine %s: %w", v.Name, err)
	}
	version := strings.TrimSpace(g["name"] + " " + g["version"])
	return printable(version[:min(len(version), maxVersion)]), nil
}
