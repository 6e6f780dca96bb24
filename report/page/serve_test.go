package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"xcbench/internal/tabtest"
	"xcbench/internal/zst"
	"xcbench/results"
)

// served is a run directory that a test fills, and the server that shows it.
type served struct {
	t     *testing.T
	dir   string
	board *Board
	*httptest.Server
}

// serveDir serves an empty directory.
func serveDir(t *testing.T) *served {
	t.Helper()
	s := &served{t: t, dir: t.TempDir()}
	var err error
	if s.board, err = NewBoard(Source{Run: "label=" + s.dir, Pictures: true}); err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewUnstartedServer(nil)
	if s.Config.Handler, err = newHandler(t.Context(), s.board, s.Listener.Addr(), ""); err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

func (s *served) append(name, text string) {
	s.t.Helper()
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err != nil || f.Close() != nil {
		s.t.Fatal(err)
	}
}

// line returns a row of results.txt.
func line(inst string) string {
	return "BenchmarkSolve/family=queens/inst=" + inst + "/solver=dlx_index-1 " +
		"1 0.5 sec/op 0.001 setup-sec/op 4 solutions/op 10 nodes/op 20 updates/op\n"
}

const (
	rowsHead = "Unit nodes/op assume=exact better=lower\nstatus: solved\n"
	record   = `{"steps": %d, "sessions": [{"start": "2026-01-02T03:04:05Z"%s}]}`
)

// record writes the record of a run: still running if end is "", or else ended as described there.
func (s *served) record(steps int, end string) {
	s.t.Helper()
	text := fmt.Appendf(nil, record, steps, end)
	if err := os.WriteFile(filepath.Join(s.dir, results.RunFile), text, 0o666); err != nil {
		s.t.Fatal(err)
	}
}

func (s *served) ask(method, path string, edit func(*http.Request)) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if edit != nil {
		edit(r)
	}
	answer, err := s.Client().Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(text)
}

// live asks the server for the state of the run.
func (s *served) live() (l live) {
	s.t.Helper()
	_, text := s.ask("GET", "/version", nil)
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		s.t.Fatalf("%v: %s", err, text)
	}
	return l
}

func TestServedPageShowsTheRowsRecordedSoFar(t *testing.T) {
	s := serveDir(t)
	now := time.Now()
	s.board.clock = func() time.Time { return now }
	for _, step := range []struct {
		what  string
		do    func()
		state string
		page  string
		not   string // in the page
	}{
		{"an empty directory", func() {}, "not started", "No rows yet", "Instances"},
		{"a run that begins", func() { s.record(3, ""); s.append(results.RowsFile, rowsHead) },
			"running, 0 of 3 steps", "No rows yet", "Instances"},
		{"a row", func() { s.append(results.RowsFile, line("6")) },
			"running, 1 of 3 steps", `href="#i/queens/6"`, "No rows yet"},
		{"a torn row", func() { s.append(results.RowsFile, line("7")[:60]) },
			"running, 1 of 3 steps", `href="#i/queens/6"`, "queens/7"},
		{"the rest of the row", func() { s.append(results.RowsFile, line("7")[60:]) },
			"running, 2 of 3 steps", `href="#i/queens/7"`, "queens/88"},
		{"an interruption", func() { s.record(3, `, "end": "2026-01-02T03:04:06Z", "error": "interrupted"`) },
			"interrupted after 2 of 3 steps", "queens/7", "queens/88"},
		{"an end", func() { s.record(2, `, "end": "2026-01-02T03:04:06Z"`) },
			"finished, 2 of 2 steps", "queens/7", "queens/88"},
		{"a compressed record", s.compress, "finished, 2 of 2 steps", "queens/7", "queens/88"},
		{"a resumed run", func() { s.append(results.RowsFile, rowsHead+line("6")+line("7")+line("9")) },
			"finished, 3 of 2 steps", "queens/9", "queens/88"},
	} {
		before := s.live()
		step.do()
		live := s.live()
		if live.State != step.state {
			t.Errorf("%s: got state %q, want %q", step.what, live.State, step.state)
		}
		if step.what != "an empty directory" && live.Version == before.Version {
			t.Errorf("%s: got the same version as before, want another", step.what)
		}
		answer, text := s.ask("GET", "/", nil)
		if answer.StatusCode != 200 || !strings.Contains(text, step.page) || strings.Contains(text, step.not) {
			t.Errorf("%s: got status %d and a page of %d bytes, want one with %q and without %q",
				step.what, answer.StatusCode, len(text), step.page, step.not)
		}
		for _, want := range []string{`data-version="` + live.Version + `"`, "<span>" + step.state + "</span>"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: got a page without %s", step.what, want)
			}
		}
		if _, again := s.ask("GET", "/", nil); again != text {
			t.Errorf("%s: got another page the second time, want the same", step.what)
		}
	}
}

