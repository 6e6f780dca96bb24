package corpus

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"xcbench/format"
	"xcbench/internal/bounded"
)

// ArchiveError is a fault of an archive, or of one of its files.
type ArchiveError struct{ archive, file, msg string }

func (e *ArchiveError) Error() string {
	if e.file == "" {
		return e.archive + ": " + e.msg
	}
	return filepath.Join(e.archive, e.file) + ": " + e.msg
}

// unpacking is an archive that is being read.
type unpacking struct {
	path  string
	files fs.FS
	sums  map[string]string // the SHA-256 of each file, in hexadecimal digits
}

func (u *unpacking) fault(file, form string, args ...any) error {
	return &ArchiveError{u.path, file, fmt.Sprintf(form, args...)}
}

// openArchive returns the archive that a path names, or nil if it names something else. The zip file
// stays open while an instance of it is in use; the garbage collector closes it.
func openArchive(path string, info fs.FileInfo) (*unpacking, error) {
	u := &unpacking{path: path, files: os.DirFS(path)}
	if info.IsDir() {
		for _, name := range []string{sumsFile, schemaFile, catalogueFile} {
			if _, err := fs.Stat(u.files, name); err == nil {
				return u, nil
			}
		}
		return nil, nil
	}
	if !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, 4)
	if _, err := f.ReadAt(head, 0); err != nil || !bytes.Equal(head, []byte("PK\x03\x04")) {
		return nil, f.Close()
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		f.Close()
		return nil, u.fault("", "%v; download the archive again", err)
	}
	root := ""
	if len(z.File) > 0 {
		root, _, _ = strings.Cut(z.File[0].Name, "/")
	}
	u.files, err = fs.Sub(z, root)
	return u, err
}

// instances yields the instances of the archive if all its files are as expected, and else its faults.
func (u *unpacking) instances(yield func(Instance, error) bool) {
	faults, err := u.check()
	for _, fault := range append(faults, err) {
		if fault != nil && !yield(Instance{}, fault) {
			return
		}
	}
	if err != nil || len(faults) > 0 {
		return
	}
	text, err := u.read(catalogueFile)
	if err != nil {
		yield(Instance{}, err)
		return
	}
	for in, err := range readManifest(filepath.Join(u.path, catalogueFile), bytes.NewReader(text)) {
		if err == nil {
			in, err = u.instance(in)
		}
		if !yield(in, err) {
			return
		}
	}
}

// read reads a file. It may expand to any length, so its size is bounded.
func (u *unpacking) read(name string) ([]byte, error) {
	f, err := u.files.Open(name)
	if err != nil {
		return nil, u.fault(name, "%v, expected an archive of 'xcbench corpus archive'", cause(err))
	}
	defer f.Close()
	text, err := io.ReadAll(bounded.Bytes(filepath.Join(u.path, name), struct{ io.Reader }{f}))
	if err != nil {
		return nil, u.fault(name, "%v; download the archive again", cause(err))
	}
	return text, nil
}

// cause returns an error without the names that a fault has too.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// check compares all files with the sums. It returns each fault, or an error if the archive cannot be
// read at all.
func (u *unpacking) check() (faults []error, err error) {
	if err := u.checkSchema(); err != nil {
		return nil, err
	}
	list, err := u.read(sumsFile)
	if err != nil {
		return nil, err
	}
	u.sums = map[string]string{}
	for n, line := range strings.Split(strings.TrimSuffix(string(list), "\n"), "\n") {
		sum, name, ok := strings.Cut(line, "  ")
		if !ok || len(sum) != 2*sha256.Size || !fs.ValidPath(name) {
			return nil, u.fault(sumsFile, "line %d is %q, expected a SHA-256, two blanks and a file", n+1, line)
		}
		u.sums[name] = sum
		text, err := u.read(name)
		if got := fmt.Sprintf("%x", sha256.Sum256(text)); err == nil && got != sum {
			err = u.fault(name, "the SHA-256 is %s, expected %s; download the archive again", got, sum)
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	return faults, fs.WalkDir(u.files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return u.fault(name, "%v", cause(err))
		}
		if u.sums[name] == "" && name != sumsFile && !entry.IsDir() {
			faults = append(faults, u.fault(name, "not in %s, expected only files that it lists", sumsFile))
		}
		return nil
	})
}

// checkSchema rejects an archive of a later version.
func (u *unpacking) checkSchema() error {
	text, err := u.read(schemaFile)
	if err != nil {
		return err
	}
	var schema struct {
		Version int `json:"schema_version"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		return u.fault(schemaFile, "%v", err)
	}
	if schema.Version < 1 || schema.Version > Schema {
		return u.fault(schemaFile, "schema_version is %d, expected at most %d; a newer xcbench reads it", schema.Version, Schema)
	}
	return nil
}

// instance makes an instance of the catalogue read its problem from the archive.
func (u *unpacking) instance(in Instance) (Instance, error) {
	own, dlx := ownFile(in.ID()), dlxFile(in.ID())
	sum, ok := u.sums[dlx]
	switch {
	case !ok:
		return in, u.fault(dlx, "no such file, expected the problem of %s in %s", in.ID(), catalogueFile)
	case !strings.HasPrefix(sum, in.hash):
		return in, u.fault(dlx, "the SHA-256 is %s, expected one that begins with %s, as in %s", sum, in.hash, catalogueFile)
	}
	name, o := dlx, format.Options{From: "dlx"}
	if u.sums[own] != "" {
		name, o = own, format.Options{From: "sudoku"}
	}
	in.open = func() (*format.Puzzle, error) {
		text, err := u.read(name)
		if err != nil {
			return nil, err
		}
		r, err := format.NewReader(filepath.Join(u.path, name), bytes.NewReader(text), o)
		if err != nil {
			return nil, err
		}
		return r.Read()
	}
	return in, nil
}
