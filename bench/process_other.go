//go:build !linux

package bench

import (
	"os"
	"syscall"
)

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = false

func residentTree(int) int64                 { return 0 }
func killTree(p *os.Process)                 { p.Kill() }
func workerAttributes() *syscall.SysProcAttr { return nil }
