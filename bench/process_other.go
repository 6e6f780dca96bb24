//go:build !linux

package bench

import "syscall"

// CanBoundMemory says whether [Isolation.Memory] is kept on this system.
const CanBoundMemory = false

func resident(int) (int64, bool)  { return 0, false }
func apart() *syscall.SysProcAttr { return nil }
