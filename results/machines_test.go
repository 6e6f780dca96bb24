package results

import (
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// A run that was continued on another machine is of two, as are two runs.
func TestMachinesAreThoseOfAllRows(t *testing.T) {
	text := func(hosts ...string) string {
		var all strings.Builder
		w, err := newWriter(&all, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range hosts {
			if err := w.Write(Row{Family: "f", Name: "1", Solver: "s", Status: cover.Solved, Runs: 1,
				Machine: &compare.Machine{Host: host, CPU: "x"}}); err != nil {
				t.Fatal(err)
			}
		}
		return all.String()
	}
	for _, c := range []struct {
		hosts []string
		want  string
	}{{[]string{"a", "a"}, ""}, {[]string{"a", "b", "a"}, "a, x|b, x"}, {[]string{"a; b"}, "a; b, x"}} {
		rows, err := Read(strings.NewReader(text(c.hosts...)), "rows")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Machines([]Run{{Rows: RowsOf(rows)}}), "|"); got != c.want {
			t.Errorf("%v: got %q, want %q", c.hosts, got, c.want)
		}
	}
	if got := text("a", "a", "b"); strings.Count(got, "host: ") != 2 {
		t.Errorf("got %s, want the host where it changes", got)
	}
}
