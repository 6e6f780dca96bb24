//go:build !purego

package cells

import "unsafe"

func (c cells) get(k int) int {
	return int(*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(c)), uintptr(k)*unsafe.Sizeof(uint32(0)))))
}

func (c cells) put(k, v int) {
	*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(c)), uintptr(k)*unsafe.Sizeof(uint32(0)))) = uint32(v)
}

func (l itemList) at(i int) *item {
	return (*item)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(i)*unsafe.Sizeof(item{})))
}

func (l nodeList) at(q int) *node {
	return (*node)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(l)), uintptr(q)*unsafe.Sizeof(node{})))
}
