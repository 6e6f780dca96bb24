package page

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/report"
	"xcbench/results"
)

// sample returns a row of a made-up run.
func sample(inst, solver string, status cover.Status, seconds float64) results.Row {
	return results.Row{Family: "f", Name: inst, Solver: solver, Status: status, Runs: 1, Search: seconds, Nodes: 1}
}

// filled writes a template of the page.
func filled(name string, data any) string {
	var out bytes.Buffer
	if err := layout().ExecuteTemplate(&out, name, data); err != nil {
		return err.Error()
	}
	return out.String()
}

// The page has the ranking, the families and the sentences of the terminal, with the same figures.
func TestThePageRanksAsTheCommandDoes(t *testing.T) {
	var all []results.Row
	for k := range 8 {
		for n := range 6 {
			noise := 1 + 0.01*float64((n*5+k)%7)
			for j, solver := range []string{"a", "b", "c"} {
				all = append(all, sample(fmt.Sprint(k), solver, cover.Solved, float64(k+1)*noise*[]float64{1, 0.2, 1.3}[j]))
			}
		}
	}
	all = append(all, sample("9", "c", cover.Unsupported, 0), sample("9", "a", cover.Timeout, 10), sample("9", "b", results.Crash, 1))
	for _, limit := range []float64{10, 0} {
		run := results.Run{Label: "r", Rows: results.RowsOf(all), Limit: limit, Classes: results.Classes{"b": {TimesStart: true}}}
		c := report.Contest{Rows: run.Rows, Solvers: []string{"a", "b", "c"}, Classes: run.Classes, Unit: results.Seconds,
			Unsolved: compare.PAR2, Limit: limit}
		ranked := compare.Rank(compare.GroupBy(run.Rows), results.Seconds, compare.PAR2, limit)
		text, claims := pageOf(t, run), report.Claims(c, ranked.Standings)
		for _, want := range []report.Table{report.Ranking(c, ranked), report.Families(c)} {
			id := map[string]string{"family": "family-table", "#": "ranking"}[want.Columns[0].Name]
			if html := filled("wide", sheet(id, want)); !strings.Contains(text, html) {
				t.Errorf("a limit of %v s: got no table\n%s", limit, html)
			}
		}
		best := ranked.Standings[0]
		if want := fmt.Sprintf("%s ranks first: it solved 8 of 9, in %.2f times the best time.", best.Solver, best.Ratio); !strings.Contains(text, want) {
			t.Errorf("got no sentence %q", want)
		}
		for _, want := range claims {
			if !strings.Contains(html.UnescapeString(text), "<li>"+want+"</li>") {
				t.Errorf("got no sentence %q", want)
			}
		}
		if b := `<td data-v="0.615"><b>615 ms</b></td>`; len(claims) < 2 || !strings.Contains(text, b) {
			t.Errorf("got the sentences %q, want two or more; and %s, the best time of f/2", claims, b)
		}
		if !strings.Contains(text, "×5.00\u00a0/ ×5.00 (8/9)") {
			t.Error("got a ratio that may be broken before the slash, want a space without a break")
		}
		if n := strings.Count(text, "b†"); n < 4 {
			t.Errorf("got %d marks of a start, want them in the ranking, the families, the instances and their values", n)
		}
	}
}

// The samples of a search are shown as one. A failure in any of them is what a reader has to know.
func TestThePageShowsASampleThatFailedAfterOthersWereSolved(t *testing.T) {
	run := results.Run{Limit: 10, Rows: results.RowsOf([]results.Row{
		sample("1", "a", cover.Solved, 1), sample("1", "a", results.Crash, 2), sample("1", "b", cover.Solved, 1),
	})}
	text := pageOf(t, run)
	for _, want := range []string{`<a href="#i/f/1">f/<wbr>1</a></th><td>a</td><td><span class="s crash">crash</span></td><td>after 2.00 s`,
		`>a</th><td><span class="s crash">crash</span></td><td data-v="">stopped after 2.00 s</td>`} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %s", want)
		}
	}
}

// The page of a run in progress ranks no solver by what others have not tried yet.
func TestThePageRanksWhatAllSolversHaveFinished(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(results.RunFile, `{"steps": 4, "instances": 2, "sessions": [{"start": "2026-01-02T03:04:05Z"}]}`)
	rows := "Unit sec/op better=lower\ntimeout: 10s\nsolver-slow: rule=mrv\nsolver-fast: rule=mrv\nstatus: solved\n"
	families := regexp.MustCompile(`<th scope="row">(\w)</th><td data-v="1">1</td>`)
	for _, step := range []struct {
		family, solver string
		seconds        int
		title, ranked  string
	}{
		{"f", "slow", 4, "Ranking on 0 instances", ""},
		{"f", "fast", 1, "Ranking on 1 instance ", "f"},
		{"g", "slow", 4, "Ranking on 1 instance ", "f"},
		{"g", "fast", 1, "Ranking on 2 instances", "fg"},
	} {
		rows += fmt.Sprintf("BenchmarkSolve/family=%s/inst=1/solver=%s-1 1 %d sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n",
			step.family, step.solver, step.seconds)
		put(results.RowsFile, rows)
		runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		text, ranked := pageOf(t, runs...), ""
		for _, m := range families.FindAllStringSubmatch(text, -1) {
			ranked += m[1]
		}
		if ranked != step.ranked || !strings.Contains(text, step.title) ||
			strings.Contains(text, "The run is not finished") != (step.ranked != "fg") {
			t.Errorf("%s on %s/1: got the families %q and not %q; or a wrong word on whether the run is finished", step.solver, step.family,
				ranked, step.title)
		}
	}
}

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
}

func TestAnIntervalWithoutEndsIsNotShown(t *testing.T) {
	for c, want := range map[compare.Cell]string{{Lo: 1, Hi: 2}: "1.00 s to 2.00 s", {Hi: 2}: "", {Lo: 1, Hi: math.Inf(1)}: ""} {
		if got := interval(c); got != want {
			t.Errorf("%v: got %q, want %q", c, got, want)
		}
	}
}

func TestFamiliesHaveTheOrderOfTheCorpus(t *testing.T) {
	s, back := studyOf(t, madeUp([]string{"queens/8", "sudoku/ai_escargot"}, 1)), studyOf(t, madeUp([]string{"sudoku/ai_escargot", "queens/8"}, 1))
	if got, want := back.familyTable().Rows[0][0].Text, s.familyTable().Rows[0][0].Text; got != want {
		t.Errorf("got the family %s first, want %s, whatever the order of rows", got, want)
	}
}

// A run of one instance, with enough samples for two halves.
func TestThePageSaysWhatWasMeasured(t *testing.T) {
	run := madeUp([]string{"queens/8"}, 8)
	text := html.UnescapeString(pageOf(t, run))
	noise := compare.MeasureNoise(results.Seconds, compare.GroupBy(run.Rows))
	for _, want := range []string{
		fmt.Sprintf("noise floor of these samples is %.1f%%: ", 100*noise[len(noise)-1].Floor),
		"No answer is wrong, and all counters agree.",
		"<code>xcbench run --timeout=10s</code>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q", want)
		}
	}
}
