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

// The commands of the page are carried out in their order, as by 'make plots'.
func TestPicturesOfTheGalleryAreWhatTheirCommandsDraw(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	page := textOf(t, "docs/plots.md")
	drawn, dir := map[string]bool{}, t.TempDir()
	commands := regexp.MustCompile(`(?m)^xcbench .*(results/standard.txt|results/counting.txt|runs/gallery).*`)
	for _, line := range commands.FindAllString(page, -1) {
		words, path := shellWords(line), ""
		for k := range words {
			words[k] = strings.ReplaceAll(words[k], "runs/gallery", dir)
		}
		if words[1] == "plot" {
			out := slices.Index(words, "-o") + 1
			if out == 0 || out == len(words) {
				t.Fatalf("%s: got no -o FILE", line)
			}
			path, words[out] = words[out], filepath.Join(dir, "again.svg")
			drawn[path] = true
		}
		var stderr strings.Builder
		cmd := itself(words[1:]...)
		cmd.Dir, cmd.Stderr = "../..", &stderr
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: got %v, %s", line, err, stderr.String())
			continue
		}
		if path != "" && !bytes.Equal(drawing(t, filepath.Join(dir, "again.svg")), drawing(t, filepath.Join("../..", path))) {
			t.Errorf("%s: the drawing differs from the file; 'make plots' draws it again", path)
		}
	}
	for _, img := range regexp.MustCompile(`<img src="(plots/[^"]*)"`).FindAllStringSubmatch(page, -1) {
		if path := "docs/" + img[1]; !drawn[path] {
			t.Errorf("%s: got no command that draws it, want one in docs/plots.md", path)
		}
	}
	gallery := textOf(t, "docs/gallery.md")
	for _, folder := range []string{"plots", "pictures"} {
		shown := regexp.MustCompile(`<img src="`+folder+`/[^"]*"`).FindAllString(gallery, -1)
		if files, err := filepath.Glob("../../docs/" + folder + "/*.svg"); err != nil || len(slices.Compact(shown)) != len(files) {
			t.Errorf("got %d pictures of docs/%s in docs/gallery.md, %v, want all %d", len(shown), folder, err, len(files))
		}
	}
	files, err := filepath.Glob("../../docs/plots/*")
	if err != nil || len(files) != len(drawn) {
		t.Errorf("got %d files in docs/plots, %v, want the %d that are drawn", len(files), err, len(drawn))
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
