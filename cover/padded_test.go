package cover_test

import (
	"slices"
	"testing"
	"unsafe"

	"xcbench/cover"
)

func TestPaddedSlicesShareNoCacheLine(t *testing.T) {
	kept := make([][]byte, 200)
	var lines []uintptr // the lines of the first and last bytes
	for k := range kept {
		kept[k] = cover.Padded[byte](1 + k%70)
		if len(kept[k]) != 1+k%70 || cap(kept[k]) != len(kept[k]) {
			t.Fatalf("got length %d and capacity %d, want %d", len(kept[k]), cap(kept[k]), 1+k%70)
		}
		first := uintptr(unsafe.Pointer(&kept[k][0]))
		lines = append(lines, first/64)
		if last := (first + uintptr(k%70)) / 64; last != first/64 {
			lines = append(lines, last)
		}
	}
	all := len(lines)
	slices.Sort(lines)
	if got := len(slices.Compact(lines)); got != all {
		t.Errorf("got %d cache lines, want %d", got, all)
	}
	if got := cover.Padded[struct{}](3); len(got) != 3 {
		t.Errorf("got length %d, want 3", len(got))
	}
}
