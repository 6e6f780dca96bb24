package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"xcbench/internal/lazy"
)

// download fills a part from a server, in as many requests as it takes.
type download struct {
	Options
	client *http.Client
	set    Set
	url    *url.URL
	part   part

	connected bool // the server has answered a request
}

// finalError is a failure that another request would not mend.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

func finalf(format string, args ...any) error { return finalError{fmt.Errorf(format, args...)} }

func (d *download) run(ctx context.Context) error {
	wait := d.backoff
	for try := 1; ; try++ {
		err := d.request(ctx)
		var (
			final finalError
			write writeError
		)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return d.stopped(ctx)
		case errors.Is(err, errTooLong): // the part is useless, and large
			return errors.Join(err, d.part.drop())
		case errors.As(err, &final), errors.As(err, &write):
			return plain(err)
		case !d.connected && noConnection(err):
			return &Unreachable{d.url.Host, plain(err)}
		case try == d.tries:
			return fmt.Errorf("%w; gave up after %d tries", plain(err), d.tries)
		}
		select {
		case <-ctx.Done():
			return d.stopped(ctx)
		case <-time.After(wait):
		}
		wait *= 2
	}
}

func (d *download) stopped(ctx context.Context) error {
	if have, _ := d.part.resumable(d.url.Redacted()); have > 0 {
		return fmt.Errorf("%w; the %d bytes received are kept for the next attempt", ctx.Err(), have)
	}
	return ctx.Err()
}

// request asks the server once for the missing bytes and appends what it sends.
func (d *download) request(ctx context.Context) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := fmt.Errorf("%s sent nothing for %v", d.url.Host, d.Stall)
	watch := time.AfterFunc(d.Stall, func() { cancel(stalled) })
	defer watch.Stop()
	defer func() {
		if err != nil && context.Cause(ctx) == stalled {
			err = stalled
		}
	}()

	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url.String(), nil)
	if err != nil {
		return finalError{err}
	}
	r.Header.Set("User-Agent", "xcbench")
	r.Header.Set("Accept-Encoding", "identity") // lengths and ranges are those of the file itself
	r.Close = true                              // bytes beyond the announced length end with the connection
	have, validator := d.part.resumable(d.url.Redacted())
	if have > 0 {
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		r.Header.Set("If-Range", validator)
	}
	resp, err := d.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	d.connected = true
	watch.Reset(d.Stall)

	f, have, all, err := d.accept(resp, have, validator)
	if err != nil {
		return err
	}
	w := &writer{to: f, done: have, all: max(all, 0), limit: d.limit, progress: d.Progress}
	err = w.readFrom(resp.Body, func() error { watch.Reset(d.Stall); return ctx.Err() })
	if errClose := f.Close(); err == nil && errClose != nil {
		err = writeError{errClose}
	}
	var write writeError
	switch {
	case err == nil && (all < 0 || w.done == all), errors.As(err, &write), ctx.Err() != nil:
		return err
	case all >= 0:
		return fmt.Errorf("the transfer broke off after %d of %d bytes", w.done, all)
	}
	return fmt.Errorf("the transfer broke off after %d bytes", w.done)
}

