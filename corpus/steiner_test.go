package corpus

import "testing"

func TestSteinerSystemsOfSmallOrders(t *testing.T) {
	counts(t, []knownCount{
		{&sts, "3", 1, false}, {&sts, "7", 30, false}, {&sts, "9", 840, false},
		{&sts, "4", 0, false}, {&sts, "5", 0, false}, {&sts, "6", 0, false}, {&sts, "8", 0, false}, {&sts, "10", 0, false},
	})
}

// A Steiner system of 9 points is an affine plane, whose 12 triples make 4 days in one way. There
// are 840 of them and 280 days, so that 840*4/280 systems have a given day.
func TestSchedulesOfKnownDesigns(t *testing.T) {
	counts(t, []knownCount{
		{&kirkman, "9", 12, false},
		// The same schedules, with the three other days in any order.
		{&golfers, "3x3x4", 12 * 6, false},
		// Day 0 is given, and the other two days come in two orders.
		{&golfers, "2x2x3", 2, false},
		// 1-factorizations of K6 with a given factor: 6*5/15, in 4! orders.
		{&golfers, "3x2x5", 2 * 24, false},
		// Affine planes of order 4: 16!/5760, of 5 days out of 2627625; in 4! orders.
		{&golfers, "4x4x5", 6912 * 24, true},
		{&golfers, "3x3x5", 0, false}, {&golfers, "1x1x2", 1, false}, {&golfers, "1x4x2", 0, false},
		{&golfers, "5x1x3", 1, false},
	})
}

func TestKirkmanNeedsPointsInTriplesAndDays(t *testing.T) {
	v, err := kirkman.parse("13")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kirkman.instance(v).Puzzle(); err == nil {
		t.Error("kirkman/13: got a problem, want an error")
	}
}
