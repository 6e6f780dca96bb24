//go:build purego

package cells

// This is sets_unsafe.go with the ranges checked.

func (c cells) get(k int) int { return int(c[k]) }

func (c cells) put(k, v int) { c[k] = uint32(v) }

func (l itemList) at(i int) *item { return &l[i] }

func (l nodeList) at(q int) *node { return &l[q] }
