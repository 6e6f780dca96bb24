package results

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/internal/zst"
)

// write writes a file, or its compressed form if the name is one of that.
func write(t *testing.T, path, text string) {
	t.Helper()
	data := []byte(text)
	if strings.HasSuffix(path, zst.Suffix) {
		var err error
		if data, err = zst.Pack(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// The plain file counts if both are there. Without either, the error names the plain one.
func TestAFileIsFoundInEitherForm(t *testing.T) {
	for _, c := range []struct{ files, found, text string }{
		{"a", "a", "a\n"}, {"a" + zst.Suffix, "a" + zst.Suffix, "a" + zst.Suffix + "\n"},
		{"a a" + zst.Suffix, "a", "a\n"}, {"", "a", ""},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		for _, name := range strings.Fields(c.files) {
			write(t, filepath.Join(dir, name), name+"\ntorn")
		}
		if got := Found(path); got != filepath.Join(dir, c.found) {
			t.Errorf("%q: got %s, want %s", c.files, got, c.found)
		}
		lines, err := OpenWhole(path)
		if c.text == "" {
			if err == nil || !strings.Contains(err.Error(), path+":") {
				t.Errorf("got %v, want an error that names %s", err, path)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for n, want := range map[int]string{2: c.text[:2], 1000: c.text + "torn"} {
			if start, err := lines.Start(n); string(start) != want || err != nil {
				t.Errorf("%q: got the start %q, %v, want %q", c.files, start, err, want)
			}
		}
		text, err := io.ReadAll(lines)
		if string(text) != c.text || err != nil || !lines.torn() || lines.Path != filepath.Join(dir, c.found) {
			t.Errorf("%q: got %q of %s, torn %v, %v, want %q", c.files, text, lines.Path, lines.torn(), err, c.text)
		}
		if err := lines.Close(); err != nil {
			t.Error(err)
		}
		if found := filepath.Join(dir, c.found); strings.HasSuffix(found, zst.Suffix) {
			lines, err := (Input{path: found}).Open(nil)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(lines); string(text) != c.text || err != nil {
				t.Errorf("%s by name: got %q, %v, want %q", c.found, text, err, c.text)
			}
			lines.Close()
		}
	}
	folder := filepath.Join(t.TempDir(), "a"+zst.Suffix)
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenWhole(folder); err == nil || !strings.Contains(err.Error(), "expected a regular file") {
		t.Errorf("a folder: got %v, want an error", err)
	}
}

// Whoever recognises a file looks at 64 KB of it.
func TestTheStartOfACompressedFileMayBeLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+zst.Suffix)
	text := strings.Repeat("a line of text\n", 5000)
	write(t, path, text)
	lines, err := OpenWhole(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	if start, err := lines.Start(64 << 10); string(start) != text[:64<<10] || err != nil {
		t.Errorf("got %d bytes, %v, want %d", len(start), err, 64<<10)
	}
}

// Only the end of a stream tears a line. Another error is passed on as it is.
func TestAnErrorOfAStreamTearsNoLine(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		end  error
		torn bool
	}{{io.EOF, true}, {broken, false}} {
		w := &wholeLines{in: io.MultiReader(strings.NewReader("a\nb\nc"), iotest.ErrReader(c.end))}
		text := make([]byte, 100)
		n, err := w.Read(text)
		if string(text[:n]) != "a\nb\n" || err != nil {
			t.Errorf("got %q, %v, want two lines", text[:n], err)
		}
		if n, err := w.Read(text); n != 0 || err != c.end || w.torn != c.torn {
			t.Errorf("got %d bytes, %v, torn %v, want %v, torn %v", n, err, w.torn, c.end, c.torn)
		}
	}
}

type closer struct {
	closed bool
	err    error
}

func (c *closer) Close() error { c.closed = true; return c.err }

func TestClosingClosesAll(t *testing.T) {
	a, b := &closer{err: errors.New("a")}, &closer{err: errors.New("b")}
	if err := (closers{a, b}).Close(); !errors.Is(err, a.err) || !errors.Is(err, b.err) || !a.closed || !b.closed {
		t.Errorf("got %v, closed %v and %v, want both errors", err, a.closed, b.closed)
	}
}
