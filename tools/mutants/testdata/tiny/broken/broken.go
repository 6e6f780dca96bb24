// Package broken has one test that passes, and one that fails as soon as there are mutants.
package broken

func yes() bool { return true }
