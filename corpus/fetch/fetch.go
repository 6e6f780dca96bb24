// Package fetch downloads published sets of sudokus into a folder of the user. This repository has
// no data of the sets.
//
// A file is read into memory, checked and then renamed into its place. So the folder has the whole
// file or no file. Servers are not trusted: the length and, where it is known, the checksum must be
// right.
//
// Start reading at [Get]; sets.tsv is the table of sets.
package fetch

import (
	"cmp"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"xcbench/internal/atomicfile"
)

// Options say where files go and where they come from. The zero value has the defaults for users.
type Options struct {
	Dir    string // where files are kept; "": xcbench/sets in the user's cache directory
	Mirror string // a folder with copies of the files; "": files come from the address of the set

	// Progress is called from time to time with the number of bytes received and the number
	// expected, which is 0 if not known.
	Progress func(done, all int64)

	Stall time.Duration // a download ends if nothing arrives for so long; 0: 30 s
	Limit int64         // the most bytes that a file of unknown size may have; 0: 256 MiB
}

func (o Options) withDefaults() (Options, error) {
	if o.Dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return o, err
		}
		o.Dir = filepath.Join(cache, "xcbench", "sets")
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	o.Stall = cmp.Or(max(o.Stall, 0), 30*time.Second)
	o.Limit = cmp.Or(max(o.Limit, 0), 256<<20)
	return o, nil
}

// Get returns the path of a set's file. It downloads the file if it is missing or wrong. If Get
// fails or its context ends, no file is added or changed. The error is an [Unreachable] if the
// server does not answer.
func Get(ctx context.Context, s Set, o Options) (string, error) {
	o, err := o.withDefaults()
	if err == nil {
		var name string
		if name, err = get(ctx, s, o); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("fetch %s: %w", s.Name, err)
}

func get(ctx context.Context, s Set, o Options) (string, error) {
	name := filepath.Join(o.Dir, s.file())
	content, err := readFile(s, name, o.Limit)
	if err == nil {
		return name, nil
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return "", err
	}
	if o.Mirror != "" {
		content, err = readFile(s, filepath.Join(o.Mirror, s.file()), o.Limit)
	} else {
		content, err = download(ctx, s, o)
	}
	if err != nil {
		return "", err
	}
	return name, atomicfile.Write(name, 0o666, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func readFile(s Set, name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(s, f, limit)
}

// read reads the file of a set and compares it with all that is known about the set. It reads no
// more than one byte beyond the size, or beyond the limit if the size is not known.
func read(s Set, r io.Reader, limit int64) ([]byte, error) {
	bound := cmp.Or(s.Bytes, limit)
	content, err := io.ReadAll(io.LimitReader(r, bound+1))
	if err != nil {
		return nil, err
	}
	size := int64(len(content))
	switch {
	case size > bound:
		return nil, mismatch("size", fmt.Sprintf("more than %d", bound), fmt.Sprintf("at most %d", bound))
	case s.Bytes > 0 && size != s.Bytes:
		return nil, mismatch("size", size, s.Bytes)
	case size == 0:
		return nil, mismatch("size", size, "at least 1")
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(content)); s.SHA256 != "" && got != s.SHA256 {
		return nil, mismatch("SHA-256", got, s.SHA256)
	}
	blob := sha1.New()
	fmt.Fprintf(blob, "blob %d\x00", size)
	blob.Write(content)
	if got := fmt.Sprintf("%x", blob.Sum(nil)); s.Git != "" && got != s.Git {
		return nil, mismatch("git object id", got, s.Git)
	}
	return content, nil
}

func mismatch(what string, got, want any) error {
	return fmt.Errorf("wrong %s: got %v, expected %v", what, got, want)
}
