package fetch_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/corpus/fetch"
)

// content is the file that the servers of the tests have, and other is a different file of the same
// length.
var (
	puzzle  = []byte("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........\n")
	content = bytes.Repeat(puzzle, 1220)
	other   = bytes.ReplaceAll(content, []byte("."), []byte("0"))
	double  = bytes.Repeat(content, 2)
)

func sum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

func sending(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write(body) }
}

// brokenOff announces the whole file and sends half of it.
func brokenOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	w.Write(content[:len(content)/2])
}

func serve(t *testing.T, answer http.HandlerFunc) (*httptest.Server, fetch.Set) {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s, setAt(s.URL)
}

// setAt is the set that a correct server has.
func setAt(address string) fetch.Set {
	return fetch.Set{Name: "top", URL: address + "/top.txt", Bytes: int64(len(content)), SHA256: sum(content)}
}

// wantOnly checks that a file is the only one of its folder, and its content.
func wantOnly(t *testing.T, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: got %d bytes, error %v, want the expected %d bytes", name, len(got), err, len(want))
	}
	if all, err := os.ReadDir(filepath.Dir(name)); err != nil || len(all) != 1 {
		t.Errorf("got files %v, error %v, want only %s", all, err, name)
	}
}

// put writes the file of the set into a new folder.
func put(t *testing.T, body []byte) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "top.txt"), body, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMissingOrWrongFileIsDownloadedOnce(t *testing.T) {
	for claim, dir := range map[string]string{
		"a new folder": filepath.Join(t.TempDir(), "made", "on", "demand"),
		"other bytes":  put(t, other),
		"too long":     put(t, double),
		"nothing":      put(t, nil),
	} {
		requests := 0
		s, set := serve(t, func(w http.ResponseWriter, r *http.Request) {
			requests++
			if r.URL.Path == "/top.txt" {
				http.Redirect(w, r, "/there", http.StatusFound)
			} else {
				w.Write(content)
			}
		})
		var received, expected int64
		o := fetch.Options{Dir: dir, Progress: func(done, all int64) { received, expected = done, all }}
		for range 2 { // without a network the second time
			name, err := fetch.Get(t.Context(), set, o)
			if want := filepath.Join(dir, "top.txt"); err != nil || name != want {
				t.Fatalf("%s: got %q, error %v, want %s", claim, name, err, want)
			}
			wantOnly(t, name, content)
			s.Close()
		}
		if requests != 2 || received != set.Bytes || expected != set.Bytes {
			t.Errorf("%s: got %d requests and %d of %d bytes, want 2 with the redirect and %d bytes",
				claim, requests, received, expected, set.Bytes)
		}
	}
}

// A download that fails says why, and no file is added or changed.
func TestFailedDownloadSaysWhyAndChangesNothing(t *testing.T) {
	as := func(*fetch.Set) {}
	unknown := func(s *fetch.Set) { s.Bytes, s.SHA256 = 0, "" }
	unsized := func(s *fetch.Set) { s.Bytes = 0 }
	for _, c := range []struct {
		claim  string
		answer http.HandlerFunc
		set    func(*fetch.Set)
		want   string // in the error
	}{
		{"broken off", brokenOff, unknown, "the transfer broke off after 50020 bytes: "},
		{"half of it", sending(content[:50020]), as, "wrong size: got 50020, expected 100040"},
		{"too long", sending(double), as, "wrong size: got more than 100040, expected at most 100040"},
		{"above the limit", sending(double), unsized, "wrong size: got more than 150000, expected at most 150000"},
		{"nothing", sending(nil), unknown, "wrong size: got 0, expected at least 1"},
		{"wrong bytes", sending(other), as, "wrong SHA-256: got " + sum(other) + ", expected " + sum(content)},
		{"wrong bytes for git", sending(content), func(s *fetch.Set) { s.SHA256, s.Git = "", strings.Repeat("0", 40) },
			"wrong git object id: got "},
		{"not found", http.NotFound, as, " answers 404 Not Found"},
		{"a web page", sending([]byte("<html>Log in")), unknown, " sends a web page"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			_, set := serve(t, c.answer)
			c.set(&set)
			dir, received := put(t, nil), int64(0)
			_, err := fetch.Get(t.Context(), set, fetch.Options{Dir: dir, Limit: 150000,
				Progress: func(done, _ int64) { received = done }})
			if err == nil || !strings.HasPrefix(err.Error(), "fetch top: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %q in it", err, c.want)
			}
			if received > 150001 {
				t.Errorf("got %d bytes, want at most one beyond the limit", received)
			}
			wantOnly(t, filepath.Join(dir, "top.txt"), nil)
		})
	}
}

func TestServerThatDoesNotAnswerIsUnreachable(t *testing.T) {
	closed, _ := serve(t, sending(content))
	closed.Close()
	untrusted := httptest.NewUnstartedServer(sending(content))
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	for _, s := range []*httptest.Server{closed, untrusted} {
		_, err := fetch.Get(t.Context(), setAt(s.URL), fetch.Options{Dir: t.TempDir()})
		want := "fetch top: cannot reach " + s.Listener.Addr().String() + " ("
		if _, ok := errors.AsType[*fetch.Unreachable](err); !ok || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "Get ") {
			t.Errorf("got %v, want an Unreachable: %s and the reason", err, want)
		}
	}
}

func TestInterruptedDownloadLeavesNoFile(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	_, set := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write(content[:40000])
		w.(http.Flusher).Flush()
		cancel(errors.New("a signal"))
		<-r.Context().Done()
	})
	dir := t.TempDir()
	if _, err := fetch.Get(ctx, set, fetch.Options{Dir: dir}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) > 0 {
		t.Errorf("got files %v, error %v, want none", all, err)
	}
}

func TestCopiesOfAMirrorAreCheckedLikeDownloads(t *testing.T) {
	hello := []byte("hello\n")
	set := fetch.Set{Name: "top", URL: "http://nowhere.invalid/top.txt", SHA256: sum(hello),
		Git: "ce013625030ba8dba906f756967f9e9ca394464a"} // echo hello | git hash-object --stdin
	for _, c := range []struct {
		mirror string
		kept   []byte
		want   string // in the error
	}{
		{put(t, hello), hello, "<nil>"},
		{put(t, puzzle), other, "wrong SHA-256"},
		{t.TempDir(), other, "top.txt: "},
	} {
		dir := put(t, other)
		_, err := fetch.Get(t.Context(), set, fetch.Options{Dir: dir, Mirror: c.mirror})
		if !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		wantOnly(t, filepath.Join(dir, "top.txt"), c.kept)
	}
}

func TestFolderThatCannotBeUsedIsReported(t *testing.T) {
	_, set := serve(t, sending(content))
	below := filepath.Join(put(t, content), "top.txt", "below")
	blocked := t.TempDir()
	if err := os.Mkdir(filepath.Join(blocked, "top.txt"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{below, blocked} {
		if _, err := fetch.Get(t.Context(), set, fetch.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "top.txt: ") {
			t.Errorf("%s: got %v, want an error that names top.txt", dir, err)
		}
	}
}
