package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/stats"
)

// noisy returns n sorted samples of a time. Their logarithms are normal with a standard deviation, and one
// in ten is disturbed: it takes longer by an exponential amount of five deviations on average.
func noisy(r *rand.Rand, n int, time, deviation float64) []float64 {
	values := make([]float64, n)
	for k := range values {
		x := deviation * r.NormFloat64()
		if r.IntN(10) == 0 {
			x += 5 * deviation * r.ExpFloat64()
		}
		values[k] = time * math.Exp(x)
	}
	slices.Sort(values)
	return values
}

// plant is a change of some rows of a table.
type plant struct {
	rows, changed     int
	effect, deviation float64
}

// found simulates tables of n samples a cell. It returns which part of the changed rows is marked,
// and which part of the marks is on rows that did not change.
func (p plant) found(m stats.Method, n, tables int) (power, wrong float64) {
	r, test, hits := rand.New(rand.NewPCG(uint64(n), 1)), stats.NewUTest(m), 0
	for range tables {
		ps := make([]float64, p.rows)
		for row := range ps {
			time := 1.0
			if row < p.changed {
				time += p.effect
			}
			c, _, _ := test.Compare(noisy(r, n, 1, p.deviation), noisy(r, n, time, p.deviation))
			ps[row] = c.P
		}
		right, all := 0, 0
		for row, adjusted := range m.Correction.Adjust(ps) {
			if adjusted < m.Alpha {
				all++
				if row < p.changed {
					right++
				}
			}
		}
		hits += right
		wrong += float64(all-right) / float64(max(all, 1)) / float64(tables)
	}
	return float64(hits) / float64(tables*max(p.changed, 1)), wrong
}

// BenchmarkPower prints the table of docs/statistics.md: how many of 100 changed rows are marked.
func BenchmarkPower(b *testing.B) {
	sizes := []int{6, 8, 10, 12, 14, 16}
	var text strings.Builder
	text.WriteString("| rows | changed | noise | change |")
	for k, n := range sizes {
		fmt.Fprintf(&text, " %d%s |", n, []string{" samples", ""}[min(k, 1)])
	}
	text.WriteString("\n|--:|--:|--:|--:|" + strings.Repeat("--:|", len(sizes)) + "\n")
	for _, p := range []plant{
		{39, 1, 0.05, 0.02}, {39, 1, 0.10, 0.02}, {39, 1, 0.20, 0.05},
		{351, 1, 0.05, 0.02}, {351, 1, 0.10, 0.02}, {351, 1, 0.20, 0.02}, {351, 1, 0.20, 0.05},
		{351, 39, 0.05, 0.02}, {351, 39, 0.10, 0.02}, {351, 39, 0.05, 0.05}, {351, 39, 0.10, 0.05}, {351, 39, 0.20, 0.05},
		{546, 1, 0.05, 0.02}, {546, 1, 0.10, 0.02}, {546, 1, 0.20, 0.02}, {546, 1, 0.20, 0.05},
	} {
		fmt.Fprintf(&text, "| %d | %d | %v%% | %v%% |", p.rows, p.changed, 100*p.deviation, 100*p.effect)
		for _, n := range sizes {
			power, _ := p.found(stats.DefaultMethod, n, 200)
			fmt.Fprintf(&text, " %.0f |", 100*power)
		}
		text.WriteString("\n")
	}
	fmt.Print("\n", text.String()) // a log would be cut
}

// 12 samples are the default of run. With 6, no single row of a tier can be marked.
func TestTwelveSamplesHaveThePowerThatTheDocumentsSay(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates many tables")
	}
	tables := 30
	if os.Getenv("XCBENCH_LONG") != "" {
		tables = 60
	}
	for _, c := range []struct {
		plant
		samples     int
		least, most float64
	}{
		{plant{351, 1, 0.10, 0.02}, 6, 0, 0},
		{plant{351, 1, 0.10, 0.02}, 12, 0.65, 1},
		{plant{351, 1, 0.20, 0.02}, 12, 0.85, 1},
		{plant{351, 39, 0.10, 0.02}, 12, 0.95, 1},
		{plant{351, 39, 0.20, 0.05}, 12, 0.9, 1},
	} {
		power, wrong := c.found(stats.DefaultMethod, c.samples, tables)
		if power < c.least || power > c.most {
			t.Errorf("%+v, %d samples: got %.2f of the changed rows marked, want %v to %v",
				c.plant, c.samples, power, c.least, c.most)
		}
		if wrong > 0.09 { // 5% times the rows that did not change, and three standard deviations for a single mark
			t.Errorf("%+v, %d samples: got %.3f of the marks wrong, want 0.05", c.plant, c.samples, wrong)
		}
	}
}
