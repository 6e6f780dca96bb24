package steps_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"xcbench/cover"
	"xcbench/internal/tabtest"
)

func TestFilmsInABrowser(t *testing.T) {
	b := tabtest.New(t)
	queens := film(t, "queens/6", puzzleOf(t, "queens/6", "dlx"), cover.Limits{Solutions: 1})
	sudoku := film(t, "sudoku/ai_escargot", puzzleOf(t, "sudoku/ai_escargot", "dlx"), cover.Limits{Solutions: 1})
	pentominoes := film(t, "pentomino/6x10", puzzleOf(t, "pentomino/6x10", "dlx"), cover.Limits{Solutions: 1})
	list := film(t, "knuth", puzzleOf(t, knuth2000, "dlx"), cover.Limits{})
	colours := film(t, "colours", puzzleOf(t, "a b c | s\na s:red\nb s:red\nc s:red\nc s:blue\n", "dlx"), cover.Limits{})
	jigsaw := film(t, "jigsaw", puzzleOf(t, "1...\n..2.\n....\n..43\n\n1112\n1332\n4332\n4442\n", ""), cover.Limits{})
	for _, c := range []struct {
		claim string
		page  string
		check func(*tabtest.Tab)
	}{
		{"keys move the film", queens, moves},
		{"a film is played and paused by keys alone", queens, plays},
		{"the board has the options that were taken", queens, queensOf},
		{"a sudoku keeps its givens", sudoku, digits},
		{"pieces are filled and bordered", pentominoes, pieces},
		{"regions have colours and borders", jigsaw, regions},
		{"a list says the state of each option", list, states},
		{"a list knows colours", colours, coloured},
		{"queens fit every screen", queens, fits},
		{"pentominoes fit every screen", pentominoes, fits},
		{"a sudoku fits every screen", sudoku, fits},
		{"a list fits every screen", list, fits},
		{"print has the step and no controls", sudoku, prints},
		{"a board is accessible", pentominoes, audits},
		{"a list is accessible", list, audits},
	} {
		t.Run(c.claim, func(t *testing.T) {
			b.Open(t, c.page)
			c.check(b)
		})
	}
}

func where(b *tabtest.Tab) string { return text(b, "#where") }

func wantStep(b *tabtest.Tab, after, want string) {
	b.Helper()
	if got := where(b); got != want {
		b.Errorf("after %s: got %q, want %q", after, got, want)
	}
}

func moves(b *tabtest.Tab) {
	wantStep(b, "opening", "Step 1 of 26, level 0")
	for _, c := range []struct{ what, keys, want string }{
		{"the right key", kb.ArrowRight, "Step 2 of 26, level 1"},
		{"End", kb.End, "Step 26 of 26, level 6"},
		{"the right key at the end", kb.ArrowRight, "Step 26 of 26, level 6"},
		{"the left key", kb.ArrowLeft, "Step 25 of 26, level 5"},
		{"Home", kb.Home, "Step 1 of 26, level 0"},
	} {
		b.Do(chromedp.KeyEvent(c.keys))
		wantStep(b, c.what, c.want)
	}
	// The tab key reaches every control that is enabled, in the order of the page.
	var order []string
	for range 6 {
		b.Do(chromedp.KeyEvent(kb.Tab))
		order = append(order, tabtest.Value[string](b, `document.activeElement.id`))
	}
	if got := strings.Join(order, " "); got != "play next last speed step path" {
		b.Errorf("got the tab order %q, want play, next, last, speed, step, path", got)
	}
	tabtest.Value[any](b, `document.getElementById("step").focus()`)
	b.Do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	wantStep(b, "two keys on the slider", "Step 3 of 26, level 2")
	if got := tabtest.Value[string](b, `document.getElementById("step").getAttribute("aria-valuetext")`); got != "Step 3 of 26, level 2" {
		b.Errorf("got the slider's text %q, want the step", got)
	}
	if got := tabtest.Value[string](b, `location.hash`); got != "#3" {
		b.Errorf("got the address %q, want the step in it", got)
	}
	tabtest.Value[any](b, `document.getElementById("next").focus()`)
	b.Do(chromedp.KeyEvent("\r"))
	wantStep(b, "the button Next", "Step 4 of 26, level 3")
	b.Do(chromedp.KeyEvent(" "))
	wantStep(b, "the button Next by the space key", "Step 5 of 26, level 3")
	if text(b, "#play") != "Play" {
		b.Error("got a film that plays, want one step only")
	}
}

