package compare

import (
	"reflect"
	"strings"
	"testing"
)

// on returns rows of a host, or of a host that is not recorded.
func on(host, cpu string, rows ...string) string {
	if host != "" {
		host = "host: " + host + "\n"
	}
	return "goos: linux\ncpu: " + cpu + "\n" + host + strings.Join(rows, "")
}

// Times of two machines are not compared, and counters are. A run without a host may be of any.
func TestTimesAreComparedWithinAMachineOnly(t *testing.T) {
	const exact = "Unit nodes/op assume=exact\n"
	base := []string{exact, row("A", "sec/op", 1), row("A", "nodes/op", 5)}
	other := []string{row("A", "sec/op", 2), row("A", "nodes/op", 6)}
	for _, c := range []struct {
		name      string
		old, new  string
		opts      func(*Options)
		times     bool // are compared
		machines  []string
		foreign   bool
		countHead string
	}{
		{"the same", on("a", "x", base...), on("a", "x", other...), nil, true, nil, false, "x"},
		{"another host", on("a", "x", base...), on("b", "x", other...), nil, false, []string{"a, x", "b, x"}, true, "x"},
		{"no host", on("", "x", base...), on("b", "x", other...), nil, true, nil, false, "x"},
		{"another processor", on("a", "x", base...), on("a", "y", other...), nil, false, []string{"a, x", "a, y"}, false, ""},
		{"several together", on("a; b", "x", base...), on("a; b", "x", other...), nil, false, []string{"a; b, x"}, true, "x"},
		{"ignored", on("a", "x", base...), on("b", "x", other...), func(o *Options) { o.Ignore = "host" }, true, nil, false, "x"},
		{"columns", on("a", "x", base...), on("b", "x", other...), func(o *Options) { o.Col = "host" }, true, nil, false, "x"},
	} {
		opts := Defaults()
		if c.opts != nil {
			c.opts(&opts)
		}
		d, err := Collect(opts, files(t, c.old, c.new), nil)
		if err != nil {
			t.Fatal(err)
		}
		times, counts, foreign, warned := false, false, false, false
		for table := range d.Tables() {
			cell := table.Rows[0].Cells[len(table.Columns)-1]
			if table.Exact {
				counts = cell.Compared && cell.Differs && cell.Base == 5
				if head := valueOf(table.Config, "cpu"); head != c.countHead {
					t.Errorf("%s: got counters of processor %q, want %q", c.name, head, c.countHead)
				}
				continue
			}
			times, foreign = times || cell.Compared, foreign || cell.Foreign
			if cell.Foreign && table.Common > 0 {
				t.Errorf("%s: got a geometric mean over %d rows, want none over machines", c.name, table.Common)
			}
			for _, w := range table.Warnings {
				warned = warned || w.Text == severalMachinesText
			}
		}
		if times != c.times || !counts || foreign != c.foreign || warned != c.foreign {
			t.Errorf("%s: got times compared %v, counters %v, foreign %v, warned %v, want %v, true, %v, %v", c.name, times,
				counts, foreign, warned, c.times, c.foreign, c.foreign)
		}
		if !reflect.DeepEqual(d.Machines, c.machines) {
			t.Errorf("%s: got machines %q, want %q", c.name, d.Machines, c.machines)
		}
	}
}

func valueOf(config [][2]string, key string) string {
	for _, c := range config {
		if c[0] == key {
			return c[1]
		}
	}
	return ""
}

// The samples of a cell on several hosts are compared with nothing, not even with the same mixture.
func TestSamplesOfSeveralHostsInACellAreNotCompared(t *testing.T) {
	mixed := on("a", "x", row("A", "sec/op", 1)) + on("b", "x", row("A", "sec/op", 1))
	d, err := Collect(Defaults(), files(t, mixed, mixed), nil)
	if err != nil {
		t.Fatal(err)
	}
	for table := range d.Tables() {
		for k, cell := range table.Rows[0].Cells {
			if !cell.Foreign || cell.Compared || cell.N != 2 {
				t.Errorf("column %d: got %+v, want two samples that are not compared", k, cell)
			}
		}
	}
}

// Whoever asks for tables by processor gets counters by processor too.
func TestKeysOfTablesHoldForCountersToo(t *testing.T) {
	const exact = "Unit nodes/op assume=exact\n"
	opts := Defaults()
	opts.Table = "cpu"
	d, err := Collect(opts, files(t, on("a", "x", exact, row("A", "nodes/op", 5)), on("a", "y", row("A", "nodes/op", 5))), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range d.Tables() {
		n++
	}
	if n != 2 {
		t.Errorf("got %d tables, want one for each processor", n)
	}
}

func TestAMachineOfSeveralNamesAllOfThem(t *testing.T) {
	a, b := Machine{"a", "x", "linux", "amd64"}, Machine{"b", "x", "linux", "arm64"}
	got := Together([]Machine{a, b})
	if want := (Machine{"a; b", "x", "linux", "amd64; arm64"}); got != want || !got.Several() || got.Same(got) {
		t.Errorf("got %+v, want %+v, whose times are compared with none", got, want)
	}
	if one := Together([]Machine{a}); one != a || one.Several() {
		t.Errorf("one machine: got %+v, want it as it is", one)
	}
}
