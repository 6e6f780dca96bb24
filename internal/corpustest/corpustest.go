// Package corpustest gives tests the problems of the corpus by id. Only tests import it.
package corpustest

import (
	"xcbench/corpus"
	"xcbench/cover"
)

// Problem returns the problem of an instance, catalogued or not. It panics if there is no such
// instance, so that tables of test cases can call it.
func Problem(id string) *cover.Problem {
	in, err := corpus.Find(id)
	if err != nil {
		panic(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		panic(err)
	}
	return puzzle.Problem()
}
