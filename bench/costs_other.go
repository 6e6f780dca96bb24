//go:build !linux

package bench

import "time"

// Only Linux has these figures.

func thread() int               { return 0 }
func threadTime() time.Duration { return 0 }
func resetPeak() bool           { return false }

type counter struct{}

func openInstructions() *counter { return nil }
func (c *counter) read() uint64  { return 0 }
func (c *counter) close()        {}
