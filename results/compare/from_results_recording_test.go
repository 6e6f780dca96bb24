package compare

import "testing"

// Few pairs show little, so a solver with few of them has at least the threshold of all together.
func TestAThresholdOfFewPairsIsThatOfAll(t *testing.T) {
	all := []Noise{{Solver: "few", Pairs: manyPairs - 1}, {Solver: "many", Pairs: manyPairs}, {Pairs: 1000, Floor: 0.75}}
	if got := NoiseThreshold(all, ""); got.Own["few"] != 0.75 || got.Own["many"] != leastThreshold || got.Any != 0.75 {
		t.Errorf("got %+v, want 0.75 for few pairs and %v for many", got, leastThreshold)
	}
	if got := NoiseThreshold([]Noise{{Pairs: 1000}}, ""); got.Any != leastThreshold {
		t.Errorf("got %v without noise, want %v", got.Any, leastThreshold)
	}
}

func TestAStoppedSearchHasItsValueOrItsTime(t *testing.T) {
	row := stopped("1", "a", 10)
	other := row
	other.Costs = CostsOf(map[string]float64{CPUSeconds: 3})
	for _, c := range []struct {
		row  Row
		want float64
	}{{row, 10}, {other, 3}} {
		got := Timed{Rows: []*Rows{RowsOf([]Row{c.row, solved("1", "b", 99)})}}.stopped(mustUnit(CPUSeconds))
		if len(got) != 1 || got[row.Key()] != c.want {
			t.Errorf("got %v, want %v s", got, c.want)
		}
	}
}
