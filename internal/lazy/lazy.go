// Package lazy postpones work to its first use. A program pays for the patterns of all packages it
// imports when it starts, and most runs need none of them.
//
// It imports nothing of this module.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the pattern at its first call. The function panics if the
// pattern has a mistake.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
