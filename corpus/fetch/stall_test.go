package fetch_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/corpus/fetch"
)

// paced is a network and its server, which waits before the answer and before the first
// parts of the file. It runs on the clock of a [synctest] bubble.
type paced struct {
	wait []time.Duration
	body *bytes.Reader
	r    *http.Request
}

func (p *paced) RoundTrip(r *http.Request) (*http.Response, error) {
	p.r = r
	if err := p.pause(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Request: r, ContentLength: -1, Body: io.NopCloser(p)}, nil
}

func (p *paced) Read(b []byte) (int, error) {
	if err := p.pause(); err != nil {
		return 0, err
	}
	return p.body.Read(b)
}

func (p *paced) pause() error {
	if len(p.wait) == 0 {
		return nil
	}
	wait := p.wait[0]
	p.wait = p.wait[1:]
	select {
	case <-time.After(wait):
		return nil
	case <-p.r.Context().Done():
		return p.r.Context().Err()
	}
}

func TestOnlyASilentServerTimesOut(t *testing.T) {
	const short, long = 29 * time.Second, 31 * time.Second
	const silent = "fetch top: host sent nothing for 30s"
	for claim, c := range map[string]struct {
		wait []time.Duration
		kept []byte
		want string // the error
	}{
		"slow, but never silent": {[]time.Duration{short, short, short, short}, content, "<nil>"},
		"no answer":              {[]time.Duration{long}, nil, silent},
		"no first byte":          {[]time.Duration{short, long}, nil, silent},
		"no second part":         {[]time.Duration{short, short, long}, nil, silent},
	} {
		t.Run(claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				before := http.DefaultTransport
				defer func() { http.DefaultTransport = before }()
				http.DefaultTransport = &paced{wait: c.wait, body: bytes.NewReader(content)}
				dir := put(t, nil)
				_, err := fetch.Get(t.Context(), setAt("http://host"), fetch.Options{Dir: dir})
				if fmt.Sprint(err) != c.want {
					t.Errorf("got %v, want %s", err, c.want)
				}
				wantOnly(t, filepath.Join(dir, "top.txt"), c.kept)
			})
		})
	}
}
