package results

import (
	"slices"
	"strings"
	"testing"
)

func TestRunHasTheHeadOfItsRows(t *testing.T) {
	dir := t.TempDir()
	config := [][2]string{{"cpu", "a processor"}, {"command", "xcbench run --timeout 7s"}}
	d, err := create(dir, config)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Row(solved("1", "a", 1)); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	runs, err := ReadRuns([]string{dir}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := runs[0]; !slices.Equal(got.Config, config) || got.Dir != dir || got.Limit != 7 {
		t.Errorf("got the head %v, directory %q and limit %v, want %v, %q and 7", got.Config, got.Dir, got.Limit, config, dir)
	}
	text := "cpu: x\nBenchmarkSolve/family=f/inst=1/solver=a-1 1 1 sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	if runs, err = ReadRuns([]string{"-"}, strings.NewReader(text), ""); err != nil || runs[0].Dir != "" {
		t.Errorf("standard input: got the directory %q and error %v, want none", runs[0].Dir, err)
	}
}