// accept judges an answer to a request for the whole file, or for the bytes after the first have
// bytes of a version. It returns the file to append the body to, the number of bytes that this file
// has, and the number that it will have, or -1 if the server does not say.
func (d *download) accept(resp *http.Response, have int64, validator string) (f *os.File, begin, all int64, err error) {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		begin, all = 0, resp.ContentLength
	case code == http.StatusPartialContent && have > 0:
		begin, all, err = contentRange(resp)
		switch now := version(resp.Header); {
		case err == nil && begin != have:
			err = fmt.Errorf("server sends bytes from %d, expected bytes from %d", begin, have)
		case err == nil && now != "" && now != validator:
			err = fmt.Errorf("server sends a part of version %s, expected version %s", now, validator)
		}
		if err != nil { // with such a server the part cannot be trusted either
			return nil, 0, 0, errors.Join(err, d.part.drop())
		}
	case code == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return nil, 0, 0, errors.Join(errors.New(resp.Status), d.part.drop())
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests, code >= 500:
		return nil, 0, 0, fmt.Errorf("%s answers %s", d.url.Host, resp.Status)
	default:
		return nil, 0, 0, finalf("%s answers %s", d.url.Host, resp.Status)
	}
	switch kind, coding := resp.Header.Get("Content-Type"), resp.Header.Get("Content-Encoding"); {
	case coding != "" && coding != "identity":
		return nil, 0, 0, finalf("server sends the file encoded as %s, expected it without encoding", coding)
	case strings.HasPrefix(kind, "text/html"): // such as the login page of a hotel's network
		return nil, 0, 0, finalf("%s sends a web page, expected the file", d.url.Host)
	case all > d.limit:
		return nil, 0, 0, finalf("server announces %d bytes, %w than the limit of %d bytes", all, errTooLong, d.limit)
	case all >= 0 && d.set.Bytes > 0 && all != d.set.Bytes:
		return nil, 0, 0, errors.Join(finalf("server announces %d bytes, expected %d", all, d.set.Bytes), d.part.drop())
	}
	if begin > 0 {
		f, err = d.part.reopen()
	} else {
		f, err = d.part.restart(origin{d.url.Redacted(), version(resp.Header)})
	}
	if err != nil {
		err = writeError{err}
	}
	return f, begin, all, err
}

// version returns what identifies the version of the file that a server sends, or "". A weak ETag
// does not count: different bytes may have the same one.
func version(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return h.Get("Last-Modified")
}

var rangeForm = lazy.Regexp(`^bytes (\d+)-(\d+)/(\d+|\*)$`)

// contentRange returns where the body of a 206 answer begins, and the length of the whole file, or
// -1 if the server does not say.
func contentRange(resp *http.Response) (begin, all int64, err error) {
	text := resp.Header.Get("Content-Range")
	m := rangeForm().FindStringSubmatch(text)
	if m == nil {
		return 0, 0, fmt.Errorf("content range %q, expected one such as bytes 0-99/100", text)
	}
	var n [3]int64
	for k, digits := range m[1:] {
		if digits == "*" {
			n[k] = -1
		} else if n[k], err = strconv.ParseInt(digits, 10, 64); err != nil {
			return 0, 0, fmt.Errorf("content range %q: %w", text, err)
		}
	}
	begin, last, all := n[0], n[1], n[2]
	length := last + 1 - begin
	if last < begin || all >= 0 && last >= all || resp.ContentLength >= 0 && resp.ContentLength != length {
		return 0, 0, fmt.Errorf("content range %q and length %d contradict each other", text, resp.ContentLength)
	}
	return begin, all, nil
}

const redirects = 10

func newClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = http.ProxyFromEnvironment
	t.DialContext = (&net.Dialer{Timeout: 15 * time.Second}).DialContext
	t.TLSHandshakeTimeout = 15 * time.Second
	return &http.Client{Transport: t, CheckRedirect: checkRedirect}
}

// checkRedirect follows a limited number of redirects, and none that gives up encryption.
func checkRedirect(r *http.Request, via []*http.Request) error {
	from, to := via[len(via)-1].URL.Scheme, r.URL.Scheme
	switch {
	case len(via) > redirects:
		return finalf("more than %d redirects", redirects)
	case to != "http" && to != "https":
		return finalf("redirect to %s, expected an http or https address", r.URL.Redacted())
	case from == "https" && to == "http":
		return finalf("redirect from https to %s, which is not encrypted", r.URL.Redacted())
	}
	return nil
}

// Unreachable is the error about a server that cannot be connected to.
type Unreachable struct {
	host string
	err  error
}

func (u *Unreachable) Error() string { return fmt.Sprintf("cannot reach %s (%v)", u.host, u.err) }
func (u *Unreachable) Unwrap() error { return u.err }

// noConnection says whether err happened before there was a connection to a verified server.
// Without a network this error comes at once, and another try would only keep the user waiting.
func noConnection(err error) bool {
	var (
		dial *net.OpError
		dns  *net.DNSError
		cert *tls.CertificateVerificationError
	)
	return errors.As(err, &dial) && (dial.Op == "dial" || dial.Op == "proxyconnect") ||
		errors.As(err, &dns) || errors.As(err, &cert)
}

// plain strips the prefix `Get "URL":` of a net/http error.
func plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
