package solvers

import (
	"fmt"
	"slices"
	"sync/atomic"
)

var engines atomic.Pointer[[]Variant]

// SetEngines makes engines known by their names, in place of those before. An engine is a variant
// whose searches another program makes. No list of this package but [Engines] has it. The error names
// an engine whose name another solver has.
func SetEngines(all []Variant) error {
	engines.Store(nil)
	for k, v := range all {
		if _, taken := Find(v.Name); taken || slices.Contains(reserved, v.Name) {
			return fmt.Errorf("engine %s: a solver of xcbench has this name, expected another one", v.Name)
		}
		if slices.ContainsFunc(all[:k], func(o Variant) bool { return o.Name == v.Name }) {
			return fmt.Errorf("engine %s: another engine has this name, expected different names", v.Name)
		}
	}
	engines.Store(&all)
	return nil
}

// reserved are names that mean several solvers on the command line.
var reserved = []string{"all"}

// Engines returns the engines.
func Engines() []Variant {
	if all := engines.Load(); all != nil {
		return slices.Clone(*all)
	}
	return nil
}
