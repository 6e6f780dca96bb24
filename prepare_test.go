package xcbench

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A solver does not check what its capabilities declare, so all callers have to use cover.Prepare.
// Only a solver that wraps another one calls the method, from its own Prepare.
func TestSearchesAreMadeByPrepareOfCover(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "cover/") {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Count(text, []byte(".Prepare(")) > bytes.Count(text, []byte("cover.Prepare(")) && !bytes.Contains(text, []byte(") Prepare(")) {
			t.Errorf("%s: Prepare is called directly; expected cover.Prepare, which checks the capabilities", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
