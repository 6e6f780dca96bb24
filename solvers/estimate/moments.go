package estimate

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// A Quantity is the estimate of a number. The interval contains the number in about 95% of all
// estimates, or less often if the tail is heavy.
type Quantity struct {
	Value     float64
	Low, High float64
	// Skew is the skewness of the mean: that of a single probe, divided by the square root of the
	// number of probes. Above [Heavy], a few probes make up most of the value.
	Skew float64
}

// Heavy is the skewness of the mean from which the tail is called heavy. docs/search-trees.md shows how
// often intervals contain the number.
const Heavy = 0.4

// confidence is the probability of the interval.
const confidence = 0.95

// moments are the running mean and the central sums of powers of some values (P. Pébay, Sandia
// report SAND2008-6212).
type moments struct {
	n            float64
	mean, m2, m3 float64
	least, most  float64
}

func (m *moments) add(x float64) {
	if m.n == 0 {
		m.least, m.most = x, x
	}
	m.least, m.most = min(m.least, x), max(m.most, x)
	before := m.n
	m.n++
	delta := x - m.mean
	step := delta / m.n
	term := delta * step * before
	m.mean += step
	m.m3 += term*step*(m.n-2) - 3*step*m.m2
	m.m2 += term
}

// quantity returns the mean with an interval. The distribution of a probe is skew: many probes find
// a little less than the mean, and a few find much more. The interval is that of Student's t after
// the cubic transformation of P. Hall, "On the removal of skewness by transformation", Journal of
// the Royal Statistical Society B 54 (1992). It reaches further up than down.
func (m *moments) quantity() Quantity {
	q := Quantity{Value: m.mean, Low: m.mean, High: m.mean}
	switch {
	case m.n < 2:
		q.Low, q.High = 0, math.Inf(1)
		return q
	case m.least == m.most:
		q.Value, q.Low, q.High = m.least, m.least, m.least
		return q
	}
	deviation := math.Sqrt(m.m2 / (m.n - 1))
	q.Skew = m.m3 / m.n / math.Pow(m.m2/m.n, 1.5) / math.Sqrt(m.n)
	quantile := stats.InvCDF(stats.TDist{V: m.n - 1})((1 + confidence) / 2)
	error := deviation / math.Sqrt(m.n)
	q.Low = max(0, m.mean-unskewed(quantile, q.Skew)*error)
	q.High = m.mean - unskewed(-quantile, q.Skew)*error
	return q
}

// unskewed returns the quantile of the studentised mean whose value after the transformation is t.
func unskewed(t, skew float64) float64 {
	if math.Abs(skew) < 1e-6 {
		return t
	}
	return 3 / skew * (math.Cbrt(1+skew*(t-skew/6)) - 1)
}
