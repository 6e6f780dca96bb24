package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
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

// MachineKeys are the configuration keys of a machine.
var MachineKeys = []string{"goos", "goarch", "cpu", "host"}

// MachineBy returns the machine of a result, as far as some keys tell.
func MachineBy(r *benchfmt.Result, keys []string) (m Machine) {
	for _, key := range keys {
		*m.field(key) = r.GetConfig(key)
	}
	return m
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
	for _, key := range MachineKeys {
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
	for _, key := range MachineKeys {
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
	m.Host, other.Host = cmp.Or(m.Host, other.Host), cmp.Or(other.Host, m.Host)
	return m == other && !m.Several()
}

// several made a result whose times cannot be compared.
var several = Machine{Host: HostsBetween}

// With returns the machine of two results. Either may be nil. It is several machines if their times cannot be compared.
func (m *Machine) With(other *Machine) *Machine {
	switch m = cmp.Or(m, other); {
	case other == nil:
		return m
	case !m.Same(*other):
		return &several
	case m.Host == "":
		return other
	}
	return m
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
