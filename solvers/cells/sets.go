//go:build purego

package cells

// This is sets_unsafe.go with the ranges checked.

func (c cells) at(k int) *uint32 { return &c[k] }

func (l itemList) at(i int) *item { return &l[i] }

func (l nodeList) at(q int) *node { return &l[q] }
