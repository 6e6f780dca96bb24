package compare

import (
	"slices"
	"strings"

	"xcbench/results"
)

// machineKeysBut returns the keys that tell machines apart in a comparison: all that no option names.
// A comparison by host compares the times of hosts on purpose.
func machineKeysBut(options ...string) (keys []string) {
	var named []string
	for _, text := range options {
		named = append(named, strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,@()", r) })...)
	}
	for _, key := range results.MachineKeys {
		if !slices.Contains(named, key) {
			keys = append(keys, key)
		}
	}
	return keys
}
