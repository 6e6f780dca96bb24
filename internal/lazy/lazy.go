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
func Regexp(text string) func() *regexp.Regexp {
	return (&pattern{text: text}).compiled
}

// A pattern takes fewer allocations than [sync.OnceValue], and there are about a hundred.
type pattern struct {
	text   string
	once   sync.Once
	regexp *regexp.Regexp
}

func (p *pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.regexp = regexp.MustCompile(p.text) })
	return p.regexp
}
