// Package atomicfile writes files completely or not at all: a reader, a full disk or a
// kill never meets half of one. It imports nothing of ours. Start at [WriteFile].
package atomicfile
