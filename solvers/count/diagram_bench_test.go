package count

import (
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// The figures of docs/solutions.md.
func BenchmarkDiagrams(b *testing.B) {
	for _, id := range []string{"domino/8x8", "domino/12x12", "domino/16x16", "langford/8", "langford/11", "langford/12",
		"queens/8", "queens/10", "queens/12"} {
		p, s := corpustest.Problem(id), Best(dlx.Index(cover.MRV), "dlx_index").(Diagrammer)
		var d *Diagram
		b.Run(id+"/diagram", func(b *testing.B) {
			for b.Loop() {
				var stats cover.Stats
				d, stats, _ = s.Diagram(b.Context(), p, cover.Limits{})
				b.ReportMetric(float64(stats.Nodes), "swept")
			}
			b.ReportMetric(float64(d.States()), "states")
			b.ReportMetric(float64(d.Transitions()), "transitions")
			b.ReportMetric(float64(d.Bytes()), "bytes")
		})
		b.Run(id+"/samples", func(b *testing.B) {
			if d == nil {
				d = diagramOf(b, s, p)
			}
			checker := cover.NewChecker(p)
			for b.Loop() {
				for options := range d.Samples(1000, 1) {
					if err := checker.Check(options); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
