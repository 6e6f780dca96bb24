package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// Machine is where a result was measured. Counters are the same on every machine, but times can be
// compared within one machine only.
type Machine struct {
	Host     string // "" if it is not recorded
	CPU      string // the model
	OS, Arch string // as Go names them
}

// HostsBetween stands between the names of hosts that made one result together.
const HostsBetween = "; "

// machineKeys are the configuration keys of a machine.
var machineKeys = []string{"goos", "goarch", "cpu", "host"}

// MachineOf returns the machine of a result.
func MachineOf(r *benchfmt.Result) Machine { return machineBy(r, machineKeys) }

// machineBy returns the machine of a result, as far as some keys tell.
func machineBy(r *benchfmt.Result, keys []string) (m Machine) {
	for _, key := range keys {
		*m.field(key) = r.GetConfig(key)
	}
	return m
}

// Measured reports whether this is the machine of a result. It allocates nothing.
func (m Machine) Measured(r *benchfmt.Result) bool {
	for _, key := range machineKeys {
		var value []byte
		if k, ok := r.ConfigIndex(key); ok {
			value = r.Config[k].Value
		}
		if string(value) != *m.field(key) {
			return false
		}
	}
	return true
}

// field returns the field of a configuration key.
func (m *Machine) field(key string) *string {
	switch key {
	case "goos":
		return &m.OS
	case "goarch":
		return &m.Arch
	case "cpu":
		return &m.CPU
	}
	return &m.Host
}

// Lines returns the configuration lines of the machine. They override all those of another machine.
func (m Machine) Lines() string {
	var text strings.Builder
	for _, key := range machineKeys {
		fmt.Fprintf(&text, "%s: %s\n", key, *m.field(key))
	}
	return text.String()
}

// Together returns the machine of a result that some machines made together.
func Together(all []Machine) Machine {
	if len(all) == 1 {
		return all[0]
	}
	var one Machine
	for _, key := range machineKeys {
		var values []string
		for _, m := range all {
			if v := *m.field(key); key == "host" || !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		*one.field(key) = strings.Join(values, HostsBetween)
	}
	return one
}

// Several reports whether several machines made the result together, as the parts of one search.
func (m Machine) Several() bool { return strings.Contains(m.Host, HostsBetween) }

// Same reports whether times of two machines can be compared. A result without a host can be of any
// host with the same processor.
func (m Machine) Same(other Machine) bool {
	host := m.Host == other.Host || m.Host == "" || other.Host == ""
	m.Host = other.Host
	return host && m == other && !m.Several()
}

func (m Machine) String() string {
	var parts []string
	for _, part := range []string{m.Host, cmp.Or(m.CPU, strings.Trim(m.OS+"/"+m.Arch, "/"))} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "unknown")
}

// DistinctMachines returns the names of machines whose times cannot all be compared. It returns nil
// if they can.
func DistinctMachines(all []Machine) (names []string) {
	var kept []Machine
	for _, m := range all {
		if !slices.ContainsFunc(kept, m.Same) && !slices.Contains(kept, m) {
			kept, names = append(kept, m), append(names, m.String())
		}
	}
	if len(kept) == 1 && !kept[0].Several() {
		return nil
	}
	return names
}

// machineKeysBut returns the keys that tell machines apart in a comparison: all that no option names.
// A comparison by host compares the times of hosts on purpose.
func machineKeysBut(options ...string) (keys []string) {
	var named []string
	for _, text := range options {
		named = append(named, strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,@()", r) })...)
	}
	for _, key := range machineKeys {
		if !slices.Contains(named, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// machines numbers machines in order of appearance.
type machines struct {
	all  []Machine
	last int // most results are of the same machine as the one before
}

// severalMachines is the number of a group with samples of several machines.
const severalMachines = math.MaxUint16

// number returns the number of a machine.
func (ms *machines) number(m Machine) uint16 {
	if len(ms.all) == 0 || ms.all[ms.last] != m {
		if ms.last = slices.Index(ms.all, m); ms.last < 0 {
			ms.last = len(ms.all)
			ms.all = append(ms.all, m)
		}
	}
	return uint16(min(ms.last, severalMachines))
}

// comparable reports whether the times of two groups can be compared.
func (ms *machines) comparable(g, h *group) bool {
	return g.machine != severalMachines && h.machine != severalMachines &&
		ms.all[g.machine].Same(ms.all[h.machine])
}

// shared returns the configuration that the keys of some tables have in common.
func shared(tables []benchproc.Key) (all [][2]string) {
	for _, one := range config(tables[0]) {
		differs := func(k benchproc.Key) bool { return !slices.Contains(config(k), one) }
		if !slices.ContainsFunc(tables, differs) {
			all = append(all, one)
		}
	}
	return all
}

// severalMachinesText is the warning about a cell of another machine than the base of its row.
const severalMachinesText = "measured on another machine than the base, or on several; times are compared within a machine only"
