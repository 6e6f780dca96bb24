package bench

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestARunRecordsWhereWhenAndWhatItMeasured has the rest. A key without a value is left out.
func TestTheEnvironmentNamesTheCommitAndTheKernel(t *testing.T) {
	read := func(path string) string {
		text, _ := os.ReadFile(path)
		return strings.TrimSpace(string(text))
	}
	for commit, dirty := range map[string]string{"0123abc": "true", "": ""} {
		got := map[string]string{}
		for _, e := range environment(" "+commit+"\n", dirty) {
			if _, twice := got[e[0]]; twice || e[1] == "" || e[1] != strings.TrimSpace(e[1]) {
				t.Errorf("got %q for the key %q, want one value without blanks around it", e[1], e[0])
			}
			got[e[0]] = e[1]
		}
		for key, want := range map[string]string{"commit": commit, "dirty": dirty, "kernel": read("/proc/sys/kernel/osrelease"),
			"governor": read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")} {
			if got[key] != want {
				t.Errorf("%s: got %q, want %q", key, got[key], want)
			}
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
