package cover_test

import (
	"runtime"
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

// allocated returns how many bytes a call of f allocates.
func allocated(f func()) float64 {
	const calls = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		f()
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / calls
}

var kept unsafe.Pointer // so that what f allocates is on the heap

func pointer[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// An allocation has at most one eighth more than its size, and the test itself allocates little.
func TestPaddingIsTwoCacheLinesOnBothSides(t *testing.T) {
	const least, most = 2 * 128, (2*128 + 2*40) * 5 / 4
	for name, got := range map[string]float64{
		"bytes":                allocated(func() { kept = pointer(cover.Padded[byte](0)) }),
		"words":                allocated(func() { kept = pointer(cover.Padded[uint64](0)) }),
		"elements of 40 bytes": allocated(func() { kept = pointer(cover.Padded[[5]uint64](0)) }),
	} {
		if got < least || got > most {
			t.Errorf("%s: got %v bytes of padding, want %d to %d", name, got, least, most)
		}
	}
}
