package fetch

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSilentServerTimesOut(t *testing.T) {
	silent := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if n > 0 {
				w.Header().Set("ETag", tag)
				w.Header().Set("Content-Length", "100040")
				w.Write(content[:n])
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		}
	}
	o := quick(t)
	o.Stall, o.tries = 50*time.Millisecond, 2
	s := serve(t, silent(0), silent(40000))
	_, err := Get(t.Context(), s.set(), o)
	if err == nil || !strings.HasSuffix(err.Error(), " sent nothing for 50ms; gave up after 2 tries") {
		t.Errorf("got %v, want that nothing was sent", err)
	}
	s.mu.Lock()
	s.answers = append(s.answers, serving(content, tag))
	s.mu.Unlock()
	o.Stall = 5 * time.Second
	name, err := Get(t.Context(), s.set(), o)
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, content)
	if got, want := s.requests(), []string{"", "", "bytes=40000-"}; !slices.Equal(got, want) {
		t.Errorf("got requests for %q, want %q", got, want)
	}
}

func TestSlowServerDoesNotTimeOut(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100040")
		for k := 0; k < len(content); k += len(content) / 8 {
			w.Write(content[k : k+len(content)/8])
			w.(http.Flusher).Flush()
			time.Sleep(100 * time.Millisecond)
		}
	})
	o := quick(t)
	o.Stall = 500 * time.Millisecond
	name, err := Get(t.Context(), s.set(), o)
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, content)
	if got := len(s.requests()); got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}
