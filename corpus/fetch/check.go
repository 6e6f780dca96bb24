package fetch

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
)

// mismatch is the error about a file that is not the set's file.
type mismatch struct{ what, got, want string }

func (m *mismatch) Error() string {
	return fmt.Sprintf("wrong %s: got %s, expected %s", m.what, m.got, m.want)
}

// check compares a file with all that is known about a set. It reads the finished file, not the
// stream that the file was written from. So the same code checks downloads, resumed downloads,
// copies and files of an earlier day, and it checks what is really on the disk.
func check(s Set, name string) error {
	f, size, err := openRegular(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if s.Bytes > 0 && size != s.Bytes {
		return &mismatch{"size", fmt.Sprint(size), fmt.Sprint(s.Bytes)}
	}
	if size == 0 {
		return &mismatch{"size", "0", "at least 1"}
	}
	sums := []struct {
		what, want string
		h          hash.Hash
	}{
		{"SHA-256", s.SHA256, sha256.New()},
		{"git object id", s.Git, sha1.New()},
	}
	fmt.Fprintf(sums[1].h, "blob %d\x00", size)
	if _, err := io.Copy(io.MultiWriter(sums[0].h, sums[1].h), f); err != nil {
		return err
	}
	for _, sum := range sums {
		if got := hex.EncodeToString(sum.h.Sum(nil)); sum.want != "" && got != sum.want {
			return &mismatch{sum.what, got, sum.want}
		}
	}
	return nil
}

// openRegular opens a file and returns its size.
func openRegular(name string) (*os.File, int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", name)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}
