package results

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestInputsHaveTheirLabels(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b", "x=a", "run/results.txt"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(row("A", "sec/op", 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("empty", 0o777); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join("run", "results.txt")
	for _, c := range []struct {
		args []string
		want []Input
	}{
		{[]string{"a", "b"}, []Input{{"a", "a", false}, {"b", "b", false}}},
		{[]string{"old=a", "new=b"}, []Input{{"old", "a", false}, {"new", "b", false}}},
		{[]string{"x=a"}, []Input{{"x=a", "x=a", false}}}, // there is such a file
		{[]string{"a", "b", "a", "a"}, []Input{{"a#0", "a", false}, {"b", "b", false}, {"a#1", "a", false}, {"a#2", "a", false}}},
		{[]string{"y=a", "y=a"}, []Input{{"y", "a", false}, {"y", "a", false}}},
		{[]string{"-", "run", "r=run"}, []Input{{"-", "-", false}, {"run", run, true}, {"r", run, true}}},
	} {
		got, err := Inputs(c.args)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %+v, %v, want %+v", c.args, got, err, c.want)
		}
		for k, in := range got {
			if in.Path() != c.want[k].path || in.IsRun() != c.want[k].run {
				t.Errorf("%q: got path %s, run %v, want those of %+v", c.args, in.Path(), in.IsRun(), c.want[k])
			}
		}
	}
	for arg, want := range map[string]string{
		"missing": "missing: no such file or run directory",
		"l=gone":  "gone: no such file or run directory",
		"empty":   "empty: not a run directory (no results.txt); 'xcbench run --dir DIR' makes one",
	} {
		if _, err := Inputs([]string{arg}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", arg, err, want)
		}
	}
}
