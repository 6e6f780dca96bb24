// Package hunt searches for sudokus that are hard for a solver: those for which
// it makes the most nodes or updates, or the most in comparison with another
// solver.
//
// A [Hunt] climbs from random puzzles, in several climbs side by side. Each keeps
// its best puzzles and goes on from the best one that it has not gone on from
// yet: it removes a clue, finds every digit that, put elsewhere, makes the
// solution unique again, and looks how hard the new puzzles are (move.go). When it
// has gone on from all it keeps, it ends, and a new climb begins from other random
// puzzles. How high a climb comes is a matter of luck; the result is the best of all.
//
// How hard a puzzle is, is the geometric mean over random symmetric copies of it
// (score.go): with one ordering of rows, columns and digits alone the figure is
// easily 5 times off, and a climb would only learn the ties of that ordering.
//
// Everything random follows from the seed, the number of the step and the place
// of the climb, and what a step does depends on the puzzles kept and nothing else.
// So a hunt gives the same on every machine, with any number of workers, and
// after any interruption (file.go).
//
// The package imports cover, sudoku, solvers and whole, and nothing else of this
// module. Start reading at hunt.go.
package hunt
