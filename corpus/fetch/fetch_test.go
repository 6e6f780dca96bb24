package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files returns the names of the files in a folder, without lock files.
func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".lock") {
			names = append(names, e.Name())
		}
	}
	return names
}

// wantFile checks the content of a file.
func wantFile(t *testing.T, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got %d bytes, want the %d bytes of the set", name, len(got), len(want))
	}
}

// Each case has the answers of a server, and the ranges that are requested before the file is
// there.
func TestFileIsCorrectWhateverTheServerDoes(t *testing.T) {
	right := serving(content, tag)
	const n, rest = 40000, "bytes=40000-"
	for _, c := range []struct {
		claim   string
		answers []http.HandlerFunc
		ranges  []string
	}{
		{"a good server is asked once", []http.HandlerFunc{right}, []string{""}},
		{"broken off, it is resumed", []http.HandlerFunc{upTo(n, right), right}, []string{"", rest}},
		{"broken off twice, it is resumed twice", []http.HandlerFunc{upTo(n, right), upTo(70000, right), right},
			[]string{"", rest, "bytes=70000-"}},
		{"broken off without ranges, it starts anew",
			[]http.HandlerFunc{rangeless(upTo(n, right)), rangeless(right)}, []string{"", rest}},
		{"broken off without a validator, it starts anew",
			[]http.HandlerFunc{upTo(n, serving(content, "")), right}, []string{"", ""}},
		{"broken off with a weak validator, it starts anew",
			[]http.HandlerFunc{upTo(n, serving(content, "W/"+tag)), right}, []string{"", ""}},
		{"a new version starts anew",
			[]http.HandlerFunc{upTo(n, serving(other, `"v0"`)), right}, []string{"", rest}},
		{"a part of a new version is rejected",
			[]http.HandlerFunc{upTo(n, serving(other, `"v0"`)), trusting(right), right}, []string{"", rest, ""}},
		{"a part from another place is rejected",
			[]http.HandlerFunc{upTo(n, right), partial("50000-100039/100040", 50040, content[50000:]), right},
			[]string{"", rest, ""}},
		{"a part of a wrong length is rejected",
			[]http.HandlerFunc{upTo(n, right), partial("40000-100039/100040", 7, content[n:n+7]), right},
			[]string{"", rest, ""}},
		{"a part with a malformed range is rejected",
			[]http.HandlerFunc{upTo(n, right), raw("206 Partial Content\nContent-Range: bytes -1-x/y", nil), right},
			[]string{"", rest, ""}},
		{"a part shorter than requested is continued",
			[]http.HandlerFunc{upTo(n, right), partial("40000-40006/100040", 7, content[n:n+7]), right},
			[]string{"", rest, "bytes=40007-"}},
		{"a range that does not exist starts anew",
			[]http.HandlerFunc{upTo(n, right), status(416), right}, []string{"", rest, ""}},
		{"a server in trouble is asked again",
			[]http.HandlerFunc{status(500), status(503), status(429), right}, []string{"", "", "", ""}},
		{"a missing length is accepted", []http.HandlerFunc{chunked(content)}, []string{""}},
		{"redirects are followed", []http.HandlerFunc{
			http.RedirectHandler("/b", http.StatusFound).ServeHTTP,
			http.RedirectHandler("/c", http.StatusPermanentRedirect).ServeHTTP,
			right,
		}, []string{"", "", ""}},
	} {
		t.Run(c.claim, func(t *testing.T) {
			s, o := serve(t, c.answers...), quick(t)
			name, err := Get(t.Context(), s.set(), o)
			if err != nil {
				t.Fatal(err)
			}
			wantFile(t, name, content)
			if got := s.requests(); !slices.Equal(got, c.ranges) {
				t.Errorf("got requests for %q, want %q", got, c.ranges)
			}
			if got, want := files(t, o.Dir), []string{"top.txt"}; !slices.Equal(got, want) {
				t.Errorf("got files %q, want %q", got, want)
			}
		})
	}
}