// A reader must not slow down the run. The clock advances by a second each time it is read, so
// making a page takes one second.
func TestPagesTakeAFewPercentOfTheTime(t *testing.T) {
	s := serveDir(t)
	now := time.Now()
	s.board.clock = func() time.Time { now = now.Add(time.Second); return now }
	s.append(results.RowsFile, rowsHead+line("6"))
	s.record(2, "")
	s.ask("GET", "/", nil)
	s.append(results.RowsFile, line("7"))
	first, looks := s.live().Version, 1
	for s.live().Version == first && looks < 100 {
		looks++
	}
	if looks < 18 || looks > 22 {
		t.Errorf("got a new version %d seconds after a page that took one second, want about %d", looks, pauseFactor)
	}
}

func TestServerAnswersOnlyToItsNamesAndTwoPaths(t *testing.T) {
	s := serveDir(t)
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	headers := []string{
		"Cache-Control", "Content-Security-Policy", "Cross-Origin-Resource-Policy", "X-Content-Type-Options",
	}
	for _, c := range []struct {
		method, path, host string
		want               int
	}{
		{"GET", "/", "", 200},
		{"HEAD", "/", "", 200},
		{"GET", "/version", "", 200},
		{"GET", "/", "localhost:" + port, 200},
		{"GET", "/", "LOCALHOST:" + port, 200},
		{"POST", "/", "", 405},
		{"DELETE", "/version", "", 405},
		{"GET", "/results.txt", "", 404},
		{"GET", "/../run.json", "", 404},
		{"GET", "//", "", 404},
		{"GET", "/version/", "", 404},
		{"GET", "/", "rebound.example:" + port, 421},
		{"GET", "/version", "rebound.example:" + port, 421},
		{"GET", "/", "localhost", 421},
		{"GET", "/", "127.0.0.1:1", 421},
		{"GET", "/", "127.0.0.2:" + port, 421},
	} {
		answer, text := s.ask(c.method, c.path, func(r *http.Request) { r.Host = c.host })
		if answer.StatusCode != c.want {
			t.Errorf("%s %s, host %q: got status %d, want %d", c.method, c.path, c.host, answer.StatusCode, c.want)
		}
		if c.method == "HEAD" && text != "" {
			t.Errorf("HEAD: got %d bytes, want none", len(text))
		}
		for _, name := range headers {
			if answer.Header.Get(name) == "" {
				t.Errorf("%s %s, host %q: got no header %s", c.method, c.path, c.host, name)
			}
		}
	}
}

