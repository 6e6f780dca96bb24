package bench

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// abWorkers has a worker process for each side, for one round.
type abWorkers struct {
	dir   string // of the copies of the programs
	sides [2]*Worker
}

// openWorkers starts a worker process for each side, from new copies of their programs. Two solvers of
// one program share a copy.
//
// The cached pages of a program keep their place in memory for as long as they are cached. Their
// place alone shifts the times of small searches by some percent, so two identical programs differ
// in every round. With new copies in each round the places of both sides vary alike. See T.
// Mytkowicz, A. Diwan, M. Hauswirth and P. F. Sweeney, "Producing wrong data without doing anything
// obviously wrong!", ASPLOS 2009, 265-276.
func (a *AB) openWorkers() (w abWorkers, err error) {
	if w.dir, err = os.MkdirTemp("", "xcbench-ab-*"); err != nil {
		return w, err
	}
	copies := map[string]string{}
	for side, s := range a.Sides {
		program := copies[s.Command[0]]
		if program == "" {
			program = filepath.Join(w.dir, strconv.Itoa(side)+filepath.Ext(s.Command[0]))
			if err := copyProgram(program, s.Command[0]); err != nil {
				w.close()
				return w, err
			}
			copies[s.Command[0]] = program
		}
		w.sides[side] = NewSearcher(append([]string{program}, s.Command[1:]...))
	}
	return w, nil
}

func (w abWorkers) sample(ctx context.Context, side int, c call) (*Found, error) {
	return w.sides[side].do(ctx, c)
}

func (w abWorkers) close() {
	for _, r := range w.sides {
		if r != nil {
			r.Close()
		}
	}
	os.RemoveAll(w.dir)
}

// copyProgram copies a program. No process starts meanwhile: it would keep the copy open for
// writing until its own program begins, and a program that is open for writing cannot be run.
func copyProgram(to, from string) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
