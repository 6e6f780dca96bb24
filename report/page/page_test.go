package page

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"xcbench/internal/rowstest"
	"xcbench/results"
)

func TestPageLoadsNothing(t *testing.T) {
	text := pageOf(t, madeUp(few, 2))
	for _, bad := range []string{"@import", "http-equiv=\"refresh\"", "<link rel=\"stylesheet\""} {
		if strings.Contains(text, bad) {
			t.Errorf("got %s in the page, want nothing that loads", bad)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href="|src="|url\()([^#"][^")]*)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "data:") {
			t.Errorf("got a reference to %s, want references within the page only", m[1])
		}
	}
}

func TestNamesInResultsAreEscaped(t *testing.T) {
	run := nasty()
	text := pageOf(t, run)
	for _, bad := range []string{
		"<img src", "<script>alert", "<svg onload", "<u>", "<i>status", "<b>b", "</code><script", "\u202e",
	} {
		if strings.Contains(text, bad) {
			t.Errorf("got %s in the page, want it escaped", bad)
		}
	}
	if got := strings.Count(text, "<script"); got != 2 {
		t.Errorf("got %d scripts, want the page's own 2", got)
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(text, ` id="`+m[1]+`"`) {
			t.Errorf("got a link to %s, want a place with this id", m[1])
		}
	}
	shown := html.UnescapeString(strings.ReplaceAll(text, "<wbr>", ""))
	for r := range run.Rows.All() {
		for _, want := range []string{r.InstanceID(), r.Solver, string(r.Status), "<u>label", run.Config[0][1]} {
			if !strings.Contains(shown, want) {
				t.Errorf("got no %s, want every name as it is", want)
			}
		}
	}
}

func TestImageIsAnAttribute(t *testing.T) {
	got := image("<svg a=\"b\" fill=\"#fff\">\n<text>&lt;100%&#34;</text></svg>\n", `"x"`)
	want := `<img alt="&#34;x&#34;" data-src="data:image/svg+xml,` +
		`<svg a='b' fill='%23fff'><text>&amp;lt;100%25&amp;%2334;</text></svg>">`
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// edit returns a copy of a run in which the rows of one solver on one instance are changed.
func edit(run results.Run, id, solver string, change func(*results.Row)) results.Run {
	rowstest.EditAll(&run, func(_ int, r *results.Row) {
		if r.InstanceID() == id && r.Solver == solver {
			change(r)
		}
	})
	return run
}

// The rows of a run are most of its memory. A page refers to them.
func TestPageCopiesNoRows(t *testing.T) {
	if run := long(2); studyOf(t, run).rows != run.Rows {
		t.Error("got a copy of the rows of the only run, want them themselves")
	}
}

// Values of points are left out first.
func TestPlotsKeepToTheirRoom(t *testing.T) {
	run := madeUp(few, 2)
	s := studyOf(t, run)
	for room, most := range map[int]int{0: 0, 120_000: 6, 1 << 22: 7} {
		size, plots := 0, s.plots(room)
		for _, f := range plots {
			size += len(f.SVG) + len(f.Narrow)
		}
		if size > room || len(plots) > most || room > 0 && len(plots) == 0 {
			t.Errorf("a room of %d bytes: got %d plots of %d bytes", room, len(plots), size)
		}
	}
	run.Rows = run.Rows.Where(func(r results.Row) bool { return r.Solver == "bitset" })
	if got := len(studyOf(t, run).plots(1 << 22)); got != 5 {
		t.Errorf("one solver: got %d plots, want those that need no second one", got)
	}
	for _, c := range []struct {
		share, room   int
		drawn, values bool
	}{{1 << 20, 1 << 20, true, true}, {100, 1 << 20, true, false}, {1 << 20, 100, false, false}} {
		svg := string(s.profile(0, c.share, c.room).SVG)
		if svg != "" != c.drawn || strings.Contains(svg, `class="spots"`) != c.values {
			t.Errorf("a share of %d bytes in a room of %d: got %d bytes, want a drawing: %v, with values: %v", c.share, c.room,
				len(svg), c.drawn, c.values)
		}
	}
}
