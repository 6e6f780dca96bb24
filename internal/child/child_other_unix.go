//go:build unix && !linux

package child

import "syscall"

// attributes gives the child a process group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
