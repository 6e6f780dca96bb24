package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestMomentsAreThoseOfTheValues(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	var m moments
	var values []float64
	for range 50 {
		x := math.Exp(dice.NormFloat64()) * 1e6
		values = append(values, x)
		m.add(x)
	}
	mean := 0.
	for _, x := range values {
		mean += x / 50
	}
	m2, m3 := 0., 0.
	for _, x := range values {
		m2, m3 = m2+math.Pow(x-mean, 2), m3+math.Pow(x-mean, 3)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"mean", m.mean, mean}, {"sum of squares", m.m2, m2}, {"sum of cubes", m.m3, m3}} {
		if math.Abs(c.got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

// The transformation and its inverse, from Hall's paper: g(x) = x + γ/3 x² + γ²/27 x³ + γ/6 for the
// skewness γ of the mean.
func TestUnskewedInvertsHallsTransformation(t *testing.T) {
	for _, skew := range []float64{1e-9, 0.1, 0.5, 1, -0.3} {
		for _, x := range []float64{-2, -0.5, 0, 1, 3} {
			got := unskewed(x, skew)
			back := got + skew/3*got*got + skew*skew/27*got*got*got + skew/6
			if math.Abs(back-x) > 1e-6 {
				t.Errorf("skewness %v: got %v for %v, which is transformed to %v", skew, got, x, back)
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
		{[]float64{3, 5}, "0 4 16.7"},
		{[]float64{5, 3}, "0 4 16.7"},
		{[]float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, "0.26 0.5 0.74"}, // Student's t of 19: 2.093
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
