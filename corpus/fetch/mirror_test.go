package fetch

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder returns a new folder with the file of the test's set.
func folder(t *testing.T, body []byte) string {
	t.Helper()
	dir := mkdir(t, "a copy")
	if err := os.WriteFile(filepath.Join(dir, "top.txt"), body, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMirrorsAreFoldersAndAddresses(t *testing.T) {
	dir := folder(t, content)
	t.Chdir(filepath.Dir(dir))
	s := serve(t, serving(content, tag))
	for _, mirror := range []string{
		dir, dir + "/", "a copy", "./a copy", "../" + filepath.Base(filepath.Dir(dir)) + "/a copy",
		(&url.URL{Scheme: "file", Path: dir}).String(),
		(&url.URL{Scheme: "file", Host: "localhost", Path: dir}).String(),
		s.URL, s.URL + "/", s.URL + "/some/folder",
	} {
		m, err := ParseMirror(mirror)
		if err != nil {
			t.Error(err)
			continue
		}
		o := quick(t)
		o.Mirror = m
		set := s.set()
		set.URL = "http://nowhere.invalid/top.txt"
		name, err := Get(t.Context(), set, o)
		if err != nil {
			t.Errorf("%s: %v", mirror, err)
			continue
		}
		wantFile(t, name, content)
	}
}

func TestInvalidMirrorsAreRejected(t *testing.T) {
	for mirror, want := range map[string]string{
		"":                     "mirror is empty",
		"ftp://localhost/dir":  "expected a folder, file:///FOLDER or http[s]://HOST/FOLDER",
		"file://elsewhere/dir": "on this machine",
	} {
		if _, err := ParseMirror(mirror); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", mirror, err, want)
		}
	}
}

func TestFileAddressIsAnAddress(t *testing.T) {
	parent := filepath.ToSlash(filepath.Dir(folder(t, content)))
	set := Set{Name: "top", URL: "file://" + parent + "/a%20copy/top.txt", SHA256: sum(content)}
	name, err := Get(t.Context(), set, quick(t))
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, content)
}

func TestCopiesAreCheckedLikeDownloads(t *testing.T) {
	set := Set{Name: "top", URL: "http://nowhere.invalid/top.txt", SHA256: sum(content)}
	double := append(content[:len(content):len(content)], other...)
	for claim, c := range map[string]struct {
		dir, want string
	}{
		"wrong bytes":  {folder(t, other), "wrong SHA-256"},
		"no such file": {t.TempDir(), "top.txt: no such file"},
		"too long":     {folder(t, double), "longer than the limit of 150000 bytes"},
		"a folder":     {filepath.Dir(mkdir(t, "top.txt")), "is not a regular file"},
	} {
		o := quick(t)
		o.Mirror, o.limit = Mirror{dir: c.dir}, 150000
		if _, err := Get(t.Context(), set, o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", claim, err, c.want)
		}
		if got := files(t, o.Dir); len(got) > 0 {
			t.Errorf("%s: got files %q, want none", claim, got)
		}
	}
}

func mkdir(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}
