//go:build !linux

package child

import "time"

func cpuOf(int) time.Duration { return 0 }

// PeakOf returns 0: only Linux has the peak of another process.
func PeakOf(string) int64 { return 0 }

// Resident returns 0: only Linux has the memory of another process.
func Resident(int) int64 { return 0 }
