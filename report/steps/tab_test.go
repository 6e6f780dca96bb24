package steps_test

import (
	"context"
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
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is a tab of a browser with a film.
type tab struct {
	*testing.T
	ctx context.Context
	mu  sync.Mutex

	address string
	faults  []string // requests for other addresses, and errors
}

// newTab starts a browser. Without one it skips the test, or fails it in CI.
func newTab(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests are not short")
	}
	path, err := exec.LookPath("chromium")
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal("got no chromium on the path, want one in CI")
	} else if err != nil {
		t.Skip("the film is not tested in a browser: no chromium on the path")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *tab) heard(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u, _, _ := strings.Cut(e.Request.URL, "#"); u != b.address && !strings.HasPrefix(u, "data:") {
			b.faults = append(b.faults, "request for "+u)
		}
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.faults = append(b.faults, e.Entry.Text)
	}
}

// open opens a page. When the test t ends, the page must have had no errors and no other requests.
func (b *tab) open(t *testing.T, page string) {
	t.Helper()
	b.T = t
	path := filepath.Join(t.TempDir(), "film.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	b.address, b.faults = (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String(), nil
	b.mu.Unlock()
	b.media("", "light")
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.address))
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, fault := range b.faults {
			t.Errorf("got in the browser: %s", fault)
		}
	})
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

func (b *tab) media(medium, scheme string) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		b.Fatal(err)
	}
}

// value evaluates an expression.
func value[V any](b *tab, expression string) V {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[V](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

func text(b *tab, selector string) string {
	b.Helper()
	return value[string](b, `document.querySelector("`+selector+`").textContent`)
}
