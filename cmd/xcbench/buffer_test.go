package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/internal/cli"
)

const (
	someSudoku   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	someSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
)

// Otherwise a program that waits for an answer before it sends the next puzzle would wait for ever.
func TestAnAnswerIsWrittenBeforeTheNextPuzzleIsRead(t *testing.T) {
	puzzles, ask := io.Pipe()
	answers, answer := io.Pipe()
	status := make(chan int)
	go func() {
		status <- xcbench(context.Background(), []string{"solve", "--from", "sudoku"}, puzzles, answer, io.Discard)
	}()
	lines := bufio.NewReader(answers)
	for range 3 {
		if _, err := io.WriteString(ask, someSudoku); err != nil {
			t.Fatal(err)
		}
		if got, err := lines.ReadString('\n'); got != someSolution {
			t.Fatalf("got %q, %v, want %q", got, err, someSolution)
		}
	}
	ask.Close()
	if got := <-status; got != cli.ExitOK {
		t.Errorf("got exit status %d, want %d", got, cli.ExitOK)
	}
}

// The second search would take hours.
func TestAnAnswerIsWrittenDuringTheNextSearch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sudoku.txt")
	must(os.WriteFile(path, []byte(someSudoku), 0o666))
	ctx, cancel := context.WithCancel(context.Background())
	answers, answer := io.Pipe()
	status := make(chan int)
	go func() {
		status <- xcbench(ctx, []string{"solve", "--count", "--solver", "naive", path, "queens/20"}, strings.NewReader(""),
			answer, io.Discard)
	}()
	want := "1 " + someSolution
	if got, err := bufio.NewReader(answers).ReadString('\n'); got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	cancel()
	if got := <-status; got != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d", got, cli.ExitFailed)
	}
}

// The problems of a stream share memory, and a parallel search compares their addresses.
func TestAStreamHasTheSameAnswersByEverySolver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sudokus.txt")
	var text strings.Builder
	for _, in := range corpus.All() {
		if in.Family == "sudoku" {
			puzzle, err := in.Puzzle()
			must(err)
			grid, _ := puzzle.Sudoku()
			text.WriteString(grid.String() + "\n")
		}
	}
	must(os.WriteFile(path, []byte(text.String()), 0o666))
	var want string
	for _, name := range []string{"dlx_index", "dlx_index_parallel", "lanes", "lanes_parallel", "cells", "bitset_parallel",
		"auto", "auto_parallel"} {
		var out strings.Builder
		args := []string{"solve", "--count", "--limit", "2", "--solver", name, path}
		if status := xcbench(t.Context(), args, nil, &out, io.Discard); status != cli.ExitWrong { // one has no solution
			t.Errorf("%s: got exit status %d, want %d", name, status, cli.ExitWrong)
		}
		if want == "" {
			want = out.String()
		}
		if out.String() != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, out.String(), want)
		}
	}
}

// Puzzles, problems and the text of answers are in memory that the next ones use.
func TestAStreamOfSudokusTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n, bound = 20_000, 250 // bytes for each puzzle, 1.5 times the figure of Go 1.26, a start included
	line := strings.Repeat("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n", n)
	path := filepath.Join(t.TempDir(), "sudokus.txt")
	must(os.WriteFile(path, []byte(line), 0o666))
	for _, args := range [][]string{{"solve", "--count", path}, {"solve", path}} {
		got := allocatedBy(t, args...) / n
		if t.Logf("%v: %d bytes for each puzzle", args, got); got > bound {
			t.Errorf("want at most %d", bound)
		}
	}
}

// Warnings go to another output, so answers must not wait in the buffer.
func TestWarningsAndAnswersKeepTheirOrder(t *testing.T) {
	const puzzles = "a b\na\nb\n"
	dir := t.TempDir()
	var args []string
	for k, text := range []string{puzzles, "a | x\nx\na\n", puzzles} {
		args = append(args, filepath.Join(dir, fmt.Sprint(k, ".dlx")))
		must(os.WriteFile(args[k], []byte(text), 0o666))
	}
	var both strings.Builder
	status := xcbench(context.Background(), append([]string{"solve"}, args...), strings.NewReader(""), &both, &both)
	want := "a\nb\nwarning: " + args[1] + ":2:1: option 1 has no primary item and is dropped\n\na\n\na\nb\n"
	if got := both.String(); status != cli.ExitOK || got != want {
		t.Errorf("got exit status %d and %q, want %d and %q", status, got, cli.ExitOK, want)
	}
}

// allocatedBy returns the bytes of memory that a command allocates, in all.
func allocatedBy(t *testing.T, args ...string) int {
	t.Helper()
	var said bytes.Buffer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if status := xcbench(context.Background(), args, nil, io.Discard, &said); status != cli.ExitOK {
		t.Errorf("%v: got status %d, %s", args, status, said.String())
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
