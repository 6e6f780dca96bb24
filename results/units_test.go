package results_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

func TestTableOfUnitsIsConsistent(t *testing.T) {
	names, flags := map[string]bool{}, map[string]bool{}
	same := map[string]results.Agreement{results.Solutions: results.AllSolvers, results.Nodes: results.SameRule}
	for _, name := range []string{results.Remembered, results.Hits, results.PeakStates, results.TableBytes, results.Updates} {
		same[name] = results.SameCounter
	}
	for _, u := range results.Units {
		if names[u.Name] || u.Flag != "" && flags[u.Flag] {
			t.Errorf("%s: its name or its flag %s is in the table twice", u.Name, u.Flag)
		}
		names[u.Name], flags[u.Flag] = true, true
		if u.What == "" || u.Word == "" || u.Axis == "" {
			t.Errorf("%s: got no description, no word or no title of an axis", u.Name)
		}
		if u.Same != same[u.Name] || u.Exact != (u.Same != results.NoSolvers) {
			t.Errorf("%s: got agreement %d, exact %v", u.Name, u.Same, u.Exact)
		}
	}
	for _, name := range cover.OwnCounters {
		if counter := new(cover.Costs).Counter(name); counter == nil || !names[results.PerSearch(name)] {
			t.Errorf("%s: no field of the costs, or no unit", name)
		}
	}
	if last := results.Units[len(results.Units)-1]; !last.Always {
		t.Errorf("%s is last, expected a unit that every row has, so that torn rows are noticed", last.Name)
	}
}

// Values come from the fields and the costs of a row. A counter that a solver does not have is no value.
func TestUnitsHaveTheValuesOfARow(t *testing.T) {
	r := results.Row{Status: cover.Solved, Search: 1, Setup: 2, Solutions: 3, Nodes: 4, Updates: cover.Uncounted, Costs: results.CostsOf(
		results.TableCosts(cover.Tables{Remembered: 5, Hits: 6, PeakStates: 7, PeakBytes: 8}))}
	want := map[string]float64{results.Seconds: 1, results.SetupSeconds: 2, results.TotalSeconds: 3, results.Solutions: 3, results.Nodes: 4,
		results.Remembered: 5, results.Hits: 6, results.PeakStates: 7, results.TableBytes: 8}
	rows := results.RowsOf([]results.Row{r})
	for _, u := range results.Units {
		v, ok := u.Of(r)
		if value, has := want[u.Name]; v != value || ok != has || r.Value(u.Name) != value || rows.Has(u) != has {
			t.Errorf("%s: got %v, %v, want %v, %v", u.Name, v, ok, value, has)
		}
		if c, counted := u.OfCount(results.Count{Stats: r.Stats()}); (u.ByLevel != nil || u.Name == results.Solutions) && (c != v || counted != ok) {
			t.Errorf("%s of counts: got %v, %v, want %v, %v", u.Name, c, counted, v, ok)
		}
	}
	var shown []string
	for _, u := range results.UnitsShown(results.InDetails, rows) {
		shown = append(shown, u.Name)
	}
	if want := []string{results.Seconds, results.SetupSeconds, results.TotalSeconds, results.Nodes}; !slices.Equal(shown, want) {
		t.Errorf("got %q shown, want %q: no updates, which no row has", shown, want)
	}
}
