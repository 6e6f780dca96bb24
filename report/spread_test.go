package report

import (
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

func TestSpreadSetsTheCopiesBesideTheInstance(t *testing.T) {
	row := func(name string, status cover.Status, nodes int64) results.Row {
		return results.Row{Family: "queens", Name: name, Solver: "bitset", Status: status, Runs: 1, Search: float64(nodes) / 16, Nodes: nodes}
	}
	tables := Spreads(results.RowsOf([]results.Row{
		row("8", cover.Solved, 30), row("8.x1", cover.Solved, 14), row("8.x2", cover.Solved, 40), row("8.x3", cover.Solved, 20),
		row("8.x4", cover.Timeout, 1), row("9", cover.Solved, 5), row("8.x1", cover.Solved, 10), row("8.x1", cover.Solved, 8),
	}))
	if len(tables) != 3 {
		t.Fatalf("got %d tables, want one each of time, nodes and updates", len(tables))
	}
	var out strings.Builder
	for _, table := range tables[:2] {
		if err := table.Write(&out, "csv"); err != nil {
			t.Fatal(err)
		}
	}
	want := `instance,solver,copies,as it stands,least,median,most,most/least
queens/8,bitset,3,1.875,0.625,1.25,2.5,4
instance,solver,copies,as it stands,least,median,most,most/least
queens/8,bitset,3,30,8,20,40,5
`
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if tables := Spreads(results.RowsOf([]results.Row{row("8", cover.Solved, 30)})); tables != nil {
		t.Errorf("nothing scrambled: got %d tables, want none", len(tables))
	}
}
