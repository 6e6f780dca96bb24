package page_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/report"
	"xcbench/report/page"
	"xcbench/results"
)

// sample returns a row of a made-up run.
func sample(inst, solver string, status cover.Status, seconds float64) results.Row {
	return results.Row{Family: "f", Name: inst, Solver: solver, Status: status, Runs: 1, Search: seconds, Nodes: 1}
}

var (
	rowOfTable = regexp.MustCompile(`(?s)<tr[ >].*?</tr>`)
	cellOfRow  = regexp.MustCompile(`(?s)<t[dh]([^>]*)>(.*?)</t[dh]>`)
	sortedBy   = regexp.MustCompile(`data-v="([^"]*)"`)
	tag        = regexp.MustCompile(`<[^>]*>`)
)

// tableOf returns the cells below the head of a table of the page. A number is as it is sorted.
func tableOf(t *testing.T, text, id string) (rows [][]string) {
	t.Helper()
	_, table, ok := strings.Cut(text, `<table id="`+id+`"`)
	table, _, _ = strings.Cut(table, "</table>")
	if !ok {
		t.Fatalf("got no table %s", id)
	}
	for _, line := range rowOfTable.FindAllString(table, -1)[1:] {
		var cells []string
		for _, c := range cellOfRow.FindAllStringSubmatch(line, -1) {
			cell := tag.ReplaceAllString(c[2], "")
			if v := sortedBy.FindStringSubmatch(c[1]); v != nil && v[1] != "" {
				cell = v[1]
			}
			cells = append(cells, cell)
		}
		rows = append(rows, cells)
	}
	return rows
}

func write(t *testing.T, in page.Input) string {
	t.Helper()
	var out bytes.Buffer
	if err := page.Write(context.Background(), &out, in); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestThePageRanksAsTheCommandDoes(t *testing.T) {
	rows := results.RowsOf([]results.Row{
		sample("1", "a", cover.Solved, 1), sample("1", "b", cover.Solved, 4), sample("1", "c", cover.Unsupported, 0),
		sample("2", "a", cover.Timeout, 10), sample("2", "b", cover.Solved, 12), sample("2", "c", cover.Solved, 8),
		sample("3", "a", cover.Solved, 3), sample("3", "b", cover.Solved, 2), sample("3", "c", results.Crash, 1),
	})
	for _, limit := range []float64{10, 0} {
		var want [][]string
		for _, line := range report.Ranking(compare.Rank(compare.GroupBy(rows), results.Seconds, compare.PAR2, limit), compare.PAR2, nil).ForPeople().Rows {
			var cells []string
			for _, c := range line {
				switch v := c.Value.(type) {
				case nil:
					cells = append(cells, c.Text)
				case float64:
					cells = append(cells, strconv.FormatFloat(v, 'g', 6, 64))
				default:
					cells = append(cells, fmt.Sprint(v))
				}
			}
			want = append(want, cells)
		}
		got := tableOf(t, write(t, page.Input{Runs: []results.Run{{Rows: rows, Limit: limit}}}), "ranking")
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("a limit of %v s: got %q, want %q", limit, got, want)
		}
	}
}

// The samples of a search are shown as one. A failure in any of them is what a reader has to know.
func TestThePageShowsASampleThatFailedAfterOthersWereSolved(t *testing.T) {
	run := results.Run{Limit: 10, Rows: results.RowsOf([]results.Row{
		sample("1", "a", cover.Solved, 1), sample("1", "a", results.Crash, 2), sample("1", "b", cover.Solved, 1),
	})}
	text := write(t, page.Input{Runs: []results.Run{run}})
	if got := tableOf(t, text, "failed"); len(got) != 1 || !slices.Equal(got[0][:3], []string{"f/1", "a", "crash"}) {
		t.Errorf("got the faults %q, want the crash of a", got)
	}
	_, section, _ := strings.Cut(text, `id="i/f/1"`)
	if !regexp.MustCompile(`>a</th><td><span class="s crash">crash<`).MatchString(section) {
		t.Error("got no crash of a in the section of the instance")
	}
}

