// Package learn has a solver that learns from its dead ends. Where a search of options refutes the
// same thing again and again, it refutes it once.
//
// # The problem as clauses
//
// A literal says of option o that it is chosen, 2o, or that it is not, 2o+1; l^1 is the opposite of
// l. A clause is a list of literals. At least one of them is true. A problem has two kinds of
// clauses, and neither is stored as such:
//
//   - Each primary item is the clause of its options: at least one is chosen.
//   - Any two options that share an item are the clause of their opposites: at most one is chosen.
//     With the same colour for all items that they share, they are not.
//
// The solver guesses a literal, and draws its consequences: a clause whose other literals are all
// false makes its last one true. Each guess begins a level, and the trail lists the true literals in
// the order in which they were found:
//
//	trail    ¬5 │  2   ¬1 ¬7 ¬8   3 │  4   ¬6 ¬9 ...
//	why       ·    ·   2  2  2   b     ·   4  7
//	level     0    1   1  1  1   1     2   2  2
//
//	  ·  a guess, or a fact of level 0
//	  2  ¬1 is true because option 2 is chosen and shares an item with 1
//	  b  option 3 is chosen because it is the last one of item b
//	  7  ¬6 is true because the learned clause 7 has no other literal left
//
// An item needs 8 bytes to notice its last option: how many of its options are not false, and the
// exclusive or of their literals. If there is one, the exclusive or is its literal:
//
//		b   options 3 5 7 8     size 4    xor 3^5^7^8
//	    after ¬5, ¬7, ¬8    size 1    xor 3
//
// So neither kind of clause is scanned or watched. An option that becomes false takes itself out of
// its primary items, and undoing is the same operation. An option that becomes true walks the lists
// of its items, which have every option that is not false at level 0.
//
// # What it does at a dead end
//
// A conflict is a clause all of whose literals are false. It is resolved with the clauses that made
// its literals false, last one first, until one literal of the last level is left: the first unique
// implication point (Marques-Silva and Sakallah, "GRASP", 1996; Moskewicz et al., "Chaff", 2001).
// The result follows from the problem and is learned. The solver goes back to the level where all but
// one of its literals are false, and goes on from there. Only learned clauses are watched, at two of
// their literals.
//
//   - A literal goes if the clause that made it false adds no other to the learned one (Sörensson and
//     Biere, "Minimizing learned clauses", 2009). Going further back than one clause finds more, and
//     takes 1.1 times the time: the clause of an item is long.
//   - An option goes if it shares an item with another one whose opposite is in the clause.
//   - The next guess is an option of the item whose clause took part in the most conflicts lately, for
//     its size. Constraint solvers choose variables like that (Boussemart, Hemery, Lecoutre and Sais
//     2004). SAT solvers guess the most active option, which takes 4.5 times the time.
//   - Of its options, one that was chosen before comes first (Pipatsrisawat and Darwiche 2007), without
//     which it takes 1.2 times the time. Then activity decides.
//   - The search begins anew after 100 times 1, 1, 2, 1, 1, 2, 4, ... conflicts (Luby, Sinclair and
//     Zuckerman 1993) and keeps what it learned. That helps single instances, and none on average.
//   - Clauses over many levels are forgotten first (Audemard and Simon, "Glucose", 2009).
//
// The figures are geometric means of processor time over 63 searches: 12 quasigroups, proofs and
// packings, the items and options of each in three or six random orders. Differences below a factor of
// 1.2 may be chance, and the second point changes less than that there. But in golfers/4x4x6 it shortens
// clauses from 65 literals to 26 on average, and leaves 14,180 conflicts of 24,077. A search that
// guesses items and single options in turns is not faster.
//
// Knuth, TAOCP 7.2.2.2, Algorithm C, is the same method on formulas.
//
// # Proofs by counting
//
// Clauses take exponentially many steps for some arguments that count, such as the colours of a mutilated
// chessboard. A search for weights of the items, modulo 2 or 3, finds many of them: see weights.go. It is
// made at restarts, and takes about a hundredth of the time at most. Of the 184 problems of the corpus
// without solutions that have up to 600 items and 6,000 options, 69 have such weights. A search that shows
// its proof does without.
//
// # All solutions
//
// No clause excludes a solution that was found. Its guesses become flat levels: the last one is taken
// back, and its opposite is assumed one level below, as in a search without learning. The solver
// goes back over flat levels in no other way, neither at a conflict nor for a restart. So it finds
// each solution once, and its memory is bounded (Gebser, Kaufmann, Neumann and Schaub, "Conflict-driven
// answer set enumeration", 2007).
//
// # Counters
//
// A node is a guess, and an update is a literal whose consequences were drawn. There is no tree, and
// so there are no levels. The statistics of tables are the conflicts, the clauses learned, and the
// bytes of those kept at a time.
//
// Start reading at search.go; state.go has the data, propagate.go draws consequences, analyze.go
// learns, clauses.go keeps what was learned, choose.go guesses, and weights.go counts. proof.go shows what
// was learned.
package learn
