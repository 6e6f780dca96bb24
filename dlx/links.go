//go:build purego

package dlx

// This is links_unsafe.go with the ranges checked.

func (l links) at(i uint32) *uint32 { return &l[i] }
