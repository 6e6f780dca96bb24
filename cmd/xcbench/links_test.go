package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notSlug = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// slug returns the anchor that GitHub gives to a heading.
func slug(heading string) string {
	return strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

func TestLinksOfThePagesResolve(t *testing.T) {
	for path, text := range pages(t) {
		text = consoleBlock.ReplaceAllString(text, "")
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			target := found[1] + found[2]
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s: no such file", filepath.Base(path), target)
				continue
			}
			if anchor == "" {
				continue
			}
			linked, err := os.ReadFile(to)
			if err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(path), target, err)
				continue
			}
			headings := heading.FindAllSubmatch(linked, -1)
			if !slices.ContainsFunc(headings, func(h [][]byte) bool { return slug(string(h[1])) == anchor }) {
				t.Errorf("%s: %s: no such heading", filepath.Base(path), target)
			}
		}
	}
}

func TestIndexOfDocsHasEveryPage(t *testing.T) {
	index := textOf(t, "docs/README.md")
	for path := range pages(t) {
		name := filepath.Base(path)
		if name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/%s: not in the index, expected a link in docs/README.md", name)
		}
	}
}
