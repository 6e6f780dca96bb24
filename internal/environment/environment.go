// Package environment says where a measurement is made: the machine, its load, and the build of this
// program. Values that the system does not provide are "".
package environment

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"xcbench/internal/english"
)

// All returns what a measurement depends on besides the solver, as keys and values in a fixed order.
// Values that the system does not provide are left out.
func All() [][2]string {
	all := [][2]string{{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH}, {"go", runtime.Version()}}
	add := func(key, value string) {
		if value = strings.TrimSpace(value); value != "" {
			all = append(all, [2]string{key, value})
		}
	}
	commit, dirty := Commit()
	add("commit", commit)
	add("dirty", dirty)
	add("cpu", Processor())
	add("host", Host())
	add("cores", strconv.Itoa(runtime.NumCPU()))
	add("kernel", content("/proc/sys/kernel/osrelease"))
	add("governor", content("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
	return all
}

// Commit returns the commit that the program was built from, and whether the source had uncommitted
// changes ("true" or "false"). Both are empty if the build does not record them.
func Commit() (commit, dirty string) {
	if info, ok := debug.ReadBuildInfo(); ok {
		return commitOf(info)
	}
	return "", ""
}

func commitOf(info *debug.BuildInfo) (commit, dirty string) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value
		}
	}
	return commit, dirty
}

// Host returns the name of this machine, or "". XCBENCH_HOST overrides the name that the system gives:
// a container has a host name of its own.
func Host() string {
	if name := strings.TrimSpace(os.Getenv("XCBENCH_HOST")); name != "" {
		return name
	}
	name, _ := os.Hostname()
	return name
}

// Processor returns the name of the processor, or "" on systems other than Linux.
func Processor() string { return cpuInfo("model name") }

// Features returns the processor's features, or "" on systems other than Linux.
func Features() string { return cpuInfo("flags") }

// Busy says how busy a machine is if processes other than those of the caller take half of its cores or
// more. Otherwise it returns "". The averages are those of [Load]; the caller has had this many processes
// running for a minute or more.
func Busy(averages string, cores, own int) string {
	minute, _, _ := strings.Cut(averages, " ")
	if x, err := strconv.ParseFloat(minute, 64); err != nil || x-float64(own) < float64(cores)/2 {
		return ""
	}
	return fmt.Sprintf("load %s on %s", minute, english.Count(cores, "core"))
}

// Load returns the load averages of 1, 5 and 15 minutes, or "" on systems other than Linux.
func Load() string {
	if fields := strings.Fields(content("/proc/loadavg")); len(fields) > 2 {
		return strings.Join(fields[:3], " ")
	}
	return ""
}

// cpuInfo returns a value that /proc/cpuinfo has for the first processor, or "".
func cpuInfo(wanted string) string {
	for line := range strings.Lines(content("/proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == wanted {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func content(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}
