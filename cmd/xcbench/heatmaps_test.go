package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"xcbench/internal/cli"
)

// The pictures of docs/solutions.md are what the program draws; -update draws them again.
func TestHeatMapsOfTheDocumentsAreCurrent(t *testing.T) {
	pictures := map[string]string{"domino.svg": "domino/8x8", "queens.svg": "queens/8"}
	for name, id := range pictures {
		path, out := filepath.Join("../../docs/heatmaps", name), filepath.Join(t.TempDir(), name)
		if *update {
			out = path
		}
		var stderr bytes.Buffer
		if status := xcbench(context.Background(), []string{"solve", "--frequencies", "--heatmap", out, id}, nil, io.Discard,
			&stderr); status != cli.ExitOK {
			t.Fatalf("%s: got status %d, %s", id, status, &stderr)
		}
		if !bytes.Equal(drawing(t, out), drawing(t, path)) {
			t.Errorf("%s differs from what the program draws; 'go test ./cmd/... -run HeatMaps -update' draws it", path)
		}
	}
	files, err := os.ReadDir("../../docs/heatmaps")
	if err != nil || len(files) != len(pictures) {
		t.Errorf("got %d files in docs/heatmaps, %v, want %d", len(files), err, len(pictures))
	}
}
