package report

import (
	"fmt"
	"strings"

	"xcbench/internal/english"
)

// mostNamed is how many machines a note names.
const mostNamed = 5

// SeveralMachines is the note that times are of several machines. Without machines it returns "".
func SeveralMachines(machines []string) string {
	if len(machines) == 0 {
		return ""
	}
	all := english.Count(len(machines), "machine")
	rest := ""
	if more := len(machines) - mostNamed; more > 0 {
		machines, rest = machines[:mostNamed], fmt.Sprintf("; and %d more", more)
	}
	return fmt.Sprintf("Times are of %s; they are compared within a machine only: %s%s.", all, strings.Join(machines, "; "), rest)
}
