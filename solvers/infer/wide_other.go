//go:build !amd64 || purego

package infer

// wide exists for amd64 only, in wide_amd64.go.
type wide struct{}

func newWide(*tables) *wide { return nil }

func (*wide) smallest(*level) (item, least int) { panic("infer: this build has no vectors") }
