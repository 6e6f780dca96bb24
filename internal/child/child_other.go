//go:build !linux

package child

import (
	"os"
	"time"
)

// reap waits for the end of the child and then kills the rest of its group.
func (p *Process) reap() Exit {
	err := p.cmd.Wait()
	wall := time.Since(p.began)
	killGroup(p.cmd.Process)
	return p.exitOf(err, wall)
}

func boundFiles(int, uint64) {}

func killTree(p *os.Process) { killGroup(p) }

// peakMeter would find the peak of the memory. Only Linux has it.
type peakMeter struct{}

func (peakMeter) watch(int, <-chan struct{}) {}
func (peakMeter) end(*os.ProcessState) int64 { return 0 }

func cpuOf(int) time.Duration { return 0 }

// PeakOf returns 0: only Linux has the peak of another process.
func PeakOf(string) int64 { return 0 }

// Resident returns 0: only Linux has the memory of another process.
func Resident(int) int64 { return 0 }
