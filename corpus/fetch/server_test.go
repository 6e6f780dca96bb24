package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// content is the file that the servers of the tests have, and other is a different file of the same
// length.
var (
	puzzle  = []byte("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........\n")
	content = bytes.Repeat(puzzle, 1220)
	other   = bytes.ToUpper(bytes.ReplaceAll(content, []byte("."), []byte("0")))
)

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// server answers the first request with the first answer and so on. Its last answer serves all
// further requests.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	answers []http.HandlerFunc
	ranges  []string // the Range header of each request
}

func serve(t *testing.T, answers ...http.HandlerFunc) *server {
	s := &server{answers: answers}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	answer := s.answers[min(len(s.ranges), len(s.answers)-1)]
	s.ranges = append(s.ranges, r.Header.Get("Range"))
	s.mu.Unlock()
	answer(w, r)
}

func (s *server) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.ranges...)
}

// set is the set that the server has.
func (s *server) set() Set {
	return Set{Name: "top", URL: s.URL + "/top.txt", Bytes: int64(len(content)), SHA256: sum(content)}
}

// quick returns options that do not wait.
func quick(t *testing.T) Options {
	return Options{Dir: t.TempDir(), tries: 4, backoff: time.Millisecond, Stall: 5 * time.Second}
}

const tag = `"v1"`

// serving is a correct server.
func serving(body []byte, etag string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if etag != "" {
			w.Header().Set("ETag", etag)
		}
		http.ServeContent(w, r, "top.txt", time.Time{}, bytes.NewReader(body))
	}
}

// upTo breaks the connection after n bytes of the file.
func upTo(n int, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begin := 0
		fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &begin)
		h(&breaking{w, n - begin}, r)
	}
}

type breaking struct {
	http.ResponseWriter
	left int
}

func (b *breaking) Write(p []byte) (int, error) {
	n, err := b.ResponseWriter.Write(p[:min(len(p), b.left)])
	if b.left -= n; b.left == 0 {
		b.ResponseWriter.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// rangeless answers all requests with the whole file.
func rangeless(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		h(w, r)
	}
}

// trusting sends the requested range without a look at If-Range.
func trusting(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("If-Range")
		h(w, r)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// partial sends a range of the file with the given headers.
func partial(contentRange string, length int, body []byte) http.HandlerFunc {
	return raw(fmt.Sprintf("206 Partial Content\nContent-Range: bytes %s\nContent-Length: %d", contentRange, length), body)
}

// raw sends an answer byte for byte and closes the connection.
func raw(header string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		conn.Write([]byte("HTTP/1.1 " + strings.ReplaceAll(header, "\n", "\r\n") + "\r\n\r\n"))
		conn.Write(body)
	}
}

// chunked does not announce a length.
func chunked(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		w.Write(body)
	}
}
