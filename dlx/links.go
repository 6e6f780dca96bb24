//go:build purego

package dlx

// With the build tag purego, every access to a link checks its range. See links_unsafe.go.

func (l links) at(i uint32) *uint32 { return &l[i] }
