//go:build purego

package cells

// With the build tag purego, every access to a table checks its range. See access_unsafe.go.

func (l list) at(k int) *uint32 { return &l[k] }

func (l itemList) at(i int) *item { return &l[i] }

func (l nodeList) at(q int) *node { return &l[q] }
