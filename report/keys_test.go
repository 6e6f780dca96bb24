package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// Several columns have the head "vs dlx_index"; programs must tell them apart.
func TestEveryColumnOfAComparisonHasAKeyOfItsOwn(t *testing.T) {
	names, classes := someSolvers()
	for _, table := range Comparisons(results.RowsOf(someRows()), names, classes, View{}) {
		var text bytes.Buffer
		if err := table.Write(&text, "json"); err != nil {
			t.Fatal(err)
		}
		var object struct{ Rows []map[string]any }
		if err := json.Unmarshal(text.Bytes(), &object); err != nil {
			t.Fatal(err)
		}
		for _, row := range object.Rows {
			if got, want := len(row), len(table.Columns); got != want {
				t.Errorf("%s, JSON: got %d values in %v, want %d", table.Title, got, row, want)
			}
		}
		text.Reset()
		if err := table.Write(&text, "csv"); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(&text).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, name := range records[0] {
			if seen[name] {
				t.Errorf("%s, CSV: got the head %q twice, want it once", table.Title, name)
			}
			seen[name] = true
		}
	}
}

func TestDifferencesStandUnderTheirSolverForPrograms(t *testing.T) {
	var rows []results.Row
	for name, seconds := range map[string]float64{"dlx_index": 1, "bitset": 2, "naive": 4} {
		rows = append(rows, results.Row{Family: "f", Name: "1", Solver: name, Status: cover.Solved, Runs: 1, Search: seconds})
	}
	_, classes := someSolvers()
	var text strings.Builder
	if err := Comparisons(results.RowsOf(rows), []string{"dlx_index", "bitset", "naive"}, classes, View{})[0].Write(&text, "json"); err != nil {
		t.Fatal(err)
	}
	want := `{"title":"sec/op, choice rule mrv","rows":[{"bitset":2,"bitset vs dlx_index":100,"dlx_index":1,"instance":"f/1","naive":4,"naive vs dlx_index":300},`
	if !strings.HasPrefix(text.String(), want) {
		t.Errorf("got\n%swant it to start with\n%s", text.String(), want)
	}
}
