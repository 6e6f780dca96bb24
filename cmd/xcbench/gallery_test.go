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
)

// The tables between markers in these files are what their commands print now.
func TestSplicedTablesAreCurrent(t *testing.T) {
	t.Chdir("../..")
	args := []string{"report", "--splice", "--check", "README.md", "docs/solvers.md"}
	if *update {
		args = slices.Delete(args, 2, 3)
	}
	var stderr strings.Builder
	if status := xcbench(context.Background(), args, nil, io.Discard, &stderr); status != exitOK {
		t.Errorf("got status %d, %s; 'go test ./cmd/... -run Spliced -update' writes them", status, stderr.String())
	}
}

// A picture of committed results is drawn again and compared. The other pictures come from runs:
// they have to exist, and the page has to name a command that draws them.
func TestPicturesOfTheGalleryAreWhatTheirCommandsDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	t.Chdir("../..")
	page, err := os.ReadFile("docs/plots.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^xcbench plot .*`).FindAllString(string(page), -1) {
		words := shellWords(line)
		out := slices.Index(words, "-o") + 1
		if out == 0 || out == len(words) {
			t.Fatalf("%s: got no -o FILE", line)
		}
		path := words[out]
		drawn["docs/"+strings.TrimPrefix(path, "docs/")] = true
		if !slices.Contains(words, "results/standard.txt") {
			continue
		}
		words[out] = filepath.Join(t.TempDir(), "again.svg")
		var stderr strings.Builder
		if status := xcbench(context.Background(), words[1:], nil, io.Discard, &stderr); status != exitOK {
			t.Errorf("%s: got status %d, %s", line, status, stderr.String())
			continue
		}
		if !bytes.Equal(drawing(t, words[out]), drawing(t, path)) {
			t.Errorf("%s: the drawing differs from the file; 'make plots' draws it again", path)
		}
	}
	for _, img := range regexp.MustCompile(`<img src="(plots/[^"]*)"`).FindAllSubmatch(page, -1) {
		path := "docs/" + string(img[1])
		if _, err := os.Stat(path); err != nil || !drawn[path] {
			t.Errorf("%s: found no such file, or no command that draws it (%v)", path, err)
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
	want := `plot '--filter=/family:(a OR b)' --out=x.svg '--out=a b.png' --solver=bitset,naive '--title=Knuth'\''s' times 'my run'`
	if got := command(cmd, []string{"times", "my run"}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
