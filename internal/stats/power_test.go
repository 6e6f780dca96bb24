package stats_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
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

// found simulates tables of n samples a cell, and returns how many of 100 changed rows are marked.
func (p plant) found(m stats.Method, n, tables int) float64 {
	r, test, hits := rand.New(rand.NewPCG(uint64(n), 1)), stats.NewUTest(m), 0
	for range tables {
		ps, times := make([]float64, p.rows), map[float64]int{}
		for row := range ps {
			time := 1.0
			if row < p.changed {
				time += p.effect
			}
			c, _, _ := test.Compare(noisy(r, n, 1, p.deviation), noisy(r, n, time, p.deviation))
			ps[row] = c.P
			times[c.P]++
		}
		adjusted := m.Correction.Adjust(times)
		for _, x := range ps[:p.changed] {
			if adjusted[x] < m.Alpha {
				hits++
			}
		}
	}
	return 100 * float64(hits) / float64(tables*p.changed)
}

// TestThePowerIsThatOfTheDocuments holds the table of docs/methodology.md: how many of 100 changed rows are
// marked. Without XCBENCH_LONG it has only the first row, with the 12 samples that run takes by default.
func TestThePowerIsThatOfTheDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates many tables")
	}
	for row, c := range []struct {
		plant
		want [6]float64
	}{
		{plant{39, 1, 0.05, 0.02}, [6]float64{2, 46, 50, 76, 82, 92}},
		{plant{351, 1, 0.20, 0.02}, [6]float64{0, 4, 86, 90, 98, 99}},
		{plant{351, 1, 0.20, 0.05}, [6]float64{0, 1, 54, 62, 83, 92}},
		{plant{351, 39, 0.10, 0.02}, [6]float64{75, 76, 94, 98, 99, 100}},
		{plant{351, 39, 0.10, 0.05}, [6]float64{0, 25, 45, 65, 77, 85}},
	} {
		for k, want := range c.want {
			if (k != 3 || row > 0) && os.Getenv("XCBENCH_LONG") == "" {
				continue
			}
			power := c.found(stats.DefaultMethod, 6+2*k, 200)
			if t.Logf("%+v, %d samples: %.0f, want %v", c.plant, 6+2*k, power, want); math.Abs(power-want) > 1.5 {
				t.Errorf("%+v, %d samples: got %.1f of 100 changed rows marked, want %v", c.plant, 6+2*k, power, want)
			}
		}
	}
}
