// Package fetch downloads published sets of sudokus into a folder of the user. This repository has
// no data of the sets.
//
// A file gets its own name only when it is complete and, where a checksum is known, correct. Until
// then it is called NAME.part. A note beside it (part.go) lets a later call resume the download.
// Servers are not trusted: not the length they announce, not the range they claim to send, and not
// the bytes.
//
// Start reading at [Get]; sets.tsv is the table of sets.
package fetch
