package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// The mean, its skewness and the interval of skew values follow from their definitions. Hall's
// transformation x + γ/3 x² + γ²/27 x³ + γ/6, for the skewness γ of the mean, makes a quantile of
// Student's t of the distance of either end.
func TestIntervalsInvertHallsTransformation(t *testing.T) {
	const n, student = 50, 2.00957523712924 // the quantile of 0.975 with 49 degrees of freedom
	for seed := range uint64(20) {
		dice := rand.New(rand.NewPCG(seed, 2))
		var m moments
		var values [n]float64
		mean, m2, m3 := 0., 0., 0.
		for k := range values {
			values[k] = math.Exp(dice.NormFloat64()*float64(seed+1)/20) * 1e6
			mean += values[k] / n
			m.add(values[k])
		}
		for _, x := range values {
			m2, m3 = m2+math.Pow(x-mean, 2)/n, m3+math.Pow(x-mean, 3)/n
		}
		q, skew := m.quantity(), m3/math.Pow(m2, 1.5)/math.Sqrt(n)
		for end, want := range map[float64]float64{q.Low: student, q.High: -student} {
			x := (mean - end) / math.Sqrt(m2/(n-1))
			got := x + skew/3*x*x + skew*skew/27*x*x*x + skew/6
			if math.Abs(q.Value/mean-1)+math.Abs(q.Skew/skew-1)+math.Abs(got-want) > 1e-6 {
				t.Errorf("seed %d: got %+v with the quantile %v, want the mean %v, the skewness %v and %v", seed, q, got, mean, skew, want)
			}
		}
	}
}

func TestAnIntervalNeedsTwoValuesAndHasNoWidthIfAllAreEqual(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{3}, "0 3 +Inf"},
		{[]float64{3, 3}, "3 3 3"},
		{[]float64{0.1, 0.1, 0.1}, "0.1 0.1 0.1"},
		{[]float64{5, 3}, "0 4 16.7"},
	} {
		var m moments
		for _, x := range c.values {
			m.add(x)
		}
		q := m.quantity()
		if got := fmt.Sprintf("%.3g %.3g %.3g", q.Low, q.Value, q.High); got != c.want {
			t.Errorf("%v: got %s, want %s", c.values, got, c.want)
		}
	}
}
