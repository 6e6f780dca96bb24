package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A link to nothing is an error.
func TestLinksThatLeadToNoFileArePassedOverWithAWarning(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, "deep"), 0o777))
	check(t, os.WriteFile(filepath.Join(dir, "z.dlx"), []byte("a\na\n"), 0o666))
	for link, to := range map[string]string{"one": "other", "other": "one", "self": "self", "deep/up": "..",
		"same": ".", "y.dlx": "z.dlx", "dead": "nothing"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err) // this system has no links
		}
	}
	var warnings, ids, faults []string
	for in, err := range NameFiles(dir).Open(dir, func(text string) { warnings = append(warnings, text) }) {
		if err != nil {
			faults = append(faults, err.Error())
		} else {
			ids = append(ids, in.ID())
		}
	}
	if want := []string{"file/y", "file/z"}; !slices.Equal(ids, want) || len(faults) != 1 || !strings.Contains(faults[0], "dead") {
		t.Errorf("got instances %v, faults %q, want %v and one about the link to nothing", ids, faults, want)
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
