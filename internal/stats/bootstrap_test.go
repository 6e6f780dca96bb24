package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"xcbench/internal/stats"
)

// randomPairs makes rows of n samples a side. The ratio of a row is factor times a random ratio
// with the standard deviation vary of its logarithm. The samples of a row have that of noise.
func randomPairs(r *rand.Rand, rows, n int, factor, vary, noise float64) []stats.Pair {
	pairs := make([]stats.Pair, rows)
	for k := range pairs {
		of := factor * math.Exp(vary*r.NormFloat64())
		for range n {
			pairs[k].Base = append(pairs[k].Base, math.Exp(noise*r.NormFloat64()))
			pairs[k].Other = append(pairs[k].Other, of*math.Exp(noise*r.NormFloat64()))
		}
	}
	return pairs
}

// With few families or samples the percentiles of the resamples are too narrow, unless they are widened.
// So they are if the members of a family are alike and each has a vote. Two levels of resampling count the
// noise of the samples twice, so the intervals may be wider than they have to be.
func TestIntervalsOfRatiosContainTheTruthIn95Of100Cases(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("makes hundreds of intervals; TestResamplesAreTheSameOnEveryMachine has figures of some")
	}
	const cases, least = 80, 72 // of 76, with a standard deviation of 1.9
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		families, members, n int // no families: the rows are fixed
		vary                 float64
	}{
		{6, 1, 10, 0.3}, {39, 1, 1, 0.3}, {8, 9, 3, 0.3}, {0, 1, 6, 0}, {0, 3, 3, 0},
	} {
		hits := 0
		for range cases {
			var families [][]stats.Pair
			for range c.families {
				families = append(families, randomPairs(r, c.members, c.n, math.Exp(c.vary*r.NormFloat64()), 0.02, 0.05))
			}
			got := stats.DefaultMethod.FamilyRatio(families)
			if c.families == 0 {
				got = stats.DefaultMethod.FixedRatio(randomPairs(r, c.members, c.n, 1, 0, 0.05))
			}
			if got.Low <= 1 && 1 <= got.High {
				hits++
			}
		}
		if hits < least {
			t.Errorf("%+v: the interval contains the truth in %d of %d cases, want %d", c, hits, cases, least)
		}
	}
}

// Of 6 families or more each has one vote, and of fewer each row. A mean without an interval agrees.
func TestEachFamilyHasOneVote(t *testing.T) {
	pair := func(ratio float64) stats.Pair {
		return stats.Pair{Base: []float64{1, 1, 1}, Other: []float64{ratio, ratio, ratio}}
	}
	for _, c := range []struct {
		families int // one of 5 rows with a ratio of 8, and others of one row with 2
		want     float64
	}{{7, math.Exp((6*math.Ln2 + math.Log(8)) / 7)}, {5, math.Exp((4*math.Ln2 + 5*math.Log(8)) / 9)}} {
		families, mean := [][]stats.Pair{slices.Repeat([]stats.Pair{pair(8)}, 5)}, stats.FamilyMean{}
		for range 5 {
			mean.Add("large", 8)
		}
		for k := range c.families - 1 {
			families = append(families, []stats.Pair{pair(2)})
			mean.Add(fmt.Sprint(k), 2)
		}
		got := stats.DefaultMethod.FamilyRatio(families)
		if math.Abs(got.Value-c.want) > 1e-12 || math.Abs(mean.Mean()-c.want) > 1e-12 {
			t.Errorf("%d families: got a ratio of %v and a mean of %v, want %v", c.families, got.Value, mean.Mean(), c.want)
		}
	}
	// Families are alike here, so that only their instances make the interval wide.
	alike := slices.Repeat([][]stats.Pair{{pair(8), pair(1. / 8)}}, 6)
	if got := stats.DefaultMethod.FamilyRatio(alike); got.Low > 0.9 || got.High < 1.1 {
		t.Errorf("instances of 8 and 1/8: got the interval %v to %v, want a wide one around 1", got.Low, got.High)
	}
}