func plays(b *tabtest.Tab) {
	tabtest.Value[any](b, `{ const s = document.getElementById("speed"); s.value = "20"; document.activeElement.blur(); }`)
	b.Do(chromedp.KeyEvent(" "))
	if got := text(b, "#play"); got != "Pause" && !strings.Contains(where(b), "26 of") {
		b.Errorf("got the button %q while playing, want Pause", got)
	}
	for text(b, "#play") == "Pause" {
		time.Sleep(20 * time.Millisecond)
	}
	wantStep(b, "playing", "Step 26 of 26, level 6")
	tabtest.Value[any](b, `document.getElementById("speed").value = "1"`)
	b.Do(chromedp.KeyEvent(" "))
	wantStep(b, "playing from the end", "Step 1 of 26, level 0")
	b.Do(chromedp.KeyEvent(" "))
	if got := text(b, "#play"); got != "Play" {
		b.Errorf("got the button %q after a pause, want Play", got)
	}
	if got := tabtest.Value[string](b, `document.getElementById("words").ariaLive`); got != "polite" {
		b.Errorf("got aria-live %q after a pause, want polite", got)
	}
}

func queensOf(b *tabtest.Tab) {
	b.Do(chromedp.KeyEvent(kb.End))
	const queens = `[...document.querySelectorAll("#board > text")].map((t, k) => t.textContent && k).filter(k => k !== "").join()`
	if got, want := tabtest.Value[string](b, queens), "1,9,17,18,26,34"; got != want {
		b.Errorf("got queens on %s, want %s", got, want)
	}
	if got := text(b, "#words"); !strings.Contains(got, "solution 1") {
		b.Errorf("got the words %q, want the solution", got)
	}
	if got := tabtest.Value[string](b, `document.getElementById("board").ariaLabel`); got != "Board, with 6 options taken" {
		b.Errorf("got the board's name %q", got)
	}
	b.Do(chromedp.KeyEvent(kb.Home))
	if got, want := tabtest.Value[string](b, queens), "0,1,2,3,4,5"; got != want {
		b.Errorf("got choices on %s, want the first row: %s", got, want)
	}
}

func digits(b *tabtest.Tab) {
	b.Do(chromedp.KeyEvent(kb.End))
	got := tabtest.Value[string](b, `[...document.querySelectorAll("#board > text")].map(t => t.textContent).join("")`)
	if want := "162857493534129678789643521475312986913586742628794135356478219241935867897261354"; got != want {
		b.Errorf("got the board %s, want %s", got, want)
	}
	if got := tabtest.Value[int](b, `document.querySelectorAll("#board > text.strong").length`); got != 23 {
		b.Errorf("got %d bold digits, want the 23 givens", got)
	}
	b.Do(chromedp.KeyEvent(kb.Home))
	if got := tabtest.Value[int](b, `[...document.querySelectorAll("#board > text")].filter(t => t.textContent).length`); got != 24 {
		b.Errorf("got %d digits at the root, want the givens and the only choice", got)
	}
}

func pieces(b *tabtest.Tab) {
	b.Do(chromedp.KeyEvent(kb.End))
	if got := tabtest.Value[int](b, `new Set([...document.querySelectorAll("#board .area")].map(a => a.style.fill)).size`); got != 12 {
		b.Errorf("got %d colours, want one for each of 12 pieces", got)
	}
	b.Do(chromedp.KeyEvent(kb.Home))
	if got := tabtest.Value[int](b, `[...document.querySelectorAll("#board .area")].filter(a => a.style.fill).length`); got != 0 {
		b.Errorf("got %d cells in a colour at the root, want none", got)
	}
}

