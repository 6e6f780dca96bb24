// Package fetch downloads published sets of sudokus into a folder of the user's.
// It imports nothing else of ours, and nothing of the sets is part of this
// repository.
//
// A file appears under its own name only when it is whole and, where a checksum is
// known, right. Until then it is NAME.part, with a note beside it (part.go) that
// lets a later call go on where this one stopped. Servers are not believed: not in
// the length they announce, nor in the range they say they send, nor in the bytes.
//
// Start reading at Get; sets.tsv is the table of sets.
package fetch
