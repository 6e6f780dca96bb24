package page

import (
	"context"
	"encoding/json"
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

	"xcbench/results"
)

// served is a run directory that a test fills, and the server of it.
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

// line is a row of results.txt.
func line(inst string) string {
	return "BenchmarkSolve/family=queens/inst=" + inst + "/solver=dlx_index-1 1 0.5 sec/op 0.001 setup-sec/op 4 solutions/op 10 nodes/op 20 updates/op\n"
}

const (
	rowsHead = "Unit nodes/op assume=exact better=lower\nstatus: solved\n"
	record   = `{"steps": %d, "sessions": [{"start": "2026-01-02T03:04:05Z"%s}]}`
)

// running writes the record of a run at work, or of one that ended.
func (s *served) record(steps int, end string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, results.RunFile), fmt.Appendf(nil, record, steps, end), 0o666); err != nil {
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

func (s *served) live() (l live) {
	s.t.Helper()
	_, text := s.ask("GET", "/version", nil)
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		s.t.Fatalf("%v: %s", err, text)
	}
	return l
}

func TestServedPageShowsWhatIsRecordedSoFar(t *testing.T) {
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
		{"an empty directory", func() {}, "nothing yet", "Nothing yet", "Instances"},
		{"a run that begins", func() { s.record(3, ""); s.append(results.RowsFile, rowsHead) }, "running, 0 of 3 steps", "Nothing yet", "Instances"},
		{"a row", func() { s.append(results.RowsFile, line("6")) }, "running, 1 of 3 steps", `href="#i/queens/6"`, "Nothing yet"},
		{"a torn row", func() { s.append(results.RowsFile, line("7")[:60]) }, "running, 1 of 3 steps", `href="#i/queens/6"`, "queens/7"},
		{"the rest of it", func() { s.append(results.RowsFile, line("7")[60:]) }, "running, 2 of 3 steps", `href="#i/queens/7"`, "queens/88"},
		{"an interruption", func() { s.record(3, `, "end": "2026-01-02T03:04:06Z", "error": "interrupted"`) }, "interrupted after 2 of 3 steps", "queens/7", "queens/88"},
		{"an end", func() { s.record(2, `, "end": "2026-01-02T03:04:06Z"`) }, "finished, 2 of 2 steps", "queens/7", "queens/88"},
	} {
		before := s.live()
		step.do()
		live := s.live()
		if live.State != step.state {
			t.Errorf("%s: got state %q, want %q", step.what, live.State, step.state)
		}
		if step.what != "an empty directory" && live.Version == before.Version {
			t.Errorf("%s: got the version as before, want another", step.what)
		}
		answer, text := s.ask("GET", "/", nil)
		if answer.StatusCode != 200 || !strings.Contains(text, step.page) || strings.Contains(text, step.not) {
			t.Errorf("%s: got status %d and a page of %d bytes, want one with %q and without %q", step.what, answer.StatusCode, len(text), step.page, step.not)
		}
		if want := `data-version="` + live.Version + `"`; !strings.Contains(text, want) || !strings.Contains(text, "<span>"+step.state+"</span>") {
			t.Errorf("%s: got a page without %s or its state", step.what, want)
		}
		if _, again := s.ask("GET", "/", nil); again != text {
			t.Errorf("%s: got another page the second time, want the same", step.what)
		}
	}
}

// The clock stands for the time that a page took: whoever looks at a run must not slow it down.
func TestNewPagesAreOfferedAFewOfAHundredOfTheTime(t *testing.T) {
	s := serveDir(t)
	now := time.Now()
	s.board.clock = func() time.Time { now = now.Add(time.Second); return now }
	s.append(results.RowsFile, rowsHead+line("6"))
	s.record(2, "")
	s.ask("GET", "/", nil) // takes a second of this clock
	s.append(results.RowsFile, line("7"))
	first, looks := s.live().Version, 1
	for s.live().Version == first && looks < 100 {
		looks++
	}
	if looks < 18 || looks > 22 {
		t.Errorf("got a new version after %d seconds of a page that took one, want about %d", looks, share)
	}
}

func TestServerAnswersItsOwnNameAndTwoPathsOnly(t *testing.T) {
	s := serveDir(t)
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	for _, c := range []struct {
		method, path, host string
		want               int
	}{
		{"GET", "/", "", 200}, {"HEAD", "/", "", 200}, {"GET", "/version", "", 200}, {"GET", "/", "localhost:" + port, 200}, {"GET", "/", "LOCALHOST:" + port, 200},
		{"POST", "/", "", 405}, {"DELETE", "/version", "", 405},
		{"GET", "/results.txt", "", 404}, {"GET", "/../run.json", "", 404}, {"GET", "//", "", 404}, {"GET", "/version/", "", 404},
		{"GET", "/", "rebound.example:" + port, 421}, {"GET", "/version", "rebound.example:" + port, 421}, {"GET", "/", "localhost", 421}, {"GET", "/", "127.0.0.1:1", 421}, {"GET", "/", "127.0.0.2:" + port, 421},
	} {
		answer, text := s.ask(c.method, c.path, func(r *http.Request) { r.Host = c.host })
		if answer.StatusCode != c.want {
			t.Errorf("%s %s of host %q: got status %d, want %d", c.method, c.path, c.host, answer.StatusCode, c.want)
		}
		if c.method == "HEAD" && text != "" {
			t.Errorf("HEAD: got %d bytes, want none", len(text))
		}
		for _, name := range []string{"Cache-Control", "Content-Security-Policy", "Cross-Origin-Resource-Policy", "X-Content-Type-Options"} {
			if answer.Header.Get(name) == "" {
				t.Errorf("%s %s of host %q: got no header %s", c.method, c.path, c.host, name)
			}
		}
	}
}

