package solvers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// direct is a call of the method Prepare.
var direct = regexp.MustCompile(`\w+\.Prepare\(`)

// A solver does not check what its capabilities declare, so all callers have to use cover.Prepare.
// Only a solver that wraps another one calls the method, from its own Prepare.
func TestSearchesAreMadeByPrepareOfCover(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "../cover/") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), ") Prepare(") {
			return err
		}
		for _, call := range direct.FindAllString(string(text), -1) {
			if call != "cover.Prepare(" {
				t.Errorf("%s: %s...) is called directly; expected cover.Prepare, which checks the capabilities", path, call)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
