//go:build linux || darwin

package fleet

import (
	"os"
	"syscall"
)

// lock locks the file of an attempt until this process closes it or ends. If the file system has no
// locks, only the lease says that a worker is dead.
func lock(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// unlocked reports whether the process that had locked the file of an attempt has ended.
func unlocked(path string) bool {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	return lock(file) == nil
}
