package solvers

import (
	"fmt"
	"slices"
)

// A Set is the solvers that a command knows: those of this program, and engines. Another program
// makes the searches of an engine. The zero Set has no engines.
type Set struct{ engines []Variant }

// reserved are names that mean several solvers on the command line.
var reserved = []string{"all", "engines"}

// NewSet returns the set with some engines. The error names an engine whose name another solver has.
func NewSet(engines []Variant) (Set, error) {
	for k, v := range engines {
		if _, taken := Find(v.Name); taken || slices.Contains(reserved, v.Name) {
			return Set{}, fmt.Errorf("engine %s: a solver of xcbench has this name, expected another one", v.Name)
		}
		if slices.ContainsFunc(engines[:k], func(o Variant) bool { return o.Name == v.Name }) {
			return Set{}, fmt.Errorf("engine %s: another engine has this name, expected different names", v.Name)
		}
	}
	return Set{engines}, nil
}

// Engines returns the engines.
func (s Set) Engines() []Variant { return slices.Clone(s.engines) }

// Listed returns the variants of [BuiltIn] and the engines.
func (s Set) Listed() []Variant { return append(BuiltIn(), s.engines...) }

// Find returns the engine with the given name, or the variant that the function [Find] returns.
func (s Set) Find(name string) (Variant, bool) {
	for _, v := range s.engines {
		if v.Name == name {
			return v, true
		}
	}
	return Find(name)
}
