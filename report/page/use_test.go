package page

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"xcbench/internal/rowstest"
	"xcbench/internal/tabtest"
	"xcbench/results"
)

func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	b := tabtest.New(t)
	run := madeUp(few, 6)
	run = edit(run, "queens/9", "naive", func(r *results.Row) { r.Status = "crash" })
	text := pageOf(t, run)
	for _, c := range []struct {
		claim string
		check func(t *testing.T, b *tabtest.Tab)
	}{
		{"heads sort by mouse and by keyboard", sorts},
		{"the filter hides rows and sections", filters},
		{"pointing shows values", pointing},
		{"links open sections", reveals},
		{"a dark page has other colours", darkens},
		{"a phone does not scroll sideways", narrows},
		{"a print has complete tables", prints},
		{"the page is accessible", audits},
	} {
		t.Run(c.claim, func(t *testing.T) {
			b.Open(t, text)
			c.check(t, b)
		})
	}
	t.Run("nine solvers fit, and what does not has a shadow", func(t *testing.T) {
		run := madeUp(few, 8)
		for r := range run.Rows.All() {
			if r.Solver == eight[0] {
				r.Solver = "ninth_solver"
				rowstest.Add(&run, r)
			}
		}
		b.Open(t, pageOf(t, run))
		const hidden = `[...document.querySelectorAll("main > section > .scroll, figure.plot > .scroll")]` +
			`.filter(e => e.scrollWidth > e.clientWidth)`
		b.Do(chromedp.EmulateViewport(1280, 900))
		if got := tabtest.Value[[]string](b, hidden+`.map(e => e.ariaLabel)`); len(got) > 0 {
			t.Errorf("at 1280 pixels: got columns out of sight in %q, want none", got)
		}
		b.Do(chromedp.EmulateViewport(400, 900))
		if got := tabtest.Value[int](b, hidden+`.length`); got < 2 {
			t.Errorf("at 400 pixels: got %d tables and plots that scroll, want 2 or more", got)
		}
		got := tabtest.Value[[]string](b, hidden+`.filter(e => !getComputedStyle(e).backgroundImage.includes("gradient") || `+
			`e.querySelector("svg > path") && getComputedStyle(e.querySelector("svg > path")).fill != "none")`+
			`.map(e => e.ariaLabel)`)
		if len(got) > 0 {
			t.Errorf("at 400 pixels: got no shadow at the edge of %q, want one", got)
		}
	})
	t.Run("of many solvers all columns can be reached, and heads stay", func(t *testing.T) {
		run := madeUp(everyOther(30), 8)
		for r := range run.Rows.All() {
			if k := slices.Index(eight, r.Solver); k < 6 {
				r.Solver = "another_solver_" + r.Solver
				rowstest.Add(&run, r)
			}
		}
		b.Open(t, pageOf(t, run))
		for _, width := range []int64{1280, 400} {
			b.Do(chromedp.EmulateViewport(width, 500))
			got := tabtest.Value[[]float64](b, `(() => {
				const table = document.querySelector("#instance-table"), box = table.parentElement;
				box.scrollTo(1e5, 300);
				const at = (e) => e.getBoundingClientRect();
				const head = table.tHead.rows[0].cells, name = table.tBodies[0].rows[9].cells[0];
				return [at(head[5]).top - at(box).top, at(name).left - at(box).left, at(head[0]).left - at(box).left,
					at(head[head.length-1]).right - at(box).right];
			})()`)
			for k, what := range []string{"the head above its box", "a name left of its box", "the head of names left of its box",
				"the last column right of its box"} {
				if math.Abs(got[k]) > 2 {
					t.Errorf("at %d pixels: after scrolling to the end, got %s by %.0f pixels, want it there", width, what, got[k])
				}
			}
		}
		got := tabtest.Value[[]string](b, `[...document.querySelectorAll(".plot svg")].filter(e => e.checkVisibility())
			.flatMap(e => [...e.querySelectorAll("text")]).filter(e => e.getBoundingClientRect().right > 400).map(e => e.textContent)`)
		if len(got) > 0 {
			t.Errorf("at 400 pixels: got the texts %q of plots out of sight, want none", got)
		}
		b.Media("", "dark")
		if n := tabtest.Value[int](b, `[...document.querySelectorAll(".plot text, .plot svg path")].filter(e => e.checkVisibility()
			&& getComputedStyle(e).fill === "rgb(0, 0, 0)").length`); n > 0 {
			t.Errorf("on a dark page: got %d black texts and marks in plots, want none", n)
		}
		b.Media("", "light")
		if n := tabtest.Value[int](b, `[...document.querySelectorAll(".plot svg")].filter(e => e.checkVisibility()).length`); n < 4 {
			t.Errorf("at 400 pixels: got %d plots, want 4 or more", n)
		}
	})
}