func TestServerOnAllAddressesHasNoNamesOfOthers(t *testing.T) {
	b, err := NewBoard(Source{Run: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	h, err := newHandler(t.Context(), b, &net.TCPAddr{IP: net.IPv6unspecified, Port: 80}, "bench.example")
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{"192.0.2.7": true, "[2001:db8::1]:80": true, "bench.example": true, "localhost:80": true, "other.example": false, "192.0.2.7:81": false, "": false} {
		if got := h.called(host); got != want {
			t.Errorf("host %q: got %v, want %v", host, got, want)
		}
	}
}

func TestResultsThatCannotBeReadAreSaidInThePlaceOfThePage(t *testing.T) {
	s := serveDir(t)
	s.append(results.RowsFile, "BenchmarkOther 1 2 ns/op\n")
	if answer, text := s.ask("GET", "/", nil); answer.StatusCode != 500 || !strings.Contains(text, "results.txt:1: ") {
		t.Errorf("got status %d and %q, want 500 and the line", answer.StatusCode, text)
	}
}

func TestOnlyServedPagesAskForMore(t *testing.T) {
	file := pageOf(t, madeUp(few[:2], 2))
	for _, word := range []string{"fetch(", "connect-src", `id="live"`, "/version"} {
		if strings.Contains(file, word) {
			t.Errorf("got %q in a page that is a file, want none", word)
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
		t.Errorf("got %v, want the end", err)
	}
	if _, err := http.Get("http://" + l.Addr().String() + "/"); err == nil {
		t.Error("got an answer after the end, want none")
	}
}

func TestServedPageRenewsItselfInABrowser(t *testing.T) {
	b := newBrowser(t)
	s := serveDir(t)
	s.board.clock = func() time.Time { return time.Time{} } // pages take no time
	s.record(100, "")
	until := func(what, expression string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !value[bool](b, expression); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("got nothing in a minute, want %s", what)
			}
		}
	}
	const rows = `document.querySelectorAll("#instance-table tbody tr").length`
	b.do(chromedp.EmulateViewport(1200, 700), chromedp.Navigate(s.URL))
	until("an empty page", `document.querySelector("#live span").textContent === "running, 0 of 100 steps"`)

	text := rowsHead
	for n := range 40 {
		text += line(fmt.Sprint(n + 10))
	}
	s.append(results.RowsFile, text) // at once: between two writes the page would renew itself again
	until("the first rows by themselves", rows+` === 40 && document.readyState === "complete" && document.querySelector("#live span").textContent === "running, 40 of 100 steps"`)

	value[any](b, `{ const f = document.getElementById("filter"); f.text.value = "queens/3"; f.dispatchEvent(new Event("input")); }`)
	b.press("#instance-table th:first-child button")
	b.press("#instance-table th:first-child button")
	value[any](b, `document.getElementById("i/queens/35").open = true; document.getElementById("i/queens/35").scrollIntoView({behavior: "instant"}); document.activeElement.blur()`)
	before := value[float64](b, `document.getElementById("i/queens/35").getBoundingClientRect().top`)
	s.append(results.RowsFile, line("9")+line("99")+line("399"))
	until("a button", `!document.querySelector("#live button").hidden`)
	if got := value[int](b, rows); got != 40 {
		t.Errorf("got %d rows while somebody reads, want the 40 that were there", got)
	}
	value[any](b, `document.querySelector("#live button").click()`)
	until("the new rows", rows+` === 43 && document.readyState === "complete"`)
	until("the place where the page was", fmt.Sprintf(`Math.abs(document.getElementById("i/queens/35").getBoundingClientRect().top - %v) < 2`, before))
	if got, want := value[string](b, `[document.getElementById("filter").text.value, [...document.querySelectorAll("#instance-table tbody tr:not([hidden]) th")].map((h) => h.textContent).slice(0, 2), document.querySelector("#instance-table th").ariaSort, document.querySelectorAll("details[open]").length].join()`), "queens/3,queens/399,queens/39,descending,1"; got != want {
		t.Errorf("got %s, want the filter, the order and what was open: %s", got, want)
	}

	s.Close()
	until("that the server has ended", `document.querySelector("#live span").textContent.includes("has ended")`)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if !strings.HasPrefix(r, s.URL) && !strings.HasPrefix(r, "data:") {
			t.Errorf("got a request of %s, want none of others", r)
		}
	}
	for _, e := range b.errors {
		if !strings.Contains(e, "ERR_CONNECTION_REFUSED") { // when the server has ended
			t.Errorf("got an error in the browser: %s", e)
		}
	}
}
