// Package tabtest opens pages in a headless Chromium, for tests. A page may make no other requests
// and have no errors.
package tabtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
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

	"xcbench/internal/installed"
)

// Tab is the tab of a browser, for all checks of a test. T is the test that opened the page in it.
type Tab struct {
	*testing.T
	ctx     context.Context
	mu      sync.Mutex
	address string   // of the page
	faults  []string // since it was opened: errors, and requests for other addresses
}

// New starts a browser. Without one it skips the test, or fails it in CI.
func New(t *testing.T) *Tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.UserDataDir(t.TempDir()))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &Tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	return b
}

func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests are not short")
	}
	return installed.Program(t, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
}

// heard records the faults of the page.
func (b *Tab) heard(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if r := e.Request.URL; !strings.HasPrefix(r, b.address) && !strings.HasPrefix(r, "data:") {
			b.faults = append(b.faults, "request for "+r)
		}
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		b.faults = append(b.faults, e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		b.faults = append(b.faults, "dialog: "+e.Message)
	}
}

// Open writes a page to a file and opens the file, on a light screen. When the test t ends, the page
// must have had no errors, and no requests for anything else.
func (b *Tab) Open(t *testing.T, page string) {
	t.Helper()
	b.T = t
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	b.address, b.faults = (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String(), nil
	b.mu.Unlock()
	b.Do(chromedp.EmulateViewport(1200, 900))
	b.Media("", "light")
	b.Do(chromedp.Navigate(b.address))
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, fault := range b.faults {
			t.Errorf("got in the browser: %s", fault)
		}
	})
}

// Do carries out steps, for at most a minute.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// Media sets the medium, "" for a screen, and the preferred colour scheme.
func (b *Tab) Media(medium, scheme string) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media:    medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		b.Fatal(err)
	}
}

// Value evaluates an expression of JavaScript.
func Value[T any](b *Tab, expression string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Press clicks in the middle of an element with the mouse.
func (b *Tab) Press(selector string) {
	b.Helper()
	at := b.Point(selector, 0.5)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
}

// Point moves the mouse to an element, to the given part of its width, and returns the place.
func (b *Tab) Point(selector string, part float64) []float64 {
	b.Helper()
	element := `document.querySelector(` + "`" + selector + "`" + `)`
	Value[any](b, element+`.scrollIntoView({block: "center", behavior: "instant"})`)
	time.Sleep(50 * time.Millisecond) // wait for the scroll event, which hides tips
	at := Value[[]float64](b, `{
		const r = `+element+`.getBoundingClientRect();
		[r.x + r.width * `+fmt.Sprint(part)+`, r.y + r.height / 2];
	}`)
	b.Do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	return at
}
