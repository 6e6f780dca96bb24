package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

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
