package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// WriteFile replaces the content of a file as [Write] does.
func WriteFile(path string, content []byte, perm os.FileMode) error {
	return Write(path, perm, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// Write replaces the content of a file, or creates the file with the given permissions. The content may
// be larger than memory. It goes to a file with a hidden name in the same directory, which is on the
// same file system, and that file is renamed. If the function fails, the file stays as it is. A kill may
// leave the hidden file behind (see [Sweep]). A symbolic link is followed. Something that is neither a
// file nor a directory, such as /dev/stdout, is written to directly. Errors name path.
func Write(path string, perm os.FileMode, content func(io.Writer) error) error {
	target := path
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		target = followed
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%w, expected a file", &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR})
	case err == nil && !info.Mode().IsRegular():
		return named(path, pour(target, content))
	}
	return named(path, replace(target, perm, content))
}

// pour writes to something that cannot be replaced.
func pour(path string, content func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(content(f), f.Close())
}

// named makes an error name the file that was to be written, because users do not know the hidden
// file.
func named(path string, err error) error {
	if one, ok := errors.AsType[*fs.PathError](err); ok {
		err = &fs.PathError{Op: "write", Path: path, Err: one.Err}
	} else if two, ok := errors.AsType[*os.LinkError](err); ok {
		err = &fs.PathError{Op: "write", Path: path, Err: two.Err}
	}
	return err
}

// Sweep removes the hidden files that killed calls of WriteFile for these names left in a
// directory. Nobody else may write these files meanwhile.
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

// leftOf says whether file is a hidden file of name: "." and the name, followed by digits.
func leftOf(name, file string) bool {
	rest, ok := strings.CutPrefix(file, "."+name)
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}
