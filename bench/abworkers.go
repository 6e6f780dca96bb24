package bench

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// workers returns a worker for each side. Its process runs a new copy of the side's program, in a directory. Two solvers
// of one program share a copy.
//
// The cached pages of a program keep their place in memory for as long as they are cached. Their
// place alone shifts the times of small searches by some percent, so two identical programs differ
// in every round. With new copies in each round the places of both sides vary alike. See T.
// Mytkowicz, A. Diwan, M. Hauswirth and P. F. Sweeney, "Producing wrong data without doing anything
// obviously wrong!", ASPLOS 2009, 265-276.
func (a *AB) workers(dir string) (workers [2]*Worker, err error) {
	copies := map[string]string{}
	for side, s := range a.Sides {
		original := s.Command[0]
		if copies[original] == "" {
			copies[original] = filepath.Join(dir, strconv.Itoa(side)+filepath.Ext(original))
			err = errors.Join(err, copyProgram(copies[original], original))
		}
		workers[side] = NewSearcher(append([]string{copies[original]}, s.Command[1:]...))
	}
	return workers, err
}

// copyProgram copies a program. No process starts meanwhile: it would keep the copy open for
// writing until its own program begins, and a program that is open for writing cannot be run.
func copyProgram(to, from string) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, program, 0o700)
}
