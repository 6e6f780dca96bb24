package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s: got %q, %v, want %q", path, got, err, want)
	}
}

func TestFileIsReplacedAndNothingElseIsLeft(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", elsewhere)
	path := filepath.Join(dir, "f")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		wantContent(t, path, text)
	}
	if got := names(t, dir) + names(t, elsewhere); got != "f" {
		t.Errorf("got files %q, want f", got)
	}
}

func TestLinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, []byte("new"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantContent(t, file, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("got %v, %v, want a link", info, err)
	}
}

func TestDeviceIsWrittenToAndNotReplaced(t *testing.T) {
	before, err := os.Stat("/dev/full")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "full") // a fault would replace the link, not the device
	if err := os.Symlink("/dev/full", link); err != nil {
		t.Skip(err)
	}
	err = WriteFile(link, []byte("text"), 0o666)
	if err == nil || err.Error() != "write "+link+": no space left on device" {
		t.Errorf("got %v, want an error that names the link and the full device", err)
	}
	if after, err := os.Stat(link); err != nil || after.Mode() != before.Mode() {
		t.Errorf("got %v, %v, want the device unchanged", after, err)
	}
}

func TestFailedWriteNamesTheFileAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "no", "f"): "write " + filepath.Join(dir, "no", "f") + ": no such file or directory",
		filepath.Join(file, "f"):      "write " + filepath.Join(file, "f") + ": not a directory",
		dir:                           dir + ": is a directory, expected a file",
	} {
		if err := WriteFile(path, []byte("text"), 0o666); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := WriteFile(filepath.Join(dir, "no", "f"), nil, 0o666); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want one that is fs.ErrNotExist", err)
	}
	if got := names(t, dir); got != "file" {
		t.Errorf("got files %q, want file", got)
	}
}

func TestSweepRemovesOnlyHiddenFilesOfItsNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", ".a", ".a12", ".a12b", ".b3", "a12", ".other4"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep(dir, "a", "b"); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, dir), ".a .a12b .other4 a a12"; got != want {
		t.Errorf("got %q left, want %q", got, want)
	}
}
