package results

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"xcbench/internal/atomicfile"
)

// patience is how long to wait until another run unlocks a directory. A run that was just killed
// may take a moment.
const patience = time.Second

// lock creates a directory if necessary, and locks it.
func lock(path string) (*Dir, error) {
	unlock, err := Lock(path)
	if err != nil {
		return nil, err
	}
	d := &Dir{path: path, unlock: unlock}
	if err := atomicfile.Sweep(path, savedFiles...); err != nil { // left by a run that was killed
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Lock creates a directory if necessary, and keeps other programs that lock it away.
func Lock(path string) (unlock func() error, err error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	type attempt struct {
		unlock func()
		err    error
	}
	got := make(chan attempt)
	go func() { // the lock of the go command has no "try", so another goroutine waits for it
		unlock, err := lockedfile.MutexAt(filepath.Join(path, lockFile)).Lock()
		got <- attempt{unlock, err}
	}()
	select {
	case a := <-got:
		return func() error { a.unlock(); return nil }, a.err
	case <-time.After(patience):
		go func() {
			if a := <-got; a.err == nil {
				a.unlock()
			}
		}()
		return nil, fmt.Errorf("%s is in use by another run; wait for it, or choose another directory", path)
	}
}
