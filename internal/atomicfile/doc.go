// Package atomicfile writes files completely or not at all. Neither a reader, nor a full disk, nor
// a kill ever leaves half a file. Start at [WriteFile].
package atomicfile
