package main

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a process the head of a group, so that killGroup also ends what it started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = groupAttributes()
	cmd.Cancel = func() error {
		killGroup(cmd)
		return cmd.Process.Kill()
	}
}

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
