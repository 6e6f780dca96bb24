//go:build !purego

package cells

import "unsafe"

// All indices are in range: build writes numbers of items, nodes and positions, and the search only
// moves them around. The methods return pointers, because an inlined call then costs no
// instruction. With a value, most calls would cost a NOP, which is 10% of the inner loops.

func (l list) at(k int) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(k)*unsafe.Sizeof(uint32(0))))
}

func (l itemList) at(i int) *item {
	return (*item)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(i)*unsafe.Sizeof(item{})))
}

func (l nodeList) at(q int) *node {
	return (*node)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(q)*unsafe.Sizeof(node{})))
}
