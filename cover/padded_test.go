package cover_test

import (
	"testing"
	"unsafe"

	"xcbench/cover"
)

func TestPaddedSlicesShareNoCacheLine(t *testing.T) {
	line := func(row []byte, k int) uintptr { return uintptr(unsafe.Pointer(&row[k])) / 64 }
	owner := map[uintptr]int{} // by line, the slice that has it
	for n := 1; n < 200; n++ {
		row := cover.Padded[byte](n)
		if len(row) != n || cap(row) != n {
			t.Fatalf("got length %d and capacity %d, want %d", len(row), cap(row), n)
		}
		kept = append(kept, row)
		for k := line(row, 0); k <= line(row, n-1); k++ {
			if owner[k] > 0 {
				t.Errorf("slices %d and %d share a cache line", owner[k], n)
			}
			owner[k] = n
		}
	}
}

var kept [][]byte // alive, so that no two have the same memory
