package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// descendants returns the children of a process, their children, and so on. A worker has descendants
// only if it runs engines. A pattern would list the folder of each thread, and the system would make
// all files in it for that.
func descendants(pid int) (all []int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		text, _ := os.ReadFile(filepath.Join(dir, thread.Name(), "children"))
		for _, word := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(word)); err == nil {
				all = append(append(all, child), descendants(child)...)
			}
		}
	}
	return all
}

// residentTree returns the resident memory of a process and its descendants, in bytes.
func residentTree(pid int) int64 {
	sum := resident(pid)
	for _, child := range descendants(pid) {
		sum += resident(child)
	}
	return sum
}

// killTree kills a process and its descendants. An engine leads a process group of its own, and may
// have started processes that have lost their parent, so whole groups are killed.
func killTree(p *os.Process) {
	own, all := syscall.Getpgrp(), map[int]bool{} // groups, as negative numbers, and processes
	for _, child := range descendants(p.Pid) {
		all[child] = true
		if group, err := syscall.Getpgid(child); err == nil && group != own {
			all[-group] = true
		}
	}
	p.Kill()
	for each := range all {
		syscall.Kill(each, syscall.SIGKILL)
	}
}
