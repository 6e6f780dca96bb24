package results

import "testing"

func TestPiecesKeepTheOrderOfRows(t *testing.T) {
	for _, n := range []int{0, 1, 16, 17, 10_000} {
		var p pieces
		for k := range n {
			p.add(Row{Runs: k})
		}
		rows := p.joined()
		if len(rows) != n {
			t.Errorf("got %d rows, want %d", len(rows), n)
		}
		for k, row := range rows {
			if row.Runs != k {
				t.Fatalf("%d rows: got row %d at place %d", n, row.Runs, k)
			}
		}
	}
}