func regions(b *tabtest.Tab) {
	if got := tabtest.Value[int](b, `new Set([...document.querySelectorAll("#board .area")].map(a => a.style.fill)).size`); got != 4 {
		b.Errorf("got %d colours, want one for each of 4 regions", got)
	}
	// The frame has 16 sides. Between the regions, there are 11.
	if got := tabtest.Value[int](b, `document.querySelector(".side.strong").getAttribute("d").split("M").length - 1`); got != 27 {
		b.Errorf("got %d strong sides, want 27", got)
	}
}

func states(b *tabtest.Tab) {
	wantStates(b, "left choice left choice left left", "left taken choice out out out", "out taken taken out out out",
		"choice out left taken left out")
}

func coloured(b *tabtest.Tab) {
	wantStates(b, "choice left left left", "taken choice left out", "taken taken choice out", "taken taken taken out")
}

func wantStates(b *tabtest.Tab, steps ...string) {
	b.Helper()
	for k, want := range steps {
		got := tabtest.Value[string](b, `[...document.querySelectorAll("#options li")].map(e => e.dataset.state).join(" ")`)
		if got != want {
			b.Errorf("step %d: got %q, want %q", k+1, got, want)
		}
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
	}
}

func fits(b *tabtest.Tab) {
	for _, width := range []int64{400, 1280, 1920} {
		b.Do(chromedp.EmulateViewport(width, 900))
		if got := tabtest.Value[int64](b, `document.documentElement.scrollWidth`); got > width {
			b.Errorf("got a page of %d pixels on a screen of %d", got, width)
		}
		if width > 400 {
			bottom := tabtest.Value[float64](b, `document.querySelector("figure").firstElementChild.getBoundingClientRect().bottom`)
			if bottom > 900 {
				b.Errorf("%d pixels: got a board down to %.0f, want the whole board on the screen", width, bottom)
			}
		}
	}
}

func prints(b *tabtest.Tab) {
	b.Do(chromedp.KeyEvent(kb.End))
	b.Media("print", "dark")
	for selector, want := range map[string]bool{"#board": true, "#words": true, "#where": true, "#play": false, "#step": false, "#depth": false} {
		if got := tabtest.Value[bool](b, `document.querySelector("`+selector+`").checkVisibility()`); got != want {
			b.Errorf("%s in print: got visible %v, want %v", selector, got, want)
		}
	}
	if got := tabtest.Value[string](b, `getComputedStyle(document.querySelector("#board .area")).fill`); got != "rgb(255, 255, 255)" {
		b.Errorf("got cells in %s, want white paper", got)
	}
}

// audits looks for the faults that the page of a run may not have either. A film needs no link that
// skips to its content: the controls come first. The audit does not see the light colours of pieces
// behind their dark labels, and a film has fewer colours than the page.
func audits(b *tabtest.Tab) {
	audit, err := os.ReadFile("../page/testdata/audit.js")
	if err != nil {
		b.Fatal(err)
	}
	light := tabtest.Value[string](b, `getComputedStyle(document.documentElement).backgroundColor`)
	for _, scheme := range []string{"light", "dark"} {
		b.Media("", scheme)
		for step := range 4 {
			for _, fault := range tabtest.Value[[]string](b, string(audit)) {
				if !strings.HasPrefix(fault, "the first link") && !strings.HasPrefix(fault, "only ") &&
					!strings.Contains(fault, `filled"`) {
					b.Errorf("%s, step %d: %s", scheme, step, fault)
				}
			}
			b.Do(chromedp.KeyEvent(kb.ArrowRight))
		}
	}
	if dark := tabtest.Value[string](b, `getComputedStyle(document.documentElement).backgroundColor`); dark == light {
		b.Errorf("got %s on a light and on a dark page", dark)
	}
}

func text(b *tabtest.Tab, selector string) string {
	b.Helper()
	return tabtest.Value[string](b, `document.querySelector("`+selector+`").textContent`)
}
