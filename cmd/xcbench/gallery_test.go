package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

// The tables between markers in these files are what their commands print now.
func TestSplicedTablesAreCurrent(t *testing.T) {
	t.Chdir("../..")
	args := []string{"report", "--splice", "--check", "README.md", "docs/solvers.md"}
	if *update {
		args = slices.Delete(args, 2, 3)
	}
	var stderr strings.Builder
	if status := xcbench(context.Background(), args, nil, io.Discard, &stderr); status != cli.ExitOK {
		t.Errorf("got status %d, %s; 'go test ./cmd/... -run Spliced -update' writes them", status, stderr.String())
	}
}

// The commands of the pages are carried out in their order, as by 'make plots'.
func TestPicturesOfTheGalleryAreWhatTheirCommandsDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	drawn, dir := map[string]bool{}, t.TempDir()
	lines := regexp.MustCompile(`(?m)^xcbench .*(results/standard.txt|results/counting.txt|runs/gallery).*`).FindAllString(textOf(t, "docs/plots.md"), -1)
	school := regexp.MustCompile(`(?m)^xcbench plot .* -o docs/schools.svg \\\n.*`).FindString(textOf(t, "docs/other-schools.md"))
	t.Chdir("../..")
	for _, line := range append(lines, strings.ReplaceAll(school, "\\\n", "")) {
		words, path := shellWords(line), ""
		for k := range words {
			words[k] = strings.ReplaceAll(words[k], "runs/gallery", dir)
		}
		if out := slices.Index(words, "-o") + 1; out > 0 && words[1] == "plot" {
			path, words[out] = words[out], filepath.Join(dir, "again.svg")
			drawn[path] = true
		}
		var stderr strings.Builder
		if status := xcbench(t.Context(), words[1:], nil, io.Discard, &stderr); status != cli.ExitOK {
			t.Errorf("%s: got status %d, %s", line, status, stderr.String())
			continue
		}
		if path != "" && !bytes.Equal(drawing(t, filepath.Join(dir, "again.svg")), drawing(t, path)) {
			t.Errorf("%s: the drawing differs from the file; 'make plots' draws it again", path)
		}
	}
	files, err := filepath.Glob("docs/plots/*")
	for _, path := range append(files, "docs/schools.svg") {
		if err != nil || !drawn[path] {
			t.Errorf("%s: want a command that draws it", path)
		}
	}
	if len(files)+1 != len(drawn) {
		t.Errorf("got %d drawings of %d files", len(drawn), len(files)+1)
	}
	for _, folder := range []string{"plots", "pictures"} {
		shown := regexp.MustCompile(`<img src="`+folder+`/[^"]*"`).FindAllString(read(t, "docs/gallery.md"), -1)
		if files, err := filepath.Glob("docs/" + folder + "/*.svg"); err != nil || len(slices.Compact(shown)) != len(files) {
			t.Errorf("got %d pictures of docs/%s in docs/gallery.md, %v, want all %d", len(shown), folder, err, len(files))
		}
	}
}

// drawing returns an SVG file without its metadata, which names the file.
func drawing(t *testing.T, path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, data, _ = bytes.Cut(data, []byte("</metadata>"))
	return data
}

func TestCommandsAreWrittenForAShell(t *testing.T) {
	cmd := plotCommand()
	for _, f := range [][2]string{{"filter", "/family:(a OR b)"}, {"out", "x.svg"}, {"out", "a b.png"}, {"solver", "bitset,naive"}, {"title", "Knuth's"}} {
		if err := cmd.Flags().Set(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	want := `plot '--filter=/family:(a OR b)' --out=x.svg '--out=a b.png' --solver=bitset,naive '--title=Knuth'\''s' times 'my run' $'a\x1b\'\u202e'`
	if got := cli.Command(cmd, []string{"times", "my run", "a\x1b'\u202e"}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
