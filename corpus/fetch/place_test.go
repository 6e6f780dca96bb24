package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestExistingFileNeedsNoNetwork(t *testing.T) {
	s, o := serve(t, serving(content, tag)), quick(t)
	for range 3 {
		name, err := Get(t.Context(), s.set(), o)
		if err != nil {
			t.Fatal(err)
		}
		wantFile(t, name, content)
		s.Close()
	}
	if got := len(s.requests()); got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}

func TestDamagedFileIsReplaced(t *testing.T) {
	for claim, there := range map[string][]byte{"other bytes": other, "half of it": content[:50000], "nothing": nil} {
		s, o := serve(t, serving(content, tag)), quick(t)
		if err := os.WriteFile(filepath.Join(o.Dir, "top.txt"), there, 0o666); err != nil {
			t.Fatal(err)
		}
		name, err := Get(t.Context(), s.set(), o)
		if err != nil {
			t.Fatalf("%s: %v", claim, err)
		}
		wantFile(t, name, content)
	}
}

// A part is resumed only for the version and the address that it came from.
func TestPartOfAnotherFileIsNotResumed(t *testing.T) {
	s := serve(t, serving(content, tag))
	whole := append(content[:len(content):len(content)], other...)
	for claim, c := range map[string]struct {
		body []byte
		note string
	}{
		"longer than the file": {whole, `{"url":"` + s.set().URL + `","validator":"\"v1\""}`},
		"another address":      {other[:40000], `{"url":"http://localhost/top.txt","validator":"\"v1\""}`},
		"another version":      {other[:40000], `{"url":"` + s.set().URL + `","validator":"\"v0\""}`},
		"no validator":         {other[:40000], `{"url":"` + s.set().URL + `"}`},
		"not JSON":             {other[:40000], "top"},
		"empty":                {other[:40000], ""},
	} {
		o := quick(t)
		p := part{name: filepath.Join(o.Dir, "top.txt.part")}
		err := errors.Join(os.WriteFile(p.name, c.body, 0o666), os.WriteFile(p.note(), []byte(c.note), 0o666))
		if err != nil {
			t.Fatal(err)
		}
		name, err := Get(t.Context(), s.set(), o)
		if err != nil {
			t.Errorf("%s: %v", claim, err)
			continue
		}
		wantFile(t, name, content)
	}
}

func TestConcurrentCallsShareOneDownload(t *testing.T) {
	s, o := serve(t, serving(content, tag)), quick(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if name, err := Get(t.Context(), s.set(), o); err != nil {
				t.Error(err)
			} else {
				wantFile(t, name, content)
			}
		})
	}
	all.Wait()
	if got := len(s.requests()); got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}

func TestWaitingForTheLockEndsWithTheContext(t *testing.T) {
	o := quick(t)
	unlock, err := lock(t.Context(), filepath.Join(o.Dir, ".top.txt.lock"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	s := serve(t, serving(content, tag))
	if _, err := Get(ctx, s.set(), o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
	unlock()
	if _, err := Get(t.Context(), s.set(), o); err != nil {
		t.Error(err)
	}
}

func TestUnwritableFolderIsReported(t *testing.T) {
	s, o := serve(t, serving(content, tag)), quick(t)
	file := filepath.Join(o.Dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	o.Dir = filepath.Join(file, "below")
	if _, err := Get(t.Context(), s.set(), o); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("got %v, want that it is not a directory", err)
	}
	o.Dir = filepath.Join(t.TempDir(), "made", "on", "demand")
	if _, err := Get(t.Context(), s.set(), o); err != nil {
		t.Error(err)
	}
	if got := len(s.requests()); got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}

func TestUnreachableServerIsReportedAtOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	l.Close()
	o := quick(t)
	o.backoff = time.Hour // there must be no second try
	_, err = Get(t.Context(), Set{Name: "top", URL: "http://" + host + "/top.txt"}, o)
	var u *Unreachable
	if !errors.As(err, &u) || !strings.HasPrefix(err.Error(), "fetch top: cannot reach "+host+" (dial tcp ") {
		t.Errorf("got %v, want an Unreachable for %s", err, host)
	}
}

// A network that fails may come back; a network that was never there will not.
func TestLostServerIsAskedAgain(t *testing.T) {
	s := serve(t, upTo(40000, serving(content, tag)))
	o := quick(t)
	o.Progress = func(int64, int64) { s.Listener.Close() }
	_, err := Get(t.Context(), s.set(), o)
	if err == nil || !strings.HasSuffix(err.Error(), "; gave up after 4 tries") {
		t.Errorf("got %v, want 4 tries", err)
	}
	if got, want := files(t, o.Dir), []string{"top.txt.part", "top.txt.part.json"}; !slices.Equal(got, want) {
		t.Errorf("got files %q, want %q", got, want)
	}
}

func TestServerWithoutATrustedCertificateIsUnreachable(t *testing.T) {
	s := httptest.NewTLSServer(serving(content, tag))
	defer s.Close()
	s.Config.ErrorLog = nil
	o := quick(t)
	o.backoff = time.Hour
	var u *Unreachable
	if _, err := Get(t.Context(), Set{Name: "top", URL: s.URL + "/top.txt"}, o); !errors.As(err, &u) {
		t.Errorf("got %v, want an Unreachable", err)
	}
}

func TestRedirectsDoNotGiveUpEncryption(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"http://a/x", "http://b/x", true},
		{"http://a/x", "https://b/x", true},
		{"https://a/x", "https://b/x", true},
		{"https://a/x", "http://a/x", false},
		{"http://a/x", "file:///etc/passwd", false},
	} {
		request := func(address string) *http.Request {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			return &http.Request{URL: u}
		}
		if err := checkRedirect(request(c.to), []*http.Request{request(c.from)}); (err == nil) != c.ok {
			t.Errorf("%s to %s: got %v, want allowed %v", c.from, c.to, err, c.ok)
		}
	}
}

func TestClientUsesTheProxiesOfTheEnvironment(t *testing.T) {
	if newClient().Transport.(*http.Transport).Proxy == nil {
		t.Error("got no proxy function, want one")
	}
}
