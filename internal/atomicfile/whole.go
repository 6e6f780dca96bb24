package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WriteFile replaces the content of a file, or makes it with the given permissions.
// The new content is written next to it, into a file of a hidden name, and renamed:
// only there is it sure to be on the same file system, and a kill leaves
// nothing where nobody would look for it (see [Sweep]). A symbolic link is followed; what is neither a
// file nor a directory, as /dev/stdout, is written to as it is. Errors name path.
func WriteFile(path string, content []byte, perm os.FileMode) error {
	target := path
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		target = followed
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a directory, expected a file", path)
	case err == nil && !info.Mode().IsRegular():
		return named(path, pour(target, content))
	}
	return named(path, replace(target, content, perm))
}

// pour writes to what cannot be replaced.
func pour(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// named makes an error one of the file that was to be written: nobody knows the other.
func named(path string, err error) error {
	var one *fs.PathError
	var two *os.LinkError
	switch {
	case errors.As(err, &one):
		return &fs.PathError{Op: "write", Path: path, Err: one.Err}
	case errors.As(err, &two):
		return &fs.PathError{Op: "write", Path: path, Err: two.Err}
	}
	return err
}

// Sweep removes from a directory what a killed WriteFile of these names has left
// behind. Nobody else may write them meanwhile.
func Sweep(dir string, names ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !slices.ContainsFunc(names, func(name string) bool { return leftOf(name, e.Name()) }) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// leftOf says whether a file has the hidden name, "." and digits around its own, under
// which another one is written.
func leftOf(name, file string) bool {
	rest, ok := strings.CutPrefix(file, "."+name)
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}
