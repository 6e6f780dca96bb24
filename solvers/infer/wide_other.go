//go:build !amd64 || purego

package infer

// wide is for amd64 only: see wide_amd64.go. Here there is none.
type wide struct{}

func newWide(*tables) *wide { return nil }

func (*wide) smallest(*level) (item, least int) { panic("infer: no vectors here") }
