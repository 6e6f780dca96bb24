package environment

import (
	"runtime/debug"
	"testing"
)

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
