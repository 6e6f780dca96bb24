package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// shutdownTimeout is how long open requests may take after the context has ended.
const shutdownTimeout = 2 * time.Second

// Serve shows the page on the listener until the context ends, and then returns nil. Browsers may
// call the server by its address or by the given host name.
func (b *Board) Serve(ctx context.Context, l net.Listener, name string) error {
	h, err := newHandler(ctx, b, l.Addr(), name)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      5 * time.Minute, // a page of many instances takes long to make
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers two paths: "/" with the page, and "/version" with [live] as JSON. It rejects
// requests for any other host name than the server's own. Otherwise a foreign web page could point
// its own host name at our address and read the results (DNS rebinding).
type handler struct {
	board *Board
	ctx   context.Context // the server's: a page is completed even if its reader leaves
	names []string
	port  string
	anyIP bool // the server listens on all addresses, so each of them is a name of it
}

func newHandler(ctx context.Context, b *Board, addr net.Addr, name string) (*handler, error) {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil, err
	}
	h := &handler{board: b, ctx: ctx, port: port, names: []string{host, "localhost"}}
	if name != "" {
		h.names = append(h.names, strings.ToLower(name))
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		h.anyIP = ip.IsUnspecified()
	}
	return h, nil
}

// ownName reports whether a Host header names this server.
func (h *handler) ownName(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil { // no port: the default one of HTTP
		host, port = strings.Trim(header, "[]"), "80"
	}
	_, notIP := netip.ParseAddr(host)
	return port == h.port && (slices.Contains(h.names, strings.ToLower(host)) || h.anyIP && notIP == nil)
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Content-Type-Options", "nosniff")
	switch {
	case !h.ownName(r.Host):
		http.Error(w, fmt.Sprintf("request for host %q, expected %s:%s", r.Host, h.names[0], h.port),
			http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "request method "+r.Method+", expected GET or HEAD", http.StatusMethodNotAllowed)
	case r.URL.Path == "/":
		text, err := h.board.current(h.ctx)
		// The page declares its own policy, which allows its scripts. This header adds to it.
		head.Set("Content-Security-Policy", "frame-ancestors 'none'")
		head.Set("Content-Type", "text/html; charset=utf-8")
		answer(w, text, err)
	case r.URL.Path == "/version":
		live, err := h.board.live()
		var text []byte
		if err == nil {
			text, err = json.Marshal(live)
		}
		head.Set("Content-Type", "application/json")
		answer(w, text, err)
	default:
		http.Error(w, "no such page, expected / or /version", http.StatusNotFound)
	}
}

func answer(w http.ResponseWriter, text []byte, err error) {
	if err != nil {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(text) // net/http drops the body of a HEAD request
}