// A download that cannot succeed says why, after the expected number of requests, and leaves no
// file.
func TestFailedDownloadSaysWhyAndLeavesNoFile(t *testing.T) {
	right := serving(content, tag)
	half := content[:len(content)/2]
	wrong := bytes.Replace(content, []byte("4"), []byte("5"), 1)
	longer := append(content[:len(content):len(content)], '\n')
	double := append(content[:len(content):len(content)], content...)
	unknown := func(s *Set) { s.Bytes, s.SHA256 = 0, "" }
	unsized := func(s *Set) { s.Bytes = 0 }
	as := func(*Set) {}
	for _, c := range []struct {
		claim    string
		answer   http.HandlerFunc
		set      func(*Set)
		want     string // in the error
		requests int
	}{
		{"always broken off", rangeless(upTo(40000, right)), as,
			"the transfer broke off after 40000 of 100040 bytes; gave up after 4 tries", 4},
		{"announced length above the body's", raw("200 OK\nContent-Length: 100040", half), as,
			"broke off after 50020 of 100040 bytes; gave up after 4 tries", 4},
		{"announced length below the set's", raw("200 OK\nContent-Length: 50020", content), as,
			"server announces 50020 bytes, expected 100040", 1},
		{"announced length below the body's", raw("200 OK\nContent-Length: 50020", content), unsized,
			"wrong SHA-256: got " + sum(half) + ", expected " + sum(content), 1},
		{"announced length above the set's", serving(longer, tag), as,
			"server announces 100041 bytes, expected 100040", 1},
		{"half without a length", chunked(half), as, "wrong size: got 50020, expected 100040", 1},
		{"nothing", serving(nil, tag), unknown, "wrong size: got 0, expected at least 1", 1},
		{"wrong bytes", serving(wrong, tag), as,
			"wrong SHA-256: got " + sum(wrong) + ", expected " + sum(content), 1},
		{"wrong bytes for git", right, func(s *Set) { s.SHA256, s.Git = "", strings.Repeat("0", 40) },
			"wrong git object id: got ", 1},
		{"above the limit", serving(double, tag), unknown, "server announces 200080 bytes, longer than", 1},
		{"above the limit, unannounced", chunked(double), unknown,
			"the file is longer than the limit of 150000 bytes", 1},
		{"not found", status(404), as, " answers 404 Not Found", 1},
		{"always in trouble", status(503), as, " answers 503 Service Unavailable; gave up after 4 tries", 4},
		{"a part that was not requested", status(206), as, " answers 206 Partial Content", 1},
		{"redirects in a circle", http.RedirectHandler("/top.txt", http.StatusFound).ServeHTTP, as,
			"more than 10 redirects", 11},
		{"redirect to another protocol", http.RedirectHandler("ftp://localhost/top.txt", http.StatusFound).ServeHTTP,
			as, "redirect to ftp://localhost/top.txt, expected", 1},
		{"a web page", raw("200 OK\nContent-Type: text/html; charset=utf-8", []byte("<p>Log in")), unknown,
			" sends a web page", 1},
		{"compressed", raw("200 OK\nContent-Encoding: gzip", half), unknown, "server sends the file encoded as gzip", 1},
		{"not HTTP", func(w http.ResponseWriter, _ *http.Request) {
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Write([]byte("220 mail\r\n"))
			c.Close()
		}, as, "malformed HTTP", 4},
	} {
		t.Run(c.claim, func(t *testing.T) {
			s, o := serve(t, c.answer), quick(t)
			o.limit = 150000
			set := s.set()
			c.set(&set)
			name, err := Get(t.Context(), set, o)
			if err == nil || !strings.HasPrefix(err.Error(), "fetch top: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, error %v, want %q in the error", name, err, c.want)
			}
			if got := len(s.requests()); got != c.requests {
				t.Errorf("got %d requests, want %d", got, c.requests)
			}
			got := files(t, o.Dir)
			if slices.Contains(got, "top.txt") {
				t.Error("got the file, want none")
			}
			if broken := strings.Contains(c.want, "broke off"); !broken && len(got) > 0 {
				t.Errorf("got files %q, want none", got)
			}
		})
	}
}

func TestWrongBytesAreAMismatch(t *testing.T) {
	s := serve(t, serving(other, tag))
	var wrong *mismatch
	_, err := Get(t.Context(), s.set(), quick(t))
	if !errors.As(err, &wrong) || wrong.got != sum(other) || wrong.want != sum(content) {
		t.Errorf("got %v, want a mismatch with both sums", err)
	}
}

func TestGitObjectIDAgreesWithGit(t *testing.T) { // echo hello | git hash-object --stdin
	name := filepath.Join(t.TempDir(), "hello")
	if err := os.WriteFile(name, []byte("hello\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := check(Set{Git: "ce013625030ba8dba906f756967f9e9ca394464a"}, name); err != nil {
		t.Error(err)
	}
}

func TestCancelledDownloadIsResumedByTheNext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag)
		w.Header().Set("Content-Length", "100040")
		w.Write(content[:40000])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, serving(content, tag))
	o := quick(t)
	o.Progress = func(done, all int64) {
		if done == 40000 {
			cancel()
		}
	}
	_, err := Get(ctx, s.set(), o)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "the 40000 bytes received are kept") {
		t.Errorf("got %v, want %v and the number of bytes received", err, context.Canceled)
	}
	if got, want := files(t, o.Dir), []string{"top.txt.part", "top.txt.part.json"}; !slices.Equal(got, want) {
		t.Errorf("got files %q, want %q", got, want)
	}
	name, err := Get(t.Context(), s.set(), o)
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, content)
	if got, want := s.requests(), []string{"", "bytes=40000-"}; !slices.Equal(got, want) {
		t.Errorf("got requests for %q, want %q", got, want)
	}
}
