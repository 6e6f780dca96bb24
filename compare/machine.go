package compare

import (
	"slices"
	"strings"

	"xcbench/results"
)

// machineKeysBut returns the keys that tell machines apart in a comparison: all that no option names.
// A comparison by host compares the times of hosts on purpose.
func machineKeysBut(options ...string) (keys []string) {
	for _, key := range results.MachineKeys {
		if !namesAny(strings.Join(options, ","), key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// namesAny reports whether an option names one of some keys.
func namesAny(option string, keys ...string) bool {
	named := strings.FieldsFunc(option, func(r rune) bool { return strings.ContainsRune(" ,@()", r) })
	return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(named, key) })
}
