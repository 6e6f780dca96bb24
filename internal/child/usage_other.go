//go:build !linux

package child

import "time"

// CPU returns 0: only Linux has the clock of another process.
func (p *Process) CPU() time.Duration { return 0 }

// Peak returns 0: it is unknown while the child runs.
func (p *Process) Peak() int64 { return 0 }

// Resident returns 0: only Linux has the memory of another process.
func Resident(int) int64 { return 0 }
