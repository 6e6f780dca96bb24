package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/atomicfile"
)

// names returns the names of the files in a directory.
func names(dir string) []string {
	all, _ := fs.Glob(os.DirFS(dir), "*")
	return all
}

// write calls WriteFile and Write, by turns.
func write(k int, path, text string) error {
	if k%2 == 0 {
		return atomicfile.WriteFile(path, []byte(text), 0o640)
	}
	return atomicfile.Write(path, 0o640, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

func TestFileIsReplacedAndNothingElseIsLeft(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", elsewhere)
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	for k, path := range []string{file, file, link, file} {
		want := strings.Repeat("text ", 3-k)
		if err := write(k, path, want); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("write %d: got %q, %v, want %q", k, got, err, want)
		}
	}
	if _, err := os.Readlink(link); err != nil {
		t.Error(err)
	}
	if got := append(names(dir), names(elsewhere)...); !slices.Equal(got, []string{"file", "link"}) {
		t.Errorf("got files %q, want file and link", got)
	}
}

func TestFailedWriteNamesTheFileAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	file, full := filepath.Join(dir, "file"), filepath.Join(dir, "full") // a fault would replace the link, not the device
	before, _ := os.Stat("/dev/full")
	if os.Symlink("/dev/full", full) != nil || before == nil {
		t.Skip("needs a full device")
	}
	if err := write(0, file, ""); err != nil {
		t.Fatal(err)
	}
	for k, path := range slices.Repeat([]string{full, filepath.Join(dir, "no", "f"), filepath.Join(file, "f"), dir, dir}, 2) {
		if err := write(k, path, "text"); err == nil || !strings.Contains(err.Error(), path+": ") || strings.Contains(err.Error(), "/.") {
			t.Errorf("%s: got %v, want an error that names it and no hidden file", path, err)
		}
	}
	if after, err := os.Stat(full); err != nil || after.Mode() != before.Mode() {
		t.Errorf("got %v, %v, want the device unchanged", after, err)
	}
	for _, name := range []string{"new", "file"} {
		torn := func(w io.Writer) error { io.WriteString(w, "part"); return io.ErrUnexpectedEOF }
		if err := atomicfile.Write(filepath.Join(dir, name), 0o666, torn); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: got %v, want the error of the content", name, err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || len(got) > 0 {
		t.Errorf("got %q, %v, want the file as it was", got, err)
	}
	if got := names(dir); !slices.Equal(got, []string{"file", "full"}) {
		t.Errorf("got files %q, want file and full", got)
	}
}

func TestSweepRemovesOnlyHiddenFilesOfItsNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range strings.Fields("a .a .a12 .a12b .b3 a12 .other4") {
		if err := write(0, filepath.Join(dir, name), ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Sweep(dir, "a", "b"); err != nil {
		t.Fatal(err)
	}
	if got, want := names(dir), strings.Fields(".a .a12b .other4 a a12"); !slices.Equal(got, want) {
		t.Errorf("got %q left, want %q", got, want)
	}
}
