//go:build !purego

package cells

import "unsafe"

// The tables hold numbers of items, nodes and places that build has written and that the search only moves
// about, so they are in range. A method that returns a place costs no instruction when it is inlined; one
// that returns or takes a value costs a NOP in most places, 10% of the inner loops.

func (c cells) at(k int) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(c)), uintptr(k)*unsafe.Sizeof(uint32(0))))
}

func (l itemList) at(i int) *item {
	return (*item)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(i)*unsafe.Sizeof(item{})))
}

func (l nodeList) at(q int) *node {
	return (*node)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(q)*unsafe.Sizeof(node{})))
}