// A page of many instances has the median times of all of them in a file.
func TestTheTimesOfALongRunAreMedians(t *testing.T) {
	t.Parallel()
	run := results.Run{Limit: 100, Rows: &results.Rows{}}
	for k := range 1001 {
		for _, seconds := range []float64{3, 1, 9} {
			row := sample(fmt.Sprint("line", k), "a", cover.Solved, seconds)
			run.Rows.Add(row)
		}
	}
	var rest bytes.Buffer
	write(t, page.Input{Runs: []results.Run{run}, RestName: "all.csv",
		Rest: func(write func(io.Writer) error) error { return write(&rest) }})
	lines, err := csv.NewReader(&rest).ReadAll()
	if err != nil || len(lines) != 1002 || lines[1][4] != "3" {
		t.Errorf("got %d lines, %v, the first %q, want the median 3 of 3, 1 and 9", len(lines), err, lines[1])
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
	put(results.RunFile, `{"steps": 6, "instances": 3, "sessions": [{"start": "2026-01-02T03:04:05Z"}]}`)
	const row = "BenchmarkSolve/family=%s/inst=1/solver=%s-1 1 %d sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	rows := "Unit sec/op better=lower\ntimeout: 10s\nsolver-slow: rule=mrv\nsolver-fast: rule=mrv\nstatus: solved\n"
	for _, step := range []struct {
		family  string
		solver  string
		seconds int
		lead    string   // what is left
		first   []string // the ranking's first line, which no rank begins as long as there is none
		ranked  bool     // whether the last family is
	}{
		{"f", "slow", 4, "are ranked, 0 of 3.", []string{"virtual best", "0"}, false},
		{"f", "fast", 1, "are ranked, 1 of 3.", []string{"1", "fast", "1"}, true},
		{"g", "slow", 4, "are ranked, 1 of 3.", []string{"1", "fast", "1"}, false},
		{"g", "fast", 1, "are ranked, 2 of 3.", []string{"1", "fast", "2"}, true},
		{"h", "slow", 4, "are ranked, 2 of 3.", []string{"1", "fast", "2"}, false},
		{"h", "fast", 1, "", []string{"1", "fast", "3"}, true},
	} {
		rows += fmt.Sprintf(row, step.family, step.solver, step.seconds)
		put(results.RowsFile, rows)
		runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		text := write(t, page.Input{Runs: runs})
		_, lead, _ := strings.Cut(text, "only the instances that all solvers have finished ")
		if !strings.HasPrefix(lead, step.lead) || step.lead == "" && lead != "" {
			t.Errorf("%s on %s/1: got the lead %.40q, want %q", step.solver, step.family, lead, step.lead)
		}
		if got := tableOf(t, text, "ranking")[0][:len(step.first)]; !slices.Equal(got, step.first) {
			t.Errorf("%s on %s/1: got the first line %q, want %q", step.solver, step.family, got, step.first)
		}
		families := tableOf(t, text, "family-table")
		if got := slices.ContainsFunc(families, func(row []string) bool { return row[0] == step.family && row[1] == "1" }); got != step.ranked {
			t.Errorf("%s on %s/1: got the last family: %v, want %v", step.solver, step.family, got, step.ranked)
		}
	}
}

// The summary has the sentences of the terminal, with the same figures and intervals.
func TestTheSummaryHasTheSentencesOfTheRanking(t *testing.T) {
	var all []results.Row
	for k := range 8 {
		for n := range 6 {
			noise := 1 + 0.01*float64((n*5+k)%7)
			for j, solver := range []string{"a", "b", "c"} {
				all = append(all, sample(fmt.Sprint(k), solver, cover.Solved, float64(k+1)*noise*[]float64{1, 0.2, 1.3}[j]))
			}
		}
	}
	rows := results.RowsOf(all)
	summary := report.Summary(report.Contest{Rows: rows, Solvers: []string{"a", "b", "c"}, Unit: results.Seconds,
		Unsolved: compare.PAR2, Limit: 100})
	said := summary.Notes[slices.Index(summary.Notes, "")+1:]
	if len(said) < 2 {
		t.Fatalf("got the sentences %q, want two or more", said)
	}
	text := html.UnescapeString(write(t, page.Input{Runs: []results.Run{{Label: "r", Rows: rows, Limit: 100}}}))
	for _, want := range said {
		if !strings.Contains(text, "<li>"+want+"</li>") {
			t.Errorf("got no sentence %q", want)
		}
	}
}

func TestTimesWithAStartAreMarkedInEachTable(t *testing.T) {
	rows := results.RowsOf([]results.Row{sample("1", "a", cover.Solved, 1), sample("1", "b", cover.Solved, 4)})
	run := results.Run{Label: "r", Rows: rows, Classes: results.Classes{"b": {TimesStart: true}}}
	text := write(t, page.Input{Runs: []results.Run{run}})
	if n := strings.Count(text, "b†"); n < 4 {
		t.Errorf("got %d marks, want them in the ranking, the families, the instances and their values", n)
	}
	for _, want := range []string{"† times include the start of a program", "Times of b include the start of a program for each search."} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q", want)
		}
	}
}
