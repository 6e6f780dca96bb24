package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLinksThatLeadToNoFileArePassedOverWithAWarning(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, "deep"), 0o777))
	check(t, os.WriteFile(filepath.Join(dir, "z.dlx"), []byte("a\na\n"), 0o666))
	for link, to := range map[string]string{"one": "other", "other": "one", "self": "self", "deep/up": "..",
		"same": ".", "y.dlx": "z.dlx"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err) // this system has no links
		}
	}
	var warnings, ids []string
	for in, err := range NameFiles(dir).Open(dir, func(text string) { warnings = append(warnings, text) }) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, in.ID())
	}
	if want := []string{"file/y", "file/z"}; !slices.Equal(ids, want) {
		t.Errorf("got instances %v, want %v", ids, want)
	}
	if all := strings.Join(warnings, "\n"); len(warnings) != 5 {
		t.Errorf("got warnings %q, want one for each of 5 links", all)
	} else {
		for _, name := range []string{"one", "other", "self", "same", filepath.Join("deep", "up")} {
			if !strings.Contains(all, filepath.Join(dir, name)+":") {
				t.Errorf("got warnings %q, want one about %s", all, name)
			}
		}
	}
}

func TestLinkToNothingIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nothing", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	for in, err := range NameFiles(dir).Open(dir, func(text string) { t.Errorf("got warning %q, want none", text) }) {
		if err == nil || !strings.Contains(err.Error(), "nothing") && !strings.Contains(err.Error(), "link") {
			t.Errorf("got %v and %v, want an error about the link", in.ID(), err)
		}
		return
	}
	t.Error("got nothing, want an error")
}
