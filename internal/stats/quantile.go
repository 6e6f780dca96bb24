package stats

import (
	"math"
	"slices"
)

// QuantileAt returns where a quantile is among n sorted values: at value k, from 0, plus a share of
// the distance to the next value. This linear interpolation is type 7 of R. J. Hyndman and Y. Fan,
// "Sample quantiles in statistical packages", The American Statistician 50 (1996), 361-365.
func QuantileAt(n int, quantile float64) (k int, share float64) {
	at := quantile * float64(n-1)
	below := math.Floor(at)
	return int(below), at - below
}

// Quantile returns a quantile of sorted values, as [QuantileAt] finds it.
func Quantile(sorted []float64, quantile float64) float64 {
	k, share := QuantileAt(len(sorted), quantile)
	if share == 0 {
		return sorted[k]
	}
	return sorted[k] + share*(sorted[k+1]-sorted[k])
}

// Floor returns the smallest of the sorted values that at most a part 1 - quantile of all values is
// above. It is a quantile of type 1 in the same article.
func Floor(sorted []float64, quantile float64) float64 {
	return sorted[max(0, int(math.Ceil(quantile*float64(len(sorted))))-1)]
}

// Median sorts the values and returns their median. For an even number of values it is the mean of
// the two in the middle, as in tables. There must be at least one value.
func Median(values []float64) float64 {
	slices.Sort(values)
	k := len(values) / 2
	if len(values)%2 == 1 {
		return values[k]
	}
	return (values[k-1] + values[k]) / 2
}

// TrimmedMean sorts values and returns the mean of those in the middle, without a fifth at each
// end. There must be at least one value. See R. R. Wilcox, "Introduction to Robust Estimation and Hypothesis
// Testing", third edition, Academic Press 2012, section 3.3.
func TrimmedMean(values []float64) float64 {
	slices.Sort(values)
	out := len(values) / 5
	sum := 0.0
	for _, x := range values[out : len(values)-out] {
		sum += x
	}
	return sum / float64(len(values)-2*out)
}

// GeoMean computes a geometric mean. Its zero value is ready for use.
type GeoMean struct {
	logs float64
	n    int
}

// Add adds a value, which must be above 0.
func (m *GeoMean) Add(x float64) {
	m.logs += math.Log(x)
	m.n++
}

// Mean returns the mean, or 0 if there are no values.
func (m *GeoMean) Mean() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Exp(m.logs / float64(m.n))
}

// FamilyMean is the geometric mean over families of the geometric means of their values. The values of
// fewer than [LeastFamilies] families have one vote each. The zero value is ready for use.
type FamilyMean struct {
	all      GeoMean
	families []GeoMean
	at       map[string]int
}

// Add adds a value of a family.
func (m *FamilyMean) Add(family string, x float64) {
	k, ok := m.at[family]
	if !ok {
		if m.at == nil {
			m.at = map[string]int{}
		}
		k = len(m.families)
		m.at[family], m.families = k, append(m.families, GeoMean{})
	}
	m.families[k].Add(x)
	m.all.Add(x)
}

// Mean returns the mean, or 0 if there are no values.
func (m *FamilyMean) Mean() float64 {
	if len(m.families) < LeastFamilies {
		return m.all.Mean()
	}
	var mean GeoMean
	for _, f := range m.families {
		mean.logs, mean.n = mean.logs+f.logs/float64(f.n), mean.n+1
	}
	return mean.Mean()
}
