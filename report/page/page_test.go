package page

import (
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/rowstest"
	"xcbench/results"
	"xcbench/solvers"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// structure matches the parts of a page: its headings, captions, heads of columns, and drawings.
var structure = regexp.MustCompile(`(?s)<(h[1-6]|caption|th scope="col"|figcaption|details|section|title)` +
	`[^>]*?(?: id="([^"]*)")?[^>]*>([^<]*)`)

// decoration matches elements that the outline of a page leaves out.
var decoration = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|` +
	`</?span[^>]*>|<wbr>|<g class="spots".*?</g>`)

func TestPageHasItsPartsInOrder(t *testing.T) {
	text := decoration.ReplaceAllString(pageOf(t, madeUp(few, 6)), "")
	var outline strings.Builder
	for _, m := range structure.FindAllStringSubmatch(text, -1) {
		what := strings.TrimSpace(m[3])
		line := strings.TrimSpace(strings.ReplaceAll(m[1], ` scope="col"`, "") + " " + m[2])
		if what != "" {
			line += ": " + what
		}
		outline.WriteString(line + "\n")
	}
	path := filepath.Join("testdata", "outline.golden")
	if *update {
		if err := os.WriteFile(path, []byte(outline.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if outline.String() != string(want) {
		t.Errorf("got the outline\n%s\nwant the outline in %s; run with -update to see the difference",
			outline.String(), path)
	}
}

func TestSameInputGivesTheSamePage(t *testing.T) {
	first, second := pageOf(t, madeUp(few, 3)), pageOf(t, madeUp(few, 3))
	if first != second {
		t.Error("got other bytes the second time, want the same")
	}
}

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

func TestFaultsCompareSolversOfAClass(t *testing.T) {
	run := madeUp([]string{"queens/8", "queens/9"}, 3)
	first := true
	for _, c := range []struct {
		what     string
		instance string
		solver   string
		change   func(*results.Row)
		want     string // how the first fault begins; "" for no fault
	}{
		{"a run without faults", "queens/8", "naive", func(*results.Row) {}, ""},
		{"a timeout", "queens/8", "naive", func(r *results.Row) { r.Status = cover.Timeout }, ""},
		{"a crash", "queens/8", "naive", func(r *results.Row) { r.Status = results.Crash },
			"queens/8 naive crash after "},
		{"a killed worker", "queens/8", "naive", func(r *results.Row) { r.Status = results.Killed },
			"queens/8 naive killed after "},
		{"another number of solutions", "queens/8", "naive", func(r *results.Row) { r.Solutions = 91 },
			"queens/8 bitset, bitset_first, dlx_index, dlx_index_first, dlx_pointer, dlx_pointer_first, naive, naive_first, the catalogue solutions differ 92 ("},
		{"other nodes", "queens/9", "bitset", func(r *results.Row) { r.Nodes++ },
			"queens/9 bitset, dlx_index, dlx_pointer, naive nodes differ "},
		{"other solutions, found by a solver that disagrees", "queens/9", "dlx_index", func(r *results.Row) {
			r.Status, r.Solutions = results.Disagree, 351
		}, "queens/9 dlx_index disagree 351 solutions, "},
		{"other updates", "queens/9", "dlx_pointer", func(r *results.Row) { r.Updates++ },
			"queens/9 dlx_index, dlx_pointer updates differ "},
		{"an engine that does not count nodes", "queens/9", "bitset", func(r *results.Row) { r.Nodes = cover.Uncounted }, ""},
		{"other updates in another class", "queens/9", "bitset", func(r *results.Row) { r.Updates++ }, ""},
		{"samples that differ", "queens/9", "naive", func(r *results.Row) {
			if first {
				r.Updates++
			}
			first = false
		}, "queens/9 naive updates differ "},
	} {
		var got string
		run := edit(run, c.instance, c.solver, c.change)
		if rows := studyOf(t, run).faults.Rows; len(rows) > 0 {
			for _, cell := range rows[0] {
				got += cell.Text + " "
			}
		}
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

// The rows of a run are most of its memory. A page refers to them.
func TestPageCopiesNoRows(t *testing.T) {
	if run := long(2); studyOf(t, run).rows != run.Rows {
		t.Error("got a copy of the rows of the only run, want them themselves")
	}
}

func TestRunsWithCommonSearchesHaveSeparateColumns(t *testing.T) {
	a, b := madeUp([]string{"queens/8"}, 2), madeUp([]string{"queens/8"}, 2)
	a.Label, b.Label = "old", "new"
	s := studyOf(t, a, b)
	if got := s.names(); len(got) != 16 || got[0] != "dlx_index @ old" || got[1] != "dlx_index @ new" {
		t.Errorf("got columns %v, want two of each solver, the old one first", got)
	}
	c := madeUp([]string{"queens/9"}, 2)
	c.Label = "shard 2"
	if got := studyOf(t, a, c).names(); len(got) != 8 {
		t.Errorf("shards: got columns %v, want one of each solver", got)
	}
}

func TestCommandMeasuresTheRowAgain(t *testing.T) {
	record := &results.Record{Flags: map[string][]string{
		"samples": {"6"}, "timeout": {"5s"}, "nodes": {"0"}, "seed": {"7"}, "corpus": {"my puzzles.txt"},
	}}
	run := madeUp([]string{"queens/8", "queens/8.x2", "mine/p1"}, 1)
	rowstest.Add(&run, results.Row{Family: "queens", Name: "8", Solver: "foreign", Status: cover.Solved})
	s := studyOf(t, run)
	column := func(name string) column {
		return s.columns[slices.IndexFunc(s.columns, func(c column) bool { return c.name == name })]
	}
	for _, c := range []struct {
		id, solver string
		record     *results.Record
		want       string
	}{
		{"queens/8", "bitset", nil, "xcbench solve --count --solver bitset queens/8"},
		{"queens/8", "bitset", record, "xcbench run --solver bitset --samples 6 --timeout 5s queens/8"},
		{"queens/8.x2", "bitset", record,
			"xcbench run --solver bitset --samples 6 --timeout 5s --scramble 2 --seed 7 queens/8"},
		{"mine/p1", "bitset", record, "xcbench run --solver bitset --samples 6 --timeout 5s " +
			`--corpus 'my puzzles.txt' --filter 'family:"mine" inst:"p1"'`},
		{"mine/p1", "bitset", nil, ""},
		{"queens/8", "foreign", nil, ""},
	} {
		s.records[0] = c.record
		if got := shell(s.command(c.id, column(c.solver))); got != c.want {
			t.Errorf("%s on %s: got %s, want %s", c.solver, c.id, got, c.want)
		}
	}
	if got := fmt.Sprint(viewOf(run, record).Facts); !strings.Contains(got, "{--samples 6} {--seed 7}") || strings.Contains(got, "--nodes") {
		t.Errorf("got the facts %s of the record, want its samples and its seed, and no limit of 0 nodes", got)
	}
}

func TestCommandsAreQuotedForAShell(t *testing.T) {
	for word, want := range map[string]string{
		"a;b": "'a;b'", "$(x)": "'$(x)'", "it's": `'it'\''s'`, "": "''", "a\nb\x1b[1m": `$'a\nb\x1b[1m'`, "~": "'~'",
	} {
		if got := shell([]string{word}); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}

func TestProfileOfAnInstanceHasALineForSolversWithEqualLevels(t *testing.T) {
	run := madeUp([]string{"queens/8", "queens/9"}, 1)
	run.Profiles = run.Profiles[:0]
	for k, width := range []int{2, 1, 2} {
		run.Profiles = append(run.Profiles, results.Profile{Family: "queens", Name: "8", Solver: eight[k], Levels: tree(9, width)})
	}
	s := studyOf(t, run)
	f, names := s.profile(0, 0, 1<<20), fmt.Sprintf(">%s = %s</text>", eight[0], eight[2])
	if !strings.Contains(string(f.SVG), names) || f.Caption != "Nodes by level of queens/8" {
		t.Errorf("got no %s in the drawing, or the caption %q is wrong", names, f.Caption)
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
	if f := s.profile(1, 0, 1<<20); f.SVG != "" {
		t.Errorf("an instance without levels: got %q", f.Caption)
	}
}

func TestPageDefinesEveryChoiceRule(t *testing.T) {
	run := madeUp([]string{"queens/8"}, 1)
	want := map[fact]bool{{"theirs", "A rule of another program, which has no definition here."}: true}
	add := func(solver string, rule cover.Rule) {
		run.Classes[solver] = results.Class{Rule: rule}
		rowstest.Add(&run, results.Row{Family: "queens", Name: "8", Solver: solver, Status: cover.Solved})
	}
	for _, v := range solvers.All() {
		want[fact{string(v.Rule), solvers.Definition(v.Rule)}] = true
		add(v.Name, v.Rule)
	}
	add("theirs_a", "theirs")
	add("theirs_b", "theirs")
	got := studyOf(t, run).method().Rules
	for _, f := range got {
		if !want[f] {
			t.Errorf("got %q, want it once and defined", f)
		}
		delete(want, f)
	}
	if len(want) > 0 {
		t.Errorf("got no %v", want)
	}
}

// A page of nothing but failures once divided by zero.
func TestPageOfUnusualRunsIsWritten(t *testing.T) {
	one := madeUp([]string{"queens/8"}, 1)
	one.Rows, one.Profiles = results.RowsOf([]results.Row{one.Rows.At(0)}), nil
	failed := madeUp([]string{"queens/8"}, 2)
	for k := range failed.Rows.Len() {
		rowstest.Edit(&failed, k, func(r *results.Row) { r.Status = results.Crash })
	}
	failed.Limit = 0
	huge := edit(one, "queens/8", "dlx_index", func(r *results.Row) {
		r.Search, r.Nodes, r.Updates = 1e12, 1<<62, 1<<62
	})
	for what, run := range map[string]results.Run{
		"one row": one, "no search solved and no limit known": failed, "huge values": huge,
	} {
		text := pageOf(t, run)
		for _, bad := range []string{"NaN", "Inf", "&lt;nil&gt;", "%!"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: got %s in the page", what, bad)
			}
		}
	}
}
