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

// A mismatch is a file that is not the one it should be.
type mismatch struct{ what, got, want string }

func (m *mismatch) Error() string {
	return fmt.Sprintf("wrong %s: got %s, want %s", m.what, m.got, m.want)
}

// check holds a file against all that is known of a set. What is read is the
// finished file and not the stream that it was written from: so the same code
// judges downloads, resumed downloads, copies and files of an earlier day, and it
// judges what is really on the disk.
func check(s Set, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", name)
	}
	if s.Bytes > 0 && info.Size() != s.Bytes {
		return &mismatch{"size", fmt.Sprint(info.Size()), fmt.Sprint(s.Bytes)}
	}
	if info.Size() == 0 {
		return &mismatch{"size", "0", "more"}
	}
	sums := []struct {
		what, want string
		h          hash.Hash
	}{
		{"SHA-256", s.SHA256, sha256.New()},
		{"git object id", s.Git, sha1.New()},
	}
	fmt.Fprintf(sums[1].h, "blob %d\x00", info.Size())
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
