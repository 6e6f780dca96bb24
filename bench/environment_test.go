package bench

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// asMap returns keys and values as a map, and fails if a key occurs twice or has no value.
func asMap(t *testing.T, all [][2]string) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, e := range all {
		if _, twice := m[e[0]]; twice || e[1] == "" || e[1] != strings.TrimSpace(e[1]) {
			t.Errorf("got %q for the key %q, want one value without blanks around it", e[1], e[0])
		}
		m[e[0]] = e[1]
	}
	return m
}

func TestTheEnvironmentNamesCommitSystemAndProcessor(t *testing.T) {
	got := asMap(t, environment(" 0123abc\n", "true"))
	read := func(path string) string {
		text, _ := os.ReadFile(path)
		return strings.TrimSpace(string(text))
	}
	for key, want := range map[string]string{
		"goos": runtime.GOOS, "goarch": runtime.GOARCH, "go": runtime.Version(),
		"commit": "0123abc", "dirty": "true", "cores": strconv.Itoa(runtime.NumCPU()), "cpu": Processor(),
		"host":   Host(),
		"kernel": read("/proc/sys/kernel/osrelease"), "governor": read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
	} {
		if got[key] != want {
			t.Errorf("%s: got %q, want %q", key, got[key], want)
		}
	}
	unknown := asMap(t, environment("", ""))
	for _, key := range []string{"commit", "dirty"} {
		if value, ok := unknown[key]; ok {
			t.Errorf("%s: got %q, want no such key for a build without a commit", key, value)
		}
	}
}

func TestABuildNamesItsCommit(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.modified", Value: "false"}}}
	if commit, dirty := commitOf(info); commit != "0123abc" || dirty != "false" {
		t.Errorf("got %q, dirty %q, want 0123abc, false", commit, dirty)
	}
	if commit, dirty := commitOf(&debug.BuildInfo{}); commit != "" || dirty != "" {
		t.Errorf("got %q, dirty %q of a build without a commit, want none", commit, dirty)
	}
}

func TestTheProcessorHasTheNameOfTheSystemsList(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || !strings.Contains(string(text), "model name") {
		t.Skip("the system has no list of processors by name")
	}
	if name := Processor(); name == "" || !strings.Contains(string(text), "model name\t: "+name+"\n") {
		t.Errorf("got the processor %q, want a model name of\n%s", name, text)
	}
	if got := cpuInfo("no such key"); got != "" {
		t.Errorf("got %q for a key that is not there", got)
	}
}
