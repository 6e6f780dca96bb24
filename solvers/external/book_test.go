package external

import "testing"

// Solutions are remembered in a table of a bounded size. If it is full, some are not remembered.
func TestFingerprintsAreBounded(t *testing.T) {
	var f fingerprints
	for n := range 5 * maxFingerprints / 2 {
		if !f.add([]int{n}) {
			t.Fatalf("solution %d: got a repetition", n)
		}
		if size := len(f.set); size > maxFingerprints || n < maxFingerprints && size != n+1 {
			t.Fatalf("got %d of %d, want all up to %d", size, n+1, maxFingerprints)
		}
	}
	repeated := 0
	for n := range 1000 {
		if !f.add([]int{n}) {
			repeated++
		}
	}
	if repeated < 100 {
		t.Errorf("noticed %d of 1000 repetitions, want a quarter", repeated)
	}
}
