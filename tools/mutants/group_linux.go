package main

import "syscall"

// groupAttributes make the kernel kill the process if this program is killed. A mutant may wait
// for ever.
func groupAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