func TestRatioIsTheGeometricMeanOfTheRatiosOfMedians(t *testing.T) {
	double, few, inf := stats.Pair{[]float64{1, 1, 1}, []float64{2, 2, 2}}, stats.Pair{[]float64{1, 1}, []float64{2, 2}}, math.Inf(1)
	half, eight := stats.Pair{[]float64{6, 6, 6}, []float64{3, 3, 3}}, stats.Pair{[]float64{3, 1, 2}, []float64{16, 16, 16}}
	for _, c := range []struct {
		pairs []stats.Pair
		want  stats.Ratio
	}{
		{nil, stats.Ratio{}},
		{[]stats.Pair{half, eight}, stats.Ratio{2, math.Sqrt(8. / 3), math.Sqrt(8)}},
		{[]stats.Pair{few}, stats.Ratio{2, 0, inf}},
		{[]stats.Pair{few, double, double}, stats.Ratio{2, 0, inf}},
		{[]stats.Pair{double, {double.Base, few.Other}}, stats.Ratio{2, 0, inf}},
		{[]stats.Pair{{few.Base, double.Other}, double}, stats.Ratio{2, 0, inf}},
	} {
		got := stats.DefaultMethod.FixedRatio(c.pairs)
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-12 }
		if !near(got.Value, c.want.Value) || !near(got.Low, c.want.Low) || !near(got.High, c.want.High) {
			t.Errorf("%v: got %+v, want %+v", c.pairs, got, c.want)
		}
	}
	if got := stats.DefaultMethod.FamilyRatio(slices.Repeat([][]stats.Pair{{few}}, 6)); math.Abs(got.Value-2) > 1e-12 || math.Abs(got.High-2) > 1e-12 {
		t.Errorf("6 rows of few samples: got %+v, want an interval", got) // which depends on the rows
	}
}

// The same pairs have the same interval on every machine and in any order, so the resamples are the
// same: their seeds and their numbers, in small tables and in large ones. If any of them changed, then
// so would every published interval. Each fourth row has a single sample on one side or on both.
func TestResamplesAreTheSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		rows, n, members      int // no members: the rows are fixed
		confidence, low, high float64
	}{
		{1, 5, 0, 0.95, 1.069618859566, 1.510389618321},
		{8, 5, 1, 0.95, 1.350631442378, 1.774518237856},
		{8, 6, 1, 0.5, 1.331148855937, 1.511936641606},
		{8, 5, 1, 0, 1.547658723236, 1.547658723236},
		{40, 3, 5, 0.95, 1.300640984763, 1.710002013594},
		{100, 3, 0, 0.95, 1.499753855570, 1.559975540324},
		{3000, 3, 0, 0.95, 1.501501081676, 1.512936710855},
		{20_003, 3, 1, 0.95, 1.493293686291, 1.502504894284},
		{20_003, 3, 0, 0.95, 1.495656114567, 1.500344284554},
	} {
		r := rand.New(rand.NewPCG(4, 4))
		pairs := randomPairs(r, c.rows, c.n, 1.5, 0.2, 0.1)
		for k := range pairs {
			switch {
			case c.members == 0:
			case k%4 == 1:
				pairs[k].Base = pairs[k].Base[:1]
			case k%8 == 2:
				pairs[k].Other = pairs[k].Other[:1]
			case k%8 == 6:
				pairs[k] = stats.Pair{pairs[k].Base[:1], pairs[k].Other[:1]}
			}
		}
		m := stats.Method{Confidence: c.confidence}
		families := slices.Collect(slices.Chunk(pairs, max(1, c.members)))
		ratio := func() stats.Ratio {
			if c.members == 0 {
				return m.FixedRatio(slices.Concat(families...))
			}
			return m.FamilyRatio(families)
		}
		got := ratio()
		if math.Abs(got.Low-c.low) > 1e-9 || math.Abs(got.High-c.high) > 1e-9 {
			t.Errorf("%d rows: got %.12f to %.12f, want %.12f to %.12f", c.rows, got.Low, got.High, c.low, c.high)
		}
		if c.rows > 100 {
			continue
		}
		slices.Reverse(families[0])
		r.Shuffle(len(families), func(i, j int) { families[i], families[j] = families[j], families[i] })
		if again := ratio(); again != got {
			t.Errorf("%d rows: got %+v and %+v in another order, want the same", c.rows, got, again)
		}
	}
}