func TestServerOnAllAddressesRejectsForeignNames(t *testing.T) {
	b, err := NewBoard(Source{Run: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	h, err := newHandler(t.Context(), b, &net.TCPAddr{IP: net.IPv6unspecified, Port: 80}, "bench.example")
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{
		"192.0.2.7": true, "[2001:db8::1]:80": true, "bench.example": true, "localhost:80": true,
		"other.example": false, "192.0.2.7:81": false, "": false,
	} {
		if got := h.ownName(host); got != want {
			t.Errorf("host %q: got %v, want %v", host, got, want)
		}
	}
}

func TestServerReportsUnreadableResults(t *testing.T) {
	s := serveDir(t)
	s.append(results.RowsFile, "BenchmarkOther 1 2 ns/op\n")
	answer, text := s.ask("GET", "/", nil)
	if answer.StatusCode != 500 || !strings.Contains(text, "results.txt:1: ") {
		t.Errorf("got status %d and %q, want 500 and the line", answer.StatusCode, text)
	}
}

func TestOnlyServedPagesMakeRequests(t *testing.T) {
	file := pageOf(t, madeUp(few[:2], 2))
	for _, word := range []string{"fetch(", "connect-src", `id="live"`, "/version"} {
		if strings.Contains(file, word) {
			t.Errorf("got %q in a page without a server, want none", word)
		}
	}
}

func TestServerEndsWithItsContext(t *testing.T) {
	b, err := NewBoard(Source{Run: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- b.Serve(ctx, l, "127.0.0.1") }()
	answer, err := http.Get("http://" + l.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("got %v, want no error", err)
	}
	if _, err := http.Get("http://" + l.Addr().String() + "/"); err == nil {
		t.Error("got an answer after the end, want none")
	}
}

func TestServedPageUpdatesItselfInABrowser(t *testing.T) {
	t.Parallel()
	b := tabtest.New(t)
	s := serveDir(t)
	s.board.clock = func() time.Time { return time.Time{} } // making a page takes no time
	s.record(100, "")
	until := func(what, expression string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !tabtest.Value[bool](b, expression); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: got a timeout after a minute", what)
			}
		}
	}
	const (
		rows   = `document.querySelectorAll("#instance-table tbody tr").length`
		state  = `document.querySelector("#live span").textContent`
		button = `document.querySelector("#live button")`
		filter = `document.getElementById("filter")`
		opened = `document.getElementById("i/queens/35")`
		top    = opened + `.getBoundingClientRect().top`
		loaded = `document.readyState === "complete"`
	)
	b.Do(chromedp.EmulateViewport(1200, 700), chromedp.Navigate(s.URL))
	until("an empty page", state+` === "running, 0 of 100 steps"`)

	text := rowsHead
	for n := range 40 {
		text += line(fmt.Sprint(n + 10))
	}
	s.append(results.RowsFile, text) // in one write, so that the page updates itself once
	until("the first rows, without the button", rows+` === 40 && `+loaded+` && `+state+` === "running, 40 of 100 steps"`)

	tabtest.Value[any](b, filter+`.text.value = "queens/3"; `+filter+`.dispatchEvent(new Event("input"))`)
	b.Press("#instance-table th:first-child button")
	b.Press("#instance-table th:first-child button")
	tabtest.Value[any](b, opened+`.open = true; `+opened+`.scrollIntoView({behavior: "instant"}); document.activeElement.blur()`)
	before := tabtest.Value[float64](b, top)
	s.append(results.RowsFile, line("9")+line("99")+line("399"))
	until("the button", `!`+button+`.hidden`)
	if got := tabtest.Value[int](b, rows); got != 40 {
		t.Errorf("got %d rows for a reader below the top, want the same 40 as before", got)
	}
	tabtest.Value[any](b, button+`.click()`)
	until("the new rows", rows+` === 43 && `+loaded)
	until("the same position as before", fmt.Sprintf(`Math.abs(%s - %v) < 2`, top, before))
	got := tabtest.Value[string](b, `[`+filter+`.text.value,
		[...document.querySelectorAll("#instance-table tbody tr:not([hidden]) th")].map((h) => h.textContent).slice(0, 2),
		document.querySelector("#instance-table th").ariaSort, document.querySelectorAll("details[open]").length].join()`)
	if want := "queens/3,queens/399,queens/39,descending,1"; got != want {
		t.Errorf("got %s, want the same filter, order and open sections as before: %s", got, want)
	}

	s.Close()
	until("the end of the server", state+`.includes("has stopped")`)
	for _, fault := range b.Faults(s.URL) {
		if !strings.Contains(fault, "ERR_CONNECTION_REFUSED") { // expected once the server has stopped
			t.Errorf("got in the browser: %s", fault)
		}
	}
}

// compress replaces the rows by their compressed form.
func (s *served) compress() {
	s.t.Helper()
	path := filepath.Join(s.board.dir, results.RowsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	packed, err := zst.Pack(text)
	if err == nil {
		err = errors.Join(os.WriteFile(path+zst.Suffix, packed, 0o666), os.Remove(path))
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
