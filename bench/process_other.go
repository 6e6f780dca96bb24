//go:build !linux

package bench

import "syscall"

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = false

func resident(int) int64                     { return 0 }
func workerAttributes() *syscall.SysProcAttr { return nil }
