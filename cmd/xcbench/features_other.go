//go:build !amd64

package main

// features returns the processor's features that solvers have code for: there are none here.
func features() []string { return []string{} }
