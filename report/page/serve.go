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

// farewell is the time that open requests have when the server ends.
const farewell = 2 * time.Second

// Serve serves the board on the listener until the context ends, which is not an error. Browsers
// may address the server by its address, by localhost, and by the given name.
func (b *Board) Serve(ctx context.Context, l net.Listener, name string) error {
	h, err := newHandler(ctx, b, l.Addr(), name)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      5 * time.Minute, // making a page of many instances takes a while
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers two paths: "/" with the page, and "/version" with [live] as JSON. It answers only
// requests that use one of the server's own names. Otherwise a foreign web site could point a name
// of its own at our address, and read what is served.
type handler struct {
	board *Board
	ctx   context.Context // of the server, so that a page is finished even if its reader leaves
	names []string
	port  string
	any   bool // the server listens on all addresses, so every address is right
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
		h.any = ip.IsUnspecified()
	}
	return h, nil
}

// called reports whether a Host header is a name of the server.
func (h *handler) called(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil { // without a port, so the port is 80
		host, port = strings.Trim(header, "[]"), "80"
	}
	_, notIP := netip.ParseAddr(host)
	return port == h.port && (slices.Contains(h.names, strings.ToLower(host)) || h.any && notIP == nil)
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	for _, line := range [][2]string{
		{"Cache-Control", "no-store"},
		{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Referrer-Policy", "no-referrer"},
		{"X-Content-Type-Options", "nosniff"},
	} {
		head.Set(line[0], line[1])
	}
	switch {
	case !h.called(r.Host):
		http.Error(w, fmt.Sprintf("host %q, expected %s:%s", r.Host, h.names[0], h.port), http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "expected GET or HEAD", http.StatusMethodNotAllowed)
	case r.URL.Path == "/":
		text, err := h.board.show(h.ctx)
		// The page has its own policy, which allows its scripts. This one is added to it.
		head.Set("Content-Security-Policy", "frame-ancestors 'none'")
		head.Set("Content-Type", "text/html; charset=utf-8")
		answer(w, text, err)
	case r.URL.Path == "/version":
		live, err := h.board.look()
		var text []byte
		if err == nil {
			text, err = json.Marshal(live)
		}
		head.Set("Content-Type", "application/json")
		answer(w, text, err)
	default:
		http.Error(w, "expected / or /version", http.StatusNotFound)
	}
}

func answer(w http.ResponseWriter, text []byte, err error) {
	if err != nil {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Write(text) // the server omits it for a HEAD request
}
