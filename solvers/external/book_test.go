package external

import "testing"

// Solutions are remembered in a table of a bounded size. If it is full, some are not remembered.
func TestFingerprintsAreBounded(t *testing.T) {
	const most = 1 << 10
	f := fingerprints{most: most}
	for n := range 5 * most / 2 {
		if !f.add([]int{n}) {
			t.Fatalf("solution %d: got a repetition", n)
		}
		if size := len(f.set); size > most || n < most && size != n+1 {
			t.Fatalf("got %d of %d, want all up to %d", size, n+1, most)
		}
	}
	repeated := 0
	for n := range most {
		if !f.add([]int{n}) {
			repeated++
		}
	}
	if repeated < most/10 {
		t.Errorf("noticed %d of %d repetitions, want a quarter", repeated, most)
	}
}
