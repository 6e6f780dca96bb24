package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEveryNumberIsChosenWithTheSameProbability(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	const trials = 5000
	for _, c := range []struct{ n, most int64 }{{5, 5}, {3, 8}, {5, 1}, {7, 3}, {8, 4}, {9, 8}, {100, 7}} {
		times, want := make([]int, c.n), min(c.n, c.most)
		for range trials {
			chosen := spread(dice, c.n, c.most)
			if int64(len(slices.Compact(chosen))) != want || !slices.IsSorted(chosen) {
				t.Fatalf("%d of %d: got %v, want %d different numbers in order", c.most, c.n, chosen, want)
			}
			for _, number := range chosen {
				times[number]++
			}
		}
		p := float64(want) / float64(c.n)
		for number, got := range times {
			if room := 4.5 * math.Sqrt(trials*p*(1-p)); math.Abs(float64(got)-trials*p) > room {
				t.Errorf("%d of %d: %d was chosen %d times in %d, want %.0f ± %.0f", c.most, c.n, number, got, trials, trials*p, room)
			}
		}
	}
}

// Of 60 numbers in three groups of 20, a sample of 6 has 2 of each, or nearly so. Independent
// choices would give a group 4 or more in one trial of ten.
func TestChosenNumbersAreSpread(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var groups [3]int
		for _, number := range spread(dice, 60, 6) {
			groups[number/20]++
		}
		for _, n := range groups {
			if n < 1 || n > 3 {
				t.Fatalf("got %v of each group, want 1 to 3", groups)
			}
		}
	}
}
