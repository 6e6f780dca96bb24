//go:build purego

package dlx

// This is links_unsafe.go with the ranges checked.

func (l itemList) at(i int32) *item { return &l[i] }

func (l nodeList) at(i int32) *node { return &l[i] }
