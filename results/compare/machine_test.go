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
		foreign   int // cells that are compared with nothing
		countHead string
	}{
		{"the same", on("a", "x", base...), on("a", "x", other...), nil, true, nil, 0, "x"},
		{"another host", on("a", "x", base...), on("b", "x", other...), nil, false, []string{"a, x", "b, x"}, 1, "x"},
		{"no host", on("", "x", base...), on("b", "x", other...), nil, true, nil, 0, "x"},
		{"another processor", on("a", "x", base...), on("a", "y", other...), nil, false, []string{"a, x", "a, y"}, 0,
			""},
		{"several together", on("a; b", "x", base...), on("a; b", "x", other...), nil, false, []string{"a; b, x"}, 2,
			"x"},
		{"ignored", on("a", "x", base...), on("b", "x", other...), func(o *Options) { o.Ignore = "host" }, true, nil,
			0, "x"},
		{"columns", on("a", "x", base...), on("b", "x", other...), func(o *Options) { o.Col = "host" }, true, nil, 0,
			"x"},
	} {
		opts := Defaults()
		if c.opts != nil {
			c.opts(&opts)
		}
		d, err := Collect(opts, files(t, c.old, c.new), nil)
		if err != nil {
			t.Fatal(err)
		}
		times, counts, foreign, warned := false, false, 0, 0
		for table := range d.Tables() {
			cell := table.Rows[0].Cells[len(table.Columns)-1]
			if table.Exact {
				counts = cell.Compared && cell.Differs && cell.Base == 5
				if head := valueOf(table.Config, "cpu"); head != c.countHead {
					t.Errorf("%s: got counters of processor %q, want %q", c.name, head, c.countHead)
				}
				continue
			}
			times = times || cell.Compared
			for _, cell := range table.Rows[0].Cells {
				if cell.Foreign {
					foreign++
				}
			}
			if cell.Foreign && table.Common > 0 {
				t.Errorf("%s: got a geometric mean over %d rows, want none over machines", c.name, table.Common)
			}
			for _, w := range table.Warnings {
				if w.Text == severalMachinesText {
					warned += w.Cells
				}
			}
		}
		if times != c.times || !counts || foreign != c.foreign || warned != c.foreign {
			t.Errorf("%s: got times compared %v, counters %v, %d foreign cells, %d warned of, want %v, true, %d, %d",
				c.name,
				times, counts, foreign, warned, c.times, c.foreign, c.foreign)
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

// Counters are the same on every machine, but not in every package.
func TestCountersOfTwoPackagesHaveTwoTables(t *testing.T) {
	text := exact + "pkg: p\n" + on("a", "x", row("A", "nodes/op", 5)) + "pkg: q\n" + on("a", "x", row("A",
		"nodes/op", 6)) +
		on("b", "y", row("B", "nodes/op", 7))
	rows := map[string][]string{}
	for _, table := range mustCompare(t, Defaults(), text).Tables {
		for _, r := range table.Rows {
			rows[valueOf(table.Config, "pkg")] = append(rows[valueOf(table.Config, "pkg")], r.Label)
		}
	}
	if want := map[string][]string{"p": {"A"}, "q": {"A", "B"}}; !reflect.DeepEqual(rows, want) {
		t.Errorf("got the rows %v by package, want %v", rows, want)
	}
}

func TestMachinesAreNumberedInOrder(t *testing.T) {
	a, b := Machine{Host: "a"}, Machine{Host: "b"}
	var ms machines
	for k, m := range []Machine{a, a, b, a, b} {
		if got, want := ms.number(m), []uint16{0, 0, 1, 0, 1}[k]; got != want {
			t.Errorf("machine %d: got number %d, want %d", k, got, want)
		}
	}
	many := machines{all: make([]Machine, severalMachines+2)}
	if got := many.number(a); got != severalMachines {
		t.Errorf("a machine without a number: got %d, want %d, which is compared with none", got, severalMachines)
	}
	several := &group{machine: severalMachines}
	one, other := &group{machine: 0}, &group{machine: 1}
	if !ms.comparable(one, one) || ms.comparable(one, other) || ms.comparable(several, one) || ms.comparable(one, several) {
		t.Error("groups are comparable if they are of the same machine")
	}
}

func TestACollectionNamesTheVersionsOfEngines(t *testing.T) {
	text := "solver-mine: rule=a counter=a algorithm=a; knuth engine; version 7\n" + row("Solve/solver=mine", "sec/op", 1)
	c, err := Collect(Defaults(), files(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"mine: 7"}; !reflect.DeepEqual(c.Versions, want) {
		t.Errorf("got %q, want %q", c.Versions, want)
	}
}
