package corpus

import "testing"

func TestNumberTriplesAreKnownSequences(t *testing.T) {
	counts(t, []knownCount{
		// A108235
		{&numbertriples, "sum1", 1, false}, {&numbertriples, "sum2", 0, false}, {&numbertriples, "sum3", 0, false},
		{&numbertriples, "sum4", 8, false}, {&numbertriples, "sum5", 21, false}, {&numbertriples, "sum6", 0, false},
		{&numbertriples, "sum8", 3040, false}, {&numbertriples, "sum9", 20505, true},
		// A104429
		{&numbertriples, "progression1", 1, false}, {&numbertriples, "progression2", 2, false},
		{&numbertriples, "progression5", 55, false}, {&numbertriples, "progression8", 6643, false},
		// A104185
		{&numbertriples, "equal1", 1, false}, {&numbertriples, "equal2", 0, false}, {&numbertriples, "equal3", 2, false},
		{&numbertriples, "equal5", 11, false}, {&numbertriples, "equal7", 84, false}, {&numbertriples, "equal9", 1296, false},
	})
}

func TestThreeDimensionalMatchings(t *testing.T) {
	counts(t, []knownCount{
		{&threedm, "complete1", 1, false}, {&threedm, "complete2", 4, false}, {&threedm, "complete3", 36, false},
		{&threedm, "complete5", 14400, false},
	})
	for _, name := range []string{"planted2x1", "planted2x4", "planted10x30_s1", "planted15x60_s2"} {
		if got := solved(t, &threedm, name).Solutions; got < 1 {
			t.Errorf("threedm/%s: got %d solutions, want the planted one", name, got)
		}
	}
	for name, want := range map[string]int{"planted12x60_s1": 72, "random12x60_s1": 60, "complete4": 64} {
		if got := memberOf(t, &threedm, name).Problem().Options(); got != want {
			t.Errorf("threedm/%s: got %d triples, want %d", name, got, want)
		}
	}
}

func TestThreePartitionsHaveTheirSum(t *testing.T) {
	for _, name := range []string{"1_b9_s1", "8_b100_s1", "10_b300_s2"} {
		if got := solved(t, &threepartition, name).Solutions; got < 1 {
			t.Errorf("threepartition/%s: got %d solutions, want the planted one", name, got)
		}
	}
	for _, sum := range []int{8, 9, 10, 11, 12, 13, 16, 100, 1001} {
		numbers := plantedTriples(5, sum, newDice(1))
		total := 0
		for _, a := range numbers {
			total += a
			if 4*a <= sum || 2*a >= sum {
				t.Errorf("sum %d: got the number %d, want one above a quarter and below half", sum, a)
			}
		}
		if numbers != nil && total != 5*sum {
			t.Errorf("sum %d: got a total of %d, want %d", sum, total, 5*sum)
		}
	}
	if got := plantedTriples(5, 8, newDice(1)); got != nil {
		t.Errorf("sum 8: got %v, want nothing, as 3 is the only number", got)
	}
}
