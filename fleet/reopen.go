package fleet

import (
	"errors"
	"os"
	"xcbench/results"
)

// reopen opens the file of an attempt whose writer is dead, and cuts off a torn line.
func reopen(path string) (*attempt, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	whole, _, err := results.WholeLines(file)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &attempt{file: file, size: whole}, nil
}