const firstRow = `document.querySelector("#instance-table tbody tr:not([hidden]) th").textContent`

func sorts(t *testing.T, b *tabtest.Tab) {
	const head = `#instance-table th:nth-child(4)`
	const order = `document.querySelector("` + head + `").getAttribute("aria-sort")`
	const column = `[...document.querySelectorAll("#instance-table tbody tr")]
		.map(r => r.cells[3].dataset.v).filter(v => v !== "").map(Number)`
	original := tabtest.Value[[]float64](b, column)
	for _, c := range []struct{ want, less string }{
		{"ascending", "(a, b) => a - b"},
		{"descending", "(a, b) => b - a"},
	} {
		b.Press(head + " button")
		if got := tabtest.Value[string](b, order); got != c.want {
			t.Errorf("got aria-sort %s, want %s", got, c.want)
		}
		if !tabtest.Value[bool](b, `{ const v = `+column+`; String(v) === String([...v].sort(`+c.less+`)) }`) {
			t.Errorf("got the column %v, want it %s", tabtest.Value[[]float64](b, column), c.want)
		}
	}
	tabtest.Value[any](b, `document.querySelector("#instance-table th button").focus()`)
	b.Do(chromedp.KeyEvent("\r"))
	if got := tabtest.Value[string](b, firstRow); got != "boxes/slothouber_graatsma" {
		t.Errorf("got %s first after the return key on the head of names, want boxes/slothouber_graatsma", got)
	}
	b.Do(chromedp.KeyEvent("\r"), chromedp.KeyEvent("\r"))
	if got := tabtest.Value[[]float64](b, column); !slices.Equal(got, original) {
		t.Errorf("got %v after the third press, want the original order %v", got, original)
	}
}

func filters(t *testing.T, b *tabtest.Tab) {
	expect := func(what string, want int) {
		t.Helper()
		got := tabtest.Value[[]int](b, `[document.querySelectorAll("#instance-table tbody tr:not([hidden])").length,
			document.querySelectorAll("details.instance:not([hidden])").length]`)
		if !slices.Equal(got, []int{want, want}) {
			t.Errorf("%s: got %v rows and sections, want %d", what, got, want)
		}
	}
	expect("at first", 7)
	tabtest.Value[any](b, `document.querySelector("[name=text]").focus()`)
	b.Do(chromedp.KeyEvent("QUEENS"))
	expect("text", 2)
	if got := tabtest.Value[string](b, `document.querySelector("output").value`); got != "2 of 7 instances" {
		t.Errorf("got the count %q, want 2 of 7 instances", got)
	}
	choose := func(name, v string) {
		tabtest.Value[any](b, `{
			const s = document.querySelector("[name=`+name+`]");
			s.value = "`+v+`";
			s.dispatchEvent(new Event("input", {bubbles: true}));
		}`)
	}
	choose("status", "crash")
	expect("text and status", 1)
	b.Press("#filter [type=reset]")
	time.Sleep(50 * time.Millisecond)
	expect("reset", 7)
	choose("family", "sudoku")
	expect("family", 1)
}

func pointing(_ *testing.T, b *tabtest.Tab) {
	const tip = `document.getElementById("tip")`
	for _, c := range []struct{ selector, want string }{
		{`.plot .spots rect:last-child`, "instances solved"},
		{`details[open] .profile .spots rect:last-child`, " nodes"},
	} {
		tabtest.Value[any](b, `document.querySelector("details").open = true`)
		shown := func() string {
			b.Point(c.selector, 0.5)
			return tabtest.Value[string](b, tip+`.hidden ? "" : `+tip+`.textContent`)
		}
		until(func() bool { return strings.Contains(shown(), c.want) })
	}
	until(func() bool {
		b.Point("h1", 0.5)
		return tabtest.Value[bool](b, tip+`.hidden`)
	})
}

// until waits for a condition; only the time limit of go test ends it. On a busy machine, the browser
// handles a late scroll event after the mouse has moved, and hides the tip.
func until(holds func() bool) {
	for !holds() {
		time.Sleep(20 * time.Millisecond)
	}
}

