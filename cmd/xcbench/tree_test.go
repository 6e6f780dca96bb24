package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/cli"
	"xcbench/results/tree"
	"xcbench/solvers"
)

func TestRecordedLevelsAreTheLevelProfile(t *testing.T) {
	for _, ways := range [][]string{{"--count"}, {"--all"}, {"--limit", "3"}, {"--nodes", "200"},
		{"--count", "--nodes", "1"}, nil} {
		trees := map[cover.Rule]string{}
		for _, v := range solvers.All() {
			path := filepath.Join(t.TempDir(), "q.tree")
			var stdout, stderr bytes.Buffer
			args := append([]string{"solve", "--format", "json", "--solver", v.Name, "--tree", path, "queens/8"}, ways...)
			if status := xcbench(context.Background(), args, nil, &stdout, &stderr); status != cli.ExitOK &&
				!slices.Contains(ways, "--nodes") {
				t.Fatalf("%q: got status %d: %s", args, status, stderr.String())
			}
			var answer struct {
				Status           cover.Status
				Nodes, Solutions int64
				Levels           []cover.Level
			}
			if err := json.Unmarshal(stdout.Bytes(), &answer); err != nil {
				t.Fatal(err)
			}
			if answer.Status == found { // which a file says of no search
				answer.Status = cover.Limit
			}
			file := read(t, path)
			s, err := tree.ReadSketch(path, strings.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if s.Status != answer.Status || s.Nodes != answer.Nodes || s.Solutions != answer.Solutions {
				t.Errorf("%q: got a tree of %+v, want %+v", args, s.Record, answer)
			}
			if !slices.EqualFunc(s.Rows, answer.Levels, func(r tree.Row, l cover.Level) bool { return int64(len(r.Blocks)) == l.Nodes }) {
				t.Errorf("%q: got levels %+v, want nodes as in %+v", args, s.Rows, answer.Levels)
			}
			text := strings.Replace(unpack(t, file), `"solver":"`+v.Name+`"`, "", 1)
			if same, ok := trees[v.Rule]; ok && same != text {
				t.Errorf("%q: got a tree that differs from another solver's with rule %s", args, v.Rule)
			}
			trees[v.Rule] = text
		}
		if same := trees[cover.MRV] == trees[cover.First]; same || len(trees) != 5 {
			t.Errorf("%q: got %d rules, the trees of mrv and first the same: %v, want 5 and false", ways, len(trees), same)
		}
	}
}

func unpack(t *testing.T, file string) string {
	t.Helper()
	zip, err := gzip.NewReader(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
