package report

import (
	"fmt"
	"strings"

	"xcbench/internal/english"
)

// SeveralMachines is the note that times are of several machines. It is "" for one machine or none.
func SeveralMachines(machines []string) string {
	if len(machines) < 2 {
		return ""
	}
	return fmt.Sprintf("Times are of %s; compare them within a machine only: %s.",
		english.Count(len(machines), "machine"), strings.Join(machines, "; "))
}
