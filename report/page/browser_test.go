package page

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium returns the path of a browser. Without one it skips the test, or fails it in CI.
func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests are not short")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("got no chromium on the path, want one in CI")
	}
	t.Skip("the page is not tested in a browser: no chromium on the path")
	return ""
}

// browser is a browser with one tab, for all checks of a test.
type browser struct {
	t        *testing.T
	ctx      context.Context
	mu       sync.Mutex
	requests []string
	errors   []string
}

func newBrowser(t *testing.T) *browser {
	path := chromium(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	return b
}

// heard records the requests of the page and its errors.
func (b *browser) heard(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.errors = append(b.errors, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		b.errors = append(b.errors, e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		b.errors = append(b.errors, "dialog: "+e.Message)
	}
}

// open writes a page to a file and opens the file in the browser. When the test ends, it checks
// that the page made no other requests and had no errors.
func (b *browser) open(t *testing.T, text string) {
	t.Helper()
	b.t = t
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	b.requests, b.errors = nil, nil
	b.mu.Unlock()
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	b.do(chromedp.EmulateViewport(1200, 900))
	b.media("", "light")
	b.do(chromedp.Navigate(address))
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, r := range b.requests {
			if r, _, _ := strings.Cut(r, "#"); r != address && !strings.HasPrefix(r, "data:") {
				t.Errorf("got a request for %s, want none except for the page itself", r)
			}
		}
		for _, e := range b.errors {
			t.Errorf("got an error in the browser: %s", e)
		}
	})
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// media sets the medium, "" for a screen, and the preferred colour scheme.
func (b *browser) media(medium, scheme string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media:    medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		b.t.Fatal(err)
	}
}

// value evaluates an expression.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// press clicks in the middle of an element with the mouse.
func (b *browser) press(selector string) {
	b.t.Helper()
	b.point(selector, 0.5)
	at := value[[]float64](b, `pointed`)
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

// point moves the mouse to an element, to the given part of its width.
func (b *browser) point(selector string, part float64) {
	b.t.Helper()
	element := `document.querySelector(` + "`" + selector + "`" + `)`
	value[any](b, element+`.scrollIntoView({block: "center", behavior: "instant"})`)
	time.Sleep(50 * time.Millisecond) // wait for the scroll event, which hides tips
	value[any](b, `{
		const r = `+element+`.getBoundingClientRect();
		globalThis.pointed = [r.x + r.width * `+fmt.Sprint(part)+`, r.y + r.height / 2];
	}`)
	at := value[[]float64](b, `pointed`)
	b.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
}