func reveals(t *testing.T, b *tabtest.Tab) {
	b.Press(`#instance-table a[href$="queens/9"]`)
	time.Sleep(100 * time.Millisecond)
	got := tabtest.Value[string](b, `[...document.querySelectorAll("details[open]")].map(d => d.id).join()`)
	if got != "i/queens/9" {
		t.Errorf("got %q open, want the section of queens/9", got)
	}
}

func darkens(t *testing.T, b *tabtest.Tab) {
	colours := func() []string {
		return tabtest.Value[[]string](b, `{
			const style = (selector) => getComputedStyle(document.querySelector(selector));
			[style("html").backgroundColor, style("body").color, style(".plot text").fill, style(".plot .scroll").backgroundColor];
		}`)
	}
	light := colours()
	b.Media("", "dark")
	dark := colours()
	for k := range light {
		if light[k] == dark[k] {
			t.Errorf("colour %d: got %s on a light and on a dark page, want two colours", k, dark[k])
		}
	}
	b.Press("#theme")
	if got := colours(); got[0] != light[0] {
		t.Errorf("got %v after the button was pressed, want the light colours", got)
	}
	b.Press("#theme")
	b.Media("", "light")
	if got := colours(); got[0] != dark[0] {
		t.Errorf("got %v after the button was pressed again, want the dark colours", got)
	}
	if got := tabtest.Value[string](b, `document.getElementById("theme").textContent`); got != "Theme: dark" {
		t.Errorf("got the button %q, want Theme: dark", got)
	}
	b.Press("#theme")
}

func openAll(b *tabtest.Tab) {
	b.Helper()
	tabtest.Value[any](b, `document.querySelectorAll("details").forEach(d => d.open = true)`)
	until(func() bool { return tabtest.Value[bool](b, `[...document.images].every(i => i.src && i.complete)`) })
}

func narrows(t *testing.T, b *tabtest.Tab) {
	const widest = `{
		const right = (e) => e.getBoundingClientRect().right;
		const all = [...document.querySelectorAll("main *")].filter(e => !e.closest(".scroll, pre"));
		all.sort((a, b) => right(b) - right(a))[0].outerHTML.slice(0, 200);
	}`
	openAll(b)
	for _, width := range []int64{400, 320} {
		b.Do(chromedp.EmulateViewport(width, 800))
		if got := tabtest.Value[int64](b, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("got a page of %d pixels on a screen of %d; the widest element: %s",
				got, width, tabtest.Value[string](b, widest))
		}
	}
	seen := tabtest.Value[[]string](b, `[...document.querySelectorAll("#ranking thead th")].filter(e => e.checkVisibility())
		.map(e => e.textContent)`)
	if want := []string{"solver", "solved", "vs best", "total"}; !slices.Equal(seen, want) {
		t.Errorf("got the columns %q on a phone, want %q", seen, want)
	}
}

func prints(t *testing.T, b *tabtest.Tab) {
	openAll(b)
	b.Do(chromedp.EmulateViewport(700, 1000)) // A4 in CSS pixels, without its margins
	b.Media("print", "dark")
	if got := tabtest.Value[int](b, `document.documentElement.scrollWidth`); got > 700 {
		wide := tabtest.Value[string](b, `[...document.querySelectorAll("table")].filter(e => e.offsetWidth > 700)
			.map(e => e.caption.textContent).join()`)
		t.Errorf("got a width of %d pixels, want at most the 700 of a sheet; too wide: %s", got, wide)
	}
	if tabtest.Value[bool](b, `document.querySelector("nav").checkVisibility()`) {
		t.Error("got the navigation in print, want none")
	}
	if got := tabtest.Value[string](b, `getComputedStyle(document.body).color`); got != "rgb(34, 38, 42)" {
		t.Errorf("got text in %s, want the ink of a light page", got)
	}
}

func audits(t *testing.T, b *tabtest.Tab) {
	openAll(b)
	check(t, b, "light")
	b.Media("", "dark")
	check(t, b, "dark")
}

func check(t *testing.T, b *tabtest.Tab, what string) {
	t.Helper()
	audit, err := os.ReadFile("testdata/audit.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range tabtest.Value[[]string](b, string(audit)) {
		t.Errorf("%s: %s", what, fault)
	}
}
