//go:build !linux

package bench

import "syscall"

// CanBoundMemory says whether [Isolation.Memory] is enforced on this system.
const CanBoundMemory = false

func resident(int) (int64, bool)             { return 0, false }
func workerAttributes() *syscall.SysProcAttr { return nil }
