package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Unreachable is the error about a server that does not answer.
type Unreachable struct {
	host string
	err  error
}

func (u *Unreachable) Error() string { return fmt.Sprintf("cannot reach %s (%v)", u.host, u.err) }
func (u *Unreachable) Unwrap() error { return u.err }

// download returns the checked content of a set from its address. [http.DefaultClient] uses the
// proxies of the environment.
func download(ctx context.Context, s Set, o Options) (_ []byte, err error) {
	request, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := http.NewRequestWithContext(request, http.MethodGet, s.URL, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", "xcbench")
	host := r.URL.Host
	watch := time.AfterFunc(o.Stall, func() { cancel(fmt.Errorf("%s sent nothing for %v", host, o.Stall)) })
	defer watch.Stop()
	defer func() {
		switch { // the error of net/http names the address and not the reason
		case err != nil && ctx.Err() != nil:
			err = ctx.Err()
		case err != nil && request.Err() != nil:
			err = context.Cause(request)
		}
	}()

	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok { // without the prefix `Get "URL":`
			err = u.Err
		}
		return nil, &Unreachable{host, err}
	}
	defer resp.Body.Close()
	watch.Reset(o.Stall)
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s answers %s", host, resp.Status)
	case strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html"): // a login page, for example
		return nil, fmt.Errorf("%s sends a web page, expected the file", host)
	}
	body := &meter{r: resp.Body, received: func(done int64) {
		watch.Reset(o.Stall)
		o.Progress(done, max(s.Bytes, resp.ContentLength, 0))
	}}
	content, err := read(s, body, o.Limit)
	if body.err != nil {
		return nil, fmt.Errorf("the transfer broke off after %d bytes: %w", body.done, body.err)
	}
	return content, err
}

// meter counts the bytes of a reader and keeps its error, except for the end of the file.
type meter struct {
	r        io.Reader
	received func(done int64)
	done     int64
	err      error
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.done += int64(n)
	m.received(m.done)
	if err != nil && err != io.EOF {
		m.err = err
	}
	return n, err
}
