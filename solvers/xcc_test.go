package solvers_test

import (
	"errors"
	"testing"

	"xcbench/cover"
	"xcbench/solvers"
)

// coloured holds problems with colours by the names of the table. Each has the same DLX text as the
// problem that Knuth's programs solved.
var coloured = map[string]func(testing.TB) *cover.Problem{
	"macmahon-2c-2x3":  catalogued("macmahon/2x3_c2_free"),
	"edge-4x4-c3-s1":   catalogued("edges/4_c3_s1"),
	"edge-5x5-c4-s1":   catalogued("edges/5_c4_s1"),
	"edge-6x6-c6-s3":   catalogued("edges/6_c6_s3"),
	"graceful-c4":      catalogued("graceful/cycle4"),
	"graceful-k33":     catalogued("graceful/kb3x3"),
	"graceful-w5":      catalogued("graceful/hub5"),
	"queens5-5colours": catalogued("queens_colours/5_c5"),
	"queens7-2colours": catalogued("queens_colours/7_c2"),
	"words-3x4-s1":     catalogued("words/3x4_w120_a5_s1"),
}

// Solvers of the rule mrv count as Knuth's DLX2 and cells_ssxcc as his SSXCC.
func TestFiguresOfProblemsWithColoursAreKnuths(t *testing.T) {
	for name, n := range tableOf(t, "testdata/knuth-xcc.tsv", coloured) {
		nodes, updates := n[1], n[2]
		if updates > mostUpdates() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := coloured[name](t)
			for _, v := range everything() {
				want := [2]int64{nodes, updates}
				switch {
				case v.Rule == "ssxcc":
					want = [2]int64{n[4], n[5]}
				case v.Rule != cover.MRV || !v.Capabilities().Colours || v.Counter == solvers.Entries && tooMuchForNaive(nodes, updates):
					continue
				}
				search, err := cover.Prepare(v, p)
				if refused(err) { // by a representation that the problem does not fit
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", v.Name, err)
				}
				got := run(search, cover.Limits{}, nil)
				if got.Solutions != n[0] || got.Nodes != want[0] || v.Counter == solvers.Links && got.Updates != want[1] {
					t.Errorf("%s: got %d solutions, %d nodes, %d updates, want %d and %v with dancing links or cells",
						v.Name, got.Solutions, got.Nodes, got.Updates, n[0], want)
				}
			}
		})
	}
}

// A solver that takes no colours refuses to make a diagram.
func TestADiagramHasAllSolutionsOfAProblemWithColours(t *testing.T) {
	for name, want := range map[string]string{"wang/kari_culik_2x2": "125", "words/2x3_w20_a4_s1": "98"} {
		p := catalogued(name)(t)
		for _, v := range solvers.BuiltIn() {
			if !v.HasDiagram() {
				continue
			}
			d, stats, err := v.Diagram(t.Context(), p, cover.Limits{})
			refused := errors.As(err, new(*cover.UnsupportedError)) && stats.Status == cover.Unsupported && d == nil
			if !refused && (err != nil || d.Count().String() != want) {
				t.Errorf("%s on %s: got %s solutions, %v, want %s or unsupported", v.Name, name, stats.CountText(), err, want)
			}
		}
	}
}
