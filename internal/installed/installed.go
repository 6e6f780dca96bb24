// Package installed gives tests the programs of others that they need. What is installed on a machine
// decides no test: a program is used only if the environment names it, and then its absence fails.
package installed

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Variable is the environment variable that names the programs, with blanks between them.
const Variable = "XCBENCH_INSTALLED"

// Named reports whether [Variable] names a program.
func Named(program string) bool { return slices.Contains(strings.Fields(os.Getenv(Variable)), program) }

// Program returns the path of a program, the first of these aliases that is installed. It skips the test
// unless [Variable] names one of them, and fails it if there is none.
func Program(t *testing.T, aliases ...string) string {
	t.Helper()
	if !slices.ContainsFunc(aliases, Named) {
		t.Skipf("%s does not name %s", Variable, aliases[0])
	}
	for _, name := range aliases {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatalf("%s is not on the path, but %s names it", aliases[0], Variable)
	return ""
}
