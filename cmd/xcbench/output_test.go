package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

// full is an output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// commands returns an invocation of each subcommand that prints results.
func commands(t *testing.T) [][]string {
	dir := t.TempDir()
	recorded, baseline := filepath.Join(dir, "recorded"), filepath.Join(dir, "baseline")
	for _, args := range [][]string{{"run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0",
		"--dir", recorded}, {"gate", "--update", "--baseline", baseline, recorded}} {
		succeeds(t, args...)
	}
	return [][]string{
		{"cmp", recorded}, {"cmp", recorded, "--format", "csv"}, {"cmp", recorded, "--format", "json"},
		{"cmp", recorded, "--format", "html"},
		{"gate", recorded, "--baseline", baseline}, {"gate", recorded, "--baseline", baseline, "--format", "json"},
		{"rank", recorded},
		{"list"}, {"list", "--format", "md"}, {"list", "--format", "csv"}, {"list", "--format", "json"},
		{"solve", "queens/6"}, {"solve", "--all", "queens/6"}, {"solve", "--count", "sudoku/wikipedia"},
		{"solve", "--format", "json", "queens/6"}, {"solve", "--draw", "queens/6"},
		{"verify", "queens/6", "--solver", "bitset"}, {"verify", "queens/6", "--solver", "bitset", "--format", "csv"},
		{"run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0", "--dir", filepath.Join(dir, "r")},
		{"corpus", "convert", "queens/6"}, {"corpus", "fetch"}, {"corpus", "generate"},
		{"corpus", "generate", "queens", "n=6"},
		{"list", "instances"}, {"list", "instances", "--format", "lines"}, {"corpus", "show", "queens/6"},
		{"corpus", "check", "queens/6"},
		{"--help"}, {"run", "--help"}, {"completion", "bash"},
	}
}

func TestUnwrittenResultsAreAFailure(t *testing.T) {
	for _, args := range commands(t) {
		var stderr strings.Builder
		status := xcbench(context.Background(), args, strings.NewReader(""), full{}, &stderr)
		if status != cli.ExitFailed || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%q: got status %d, %q, want %d and the reason", args, status, stderr.String(), cli.ExitFailed)
		}
	}
}

func TestInterruptedSearchesAreAFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range commands(t) {
		if !slices.Contains([]string{"solve", "verify", "run"}, args[0]) || args[1] == "--help" { // these do not search
			continue
		}
		var stderr strings.Builder
		status := xcbench(ctx, args, strings.NewReader(""), io.Discard, &stderr)
		if lines := strings.Count(stderr.String(), "\n"); status != cli.ExitFailed || lines != 1 {
			t.Errorf("%q: got status %d, %q, want %d and one line", args, status, stderr.String(), cli.ExitFailed)
		}
	}
}
