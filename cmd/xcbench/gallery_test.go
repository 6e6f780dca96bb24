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

func TestTablesOfTheReadmeAreCurrent(t *testing.T) {
	t.Chdir("../..")
	var stderr strings.Builder
	if status := xcbench(context.Background(), []string{"report", "--splice", "--check", "README.md"}, nil, io.Discard, &stderr); status != exitOK {
		t.Errorf("got status %d, %s", status, stderr.String())
	}
}

// The gallery's pictures of committed results are what their commands draw; the others
// come from runs, and are only held to be there.
func TestPicturesOfTheGalleryAreWhatTheirCommandsDraw(t *testing.T) {
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
			t.Errorf("%s: got another drawing than the file; 'make plots' draws it anew", path)
		}
	}
	for _, img := range regexp.MustCompile(`<img src="(plots/[^"]*)"`).FindAllSubmatch(page, -1) {
		path := "docs/" + string(img[1])
		if _, err := os.Stat(path); err != nil || !drawn[path] {
			t.Errorf("%s: got no such file, or no command that draws it (%v)", path, err)
		}
	}
}

// shellWords splits a command line at its blanks; '...' is one word.
func shellWords(line string) (words []string) {
	for k, part := range strings.Split(line, "'") {
		if k%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// drawing is an SVG file without its metadata, which has the file's name.
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
