// Package hunt searches for sudokus that are hard for a solver. The hardest puzzles make it search
// the most nodes or updates, or the most in comparison with another solver.
//
// A [Hunt] climbs from random puzzles, in several climbs side by side. Each climb keeps its best
// puzzles and expands the best one that it has not expanded yet (move.go). To expand a puzzle, it
// removes a clue and finds every digit in another cell that makes the solution unique again. Then
// it scores the new puzzles. A climb ends when it has expanded all puzzles that it keeps, and a new
// climb begins from other random puzzles. How high a climb gets is a matter of chance. The result
// is the best of all climbs.
//
// The score of a puzzle is the geometric mean of the work on random symmetric copies of it
// (options.go). With a single ordering of rows, columns and digits the figure is easily 5 times
// off, and a climb would only learn the ties of that ordering.
//
// Everything random follows from the seed, the number of the step, and the position of the climb. A
// step depends on the puzzles kept, and on nothing else. So a hunt gives the same result on every
// machine, with any number of workers, and after any interruption (file.go).
//
// The hunt needs solvers, which package corpus must not import. Start reading at hunt.go.
package hunt
