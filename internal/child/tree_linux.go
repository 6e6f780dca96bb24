package child

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// descendants returns the children of a process, their children, and so on. A pattern would list the
// folder of each thread, and the system would make all files in it for that.
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

var pageSize = int64(os.Getpagesize())

// Resident returns the resident memory of a process and its descendants, in bytes. It is 0 if the
// process has ended.
func Resident(pid int) (sum int64) {
	for _, one := range append(descendants(pid), pid) {
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(one) + "/statm") // see proc(5)
		var size, pages int64
		fmt.Sscan(string(text), &size, &pages)
		sum += pages * pageSize
	}
	return sum
}

// killTree kills the group of a process and its descendants. A worker's engines lead groups of their
// own, and may have started processes that have lost their parent, so whole groups are killed.
func killTree(p *os.Process) {
	own, all := syscall.Getpgrp(), map[int]bool{} // groups, as negative numbers, and processes
	for _, child := range descendants(p.Pid) {
		all[child] = true
		if group, err := syscall.Getpgid(child); err == nil && group != own {
			all[-group] = true
		}
	}
	killGroup(p)
	for each := range all {
		syscall.Kill(each, syscall.SIGKILL)
	}
}
