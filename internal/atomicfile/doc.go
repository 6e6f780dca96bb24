// Package atomicfile writes files completely or not at all. Neither a reader, nor a full disk, nor
// a kill ever leaves half a file. It imports nothing else of this module. Start at [WriteFile].
package atomicfile
