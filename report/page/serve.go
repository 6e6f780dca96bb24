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

// farewell is how long requests may take when the server is to end.
const farewell = 2 * time.Second

// Serve shows the board on the listener until the context ends, which is no error. The
// name is the host as it was asked for, which browsers may call the server by besides its address.
func (b *Board) Serve(ctx context.Context, l net.Listener, name string) error {
	h, err := newHandler(ctx, b, l.Addr(), name)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      5 * time.Minute, // a page of many instances takes a while to make
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

// handler answers two paths, "/" with the page and "/version" with [live] as JSON, if they are asked for
// under a name of its own: a page of anybody else can give a name of theirs our address, and would
// then read what is served to it.
type handler struct {
	board *Board
	ctx   context.Context // of the server: a reader who leaves does not end the making of a page
	names []string
	port  string
	any   bool // address, as the server listens on all
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

// called says whether a Host header is a name of the server.
func (h *handler) called(header string) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil { // without a port, which is that of HTTP
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
		// The page has a policy of its own, which lets its scripts run; this one is on top of it.
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
	w.Write(text) // of a HEAD request the server leaves it out
}
