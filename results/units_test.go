package results

import (
	"slices"
	"strings"
	"testing"
)

func TestTableOfUnitsIsConsistent(t *testing.T) {
	names, flags := map[string]bool{}, map[string]bool{}
	for _, u := range Units {
		if names[u.Name] || u.Flag != "" && flags[u.Flag] {
			t.Errorf("%s: its name or its flag %s is in the table twice", u.Name, u.Flag)
		}
		names[u.Name], flags[u.Flag] = true, true
		if u.What == "" || u.Word == "" || u.Axis == "" {
			t.Errorf("%s: got no description, no word or no title of an axis", u.Name)
		}
		if !slices.Contains([]string{"", "lower", "higher"}, u.Better) {
			t.Errorf("%s: %q is better, expected lower, higher or nothing", u.Name, u.Better)
		}
		if u.number != nil && u.count != nil {
			t.Errorf("%s: got two fields of a row, want one", u.Name)
		}
	}
	for name, want := range map[string]Agreement{Solutions: AllSolvers, Nodes: SameRule, Updates: SameCounter} {
		if u := mustUnit(name); u.Same != want || !u.Exact {
			t.Errorf("%s: got agreement %d, exact %v, want %d, true", name, u.Same, u.Exact, want)
		}
	}
	forms := map[string]Form{Seconds: AsDuration, SetupSeconds: AsDuration, CPUSeconds: AsDuration, PeakBytes: AsBytes,
		StartSeconds: AsDuration, TableBytes: AsBytes}
	shown := map[string]Prominence{Seconds: InTables, SetupSeconds: InDetails, Nodes: InTables, Updates: InTables}
	for _, u := range Units {
		if u.Form != forms[u.Name] || u.Shown != shown[u.Name] {
			t.Errorf("%s: got form %d, shown at %d, want %d, %d", u.Name, u.Form, u.Shown, forms[u.Name], shown[u.Name])
		}
	}
	if last := Units[len(Units)-1]; !last.Always {
		t.Errorf("%s is last, expected a unit that every row has, so that torn rows are noticed", last.Name)
	}
}

func TestFileOfRowsBeginsWithAUnitOfTheTable(t *testing.T) {
	for start, want := range map[string]bool{
		"":                             true,
		"Unit nodes/o":                 true,
		"Unit sec/op better=lower\n":   true,
		"Unit nodes/op\n":              false,
		"Unit x/op better=lower\n":     false,
		"Un\n":                         false,
		"a: b\n" + rowStart + "queens": true,
		"family,inst,solver,level\n":   false,
		strings.Repeat("x\n", 10):      false,
	} {
		if got := isRows([]byte(start)); got != want {
			t.Errorf("%q: got %v, want %v", start, got, want)
		}
	}
}
