//go:build !purego

package dlx

import "unsafe"

// All links are in range: build writes numbers of items and nodes, and the search only moves them
// around. To leave out the range checks saves 25% of the time of scott and pentominoes 3x20.
// links.go has the checks, and all tests pass with both.

func (l links) at(i uint32) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(i)*4))
}
