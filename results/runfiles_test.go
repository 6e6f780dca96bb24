package results

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// levelLines is a file of levels.
func levelLines(lines ...string) string {
	return string(record(levelsHead)) + strings.Join(lines, "\n") + "\n"
}

// A line of levels must go on where the line before ended, in the same search.
func TestLevelsOutOfOrderAreRefused(t *testing.T) {
	const order = " out of order, expected the levels from 0 on, profile after profile"
	for text, want := range map[string]string{
		levelLines("a,1,s,0,1,2", "b,1,s,1,1,2"):                "p:3: level 1 of b/1 s" + order,
		levelLines("a,1,s,0,1,2", "a,2,s,1,1,2"):                "p:3: level 1 of a/2 s" + order,
		levelLines("a,1,s,0,1,2", "a,1,r,1,1,2"):                "p:3: level 1 of a/1 r" + order,
		levelLines("a,1,s,0,1,2", "a,1,s,2,1,2"):                "p:3: level 2 of a/1 s" + order,
		levelLines("a,1,s,0,1,2", `a,1,"s`+"\n"+`",0,1,2`):      "p:3: a line break in a name, expected a family, an instance and a solver",
		levelLines("a,1,s,0,1,2", `a,1,"s`+"\n"+`",x,1,2`):      `p:3: level "x", expected a whole number of 0 or more`,
		levelLines("a,1,s,0,1,2", `a,1,s"t,1,1,2`):              `p:3: bare " in non-quoted-field, expected family,inst,solver,level,nodes,updates`,
		levelLines("a,1,s,0,1,2", "a,1,s,1,1"):                  "p:3: wrong number of fields, expected family,inst,solver,level,nodes,updates",
		levelLines("a,1,s,0,1,2", "a,1,s,1,1 2,3"):              "p:3: not as many nodes as updates, expected both of each level",
		levelLines("a,1,s,0,1,2", "b,1,s,0,1,2", "a,1,s,0,1,2"): "p:4: a second profile of a/1 s, expected one",
	} {
		err := scanProfiles(strings.NewReader(text), "p", nil, nil, func(Profile, int64) bool { return true })
		if err == nil || strings.ReplaceAll(err.Error(), `bare \" in`, `bare " in`) != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestAPackedLineHasLevelsUpToItsBound(t *testing.T) {
	for n, lines := range map[int]int{1: 1, mostOnLine - 1: 1, mostOnLine: 1, mostOnLine + 1: 2, 2 * mostOnLine: 2, 2*mostOnLine + 1: 3} {
		p := Profile{Family: "f", Name: "1", Solver: "s", Levels: Pack(make([]cover.Level, n))}
		if got := strings.Count(string(p.lines(true)), "\n"); got != lines {
			t.Errorf("%d levels: got %d lines, want %d", n, got, lines)
		}
	}
}

// Whole numbers up to mostExact need no second line.
func TestTheLargestExactNumberIsWrittenOnce(t *testing.T) {
	for n, twice := range map[int64]bool{mostExact - 1: false, mostExact: false, mostExact + 1: true} {
		row := solved("1", "s", 1)
		row.Solutions = n
		var text strings.Builder
		w, err := newWriter(&text, nil)
		if err == nil {
			err = w.Write(row)
		}
		if err != nil || strings.Contains(text.String(), exactKey+": ") != twice {
			t.Errorf("%d solutions: got %v and\n%swant the line %q: %v", n, err, text.String(), exactKey+":", twice)
		}
		back, err := Read(strings.NewReader(text.String()), "r")
		if err != nil || len(back) != 1 || back[0].Solutions != n || back[0].Big != nil {
			t.Errorf("got %+v, %v, want %d solutions", back, err, n)
		}
	}
}

// filesOpen returns the number of files that this process has open.
func filesOpen(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not list open files")
	}
	return len(all)
}

// recordRun records a run of searches with a status each and their profiles.
func recordRun(t *testing.T, statuses map[string]cover.Status) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	d, err := create(dir, [][2]string{{"goos", "linux"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, solver := range []string{"a", "b", "c"} {
		row := solved("1", solver, 2)
		if row.Status = statuses[solver]; row.Status == "" {
			continue
		}
		row.Nodes, row.Updates = 1, 2
		if err := d.Profile(Profile{"f", "1", solver, Pack([]cover.Level{{Nodes: 1, Updates: 2}})}); err != nil {
			t.Fatal(err)
		}
		if err := d.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, "{}")
	return dir
}

// A run has the profiles of the rows that are chosen, except for answers that nobody believes.
func TestARunHasTheProfilesOfItsRows(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved, "b": Wrong, "c": cover.Limit})
	for query, want := range map[string]string{"": "ac", "solver:(a OR b)": "a", "solver:c": "c", "solver:b": ""} {
		filter, err := NewFilter(query, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := filter.String(), map[bool]string{true: "*", false: Query(query)}[query == ""]; got != want {
			t.Errorf("got the filter %q, want %q", got, want)
		}
		runs, err := ReadRuns([]string{dir}, nil, filter)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for p, err := range runs[0].AllProfiles(nil) {
			if err != nil {
				t.Fatal(err)
			}
			got += p.Solver
		}
		if got != want {
			t.Errorf("%q: got profiles of %q, want %q", query, got, want)
		}
	}
	whole := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	if runs, err := ReadRuns([]string{whole}, nil, Filter{}); err != nil || runs[0].Limit != 0 {
		t.Errorf("got %v, %v, want no limit where no search was stopped", runs, err)
	}
	var text strings.Builder
	large := solved("1", "a", 1)
	large.Solutions = 1 << 60
	w, err := newWriter(&text, [][2]string{{"goos", "linux"}})
	if err == nil {
		err = w.Write(large)
	}
	if err != nil {
		t.Fatal(err)
	}
	runs, err := ReadRuns([]string{"-"}, strings.NewReader(text.String()), Filter{})
	if want := [][2]string{{"goos", "linux"}}; err != nil || !reflect.DeepEqual(runs[0].Config, want) {
		t.Errorf("got the configuration %v, %v, want %v without the number of solutions", runs, err, want)
	}
	if err := os.WriteFile(filepath.Join(dir, LevelsFile), []byte("nodes\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if runs, err = ReadRuns([]string{dir}, nil, Filter{}); err != nil {
		t.Fatal(err)
	}
	for p, err := range runs[0].AllProfiles(nil) {
		if err == nil || !strings.Contains(err.Error(), "not a file of levels") {
			t.Errorf("got %v, %v, want the error of another file", p, err)
		}
	}
}

func TestRowsOfOneTwoOrNoRunsAreTogether(t *testing.T) {
	run := Run{Rows: RowsOf([]Row{{Solver: "a"}}), Limit: 3}
	for n, want := range []float64{0, 3, 5} {
		runs := []Run{run, {Rows: RowsOf([]Row{{Solver: "b"}}), Limit: 5}}[:n]
		rows, limit := AllRows(runs)
		if rows.Len() != n || limit != want {
			t.Errorf("%d runs: got %d rows and the limit %v, want %d and %v", n, rows.Len(), limit, n, want)
		}
	}
}

func TestFilesAreClosedWhenTheyAreRead(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage collector closes files too
	for what, read := range map[string]func() error{
		"ReadDir":   func() error { _, _, err := ReadDir(dir); return err },
		"ReadRuns":  func() error { _, err := ReadRuns([]string{dir}, nil, Filter{}); return err },
		"ReadTimed": func() error { _, err := ReadTimed("x", []string{dir}, Filter{}); return err },
		"Resume": func() error {
			d, _, _, err := Resume(dir)
			if err == nil {
				_, _, err = d.RowLines()
				d.Close()
			}
			return err
		},
	} {
		before := filesOpen(t)
		if err := read(); err != nil {
			t.Fatal(err)
		}
		if got := filesOpen(t); got != before {
			t.Errorf("%s: got %d more files open", what, got-before)
		}
	}
}

// A line of results may have as many bytes as its bound.
func TestLinesOfResultsAreReadUpToTheirBound(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err == nil {
		err = w.Write(solved("1", "s", 1))
	}
	if err != nil {
		t.Fatal(err)
	}
	for more, ok := range map[int]bool{-1: true, 0: true, 1: false} {
		long := "remark: " + strings.Repeat("x", compare.MaxRow-len("remark: ")+more) + "\n" + text.String()
		rows, err := Read(strings.NewReader(long), "r")
		if (err == nil) != ok || ok && len(rows) != 1 {
			t.Errorf("%+d bytes: got %d rows, %.100v, want a row: %v", more, len(rows), err, ok)
		}
		path := filepath.Join(t.TempDir(), "rows.txt")
		if err := os.WriteFile(path, []byte(text.String()+long), 0o666); err != nil {
			t.Fatal(err)
		}
		if rows, err := readRows(path); (err == nil) != ok || ok && len(rows) != 2 {
			t.Errorf("%+d bytes in a file: got %d rows, %.100v, want two: %v", more, len(rows), err, ok)
		}
	}
}

// Values of tables are the costs of a search that has tables.
func TestTablesAreCosts(t *testing.T) {
	if got := TableCosts(cover.Tables{}); got != nil {
		t.Errorf("no tables: got %v", got)
	}
	var tables cover.Tables
	want := map[string]float64{}
	for k, u := range Units {
		if u.table != nil {
			*u.table(&tables) = int64(k + 1)
			want[u.Name] = float64(k + 1)
		}
	}
	if got := TableCosts(tables); len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if v, ok := (Costs{{CPUSeconds, 3}}).Of(Instructions); v != 0 || ok {
		t.Errorf("got %v, %v for a cost that was not measured", v, ok)
	}
}

// A place for the most important units has no others, even if every row has them.
func TestUnitsAreShownWhereTheyAreImportant(t *testing.T) {
	all := map[string]float64{}
	for _, u := range Units {
		all[u.Name] = 1
	}
	rows := []Row{{}, {Costs: CostsOf(all)}}
	if got := UnitsShown(0, RowsOf(rows)); len(got) != len(Units) {
		t.Errorf("got %d units where all are shown, want %d", len(got), len(Units))
	}
	if got := UnitsShown(0, RowsOf(rows[:1])); len(got) == 0 || slices.ContainsFunc(got, func(u Unit) bool { return !u.Always }) {
		t.Errorf("got %d units of a row without costs, want those of every row", len(got))
	}
	if got, want := UnitsShown(0, nil), UnitsShown(0, RowsOf(rows[:1])); len(got) != len(want) {
		t.Errorf("got %d units without rows, want %d, as of a row without costs", len(got), len(want))
	}
	last := len(Units) + 1
	for at := range Prominence(10) {
		shown := UnitsShown(at, RowsOf(rows))
		if slices.ContainsFunc(shown, func(u Unit) bool { return u.Shown < at }) || len(shown) > last {
			t.Errorf("place %d: got %d units, want only those that are shown there", at, len(shown))
		}
		last = len(shown)
	}
}

// Thresholds are named in a fixed order.
func TestThresholdsAreNamedInOrder(t *testing.T) {
	own := map[string]float64{"d": 0.04, "a": 0.01, "c": 0.03, "b": 0.02}
	for range 20 {
		if got, want := (Threshold{Own: own, From: "measured"}).String(), "a 1.0%; b 2.0%; c 3.0%; d 4.0%, measured"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	if got := NoiseThreshold(nil, "measured"); got.of("any") != DefaultThreshold {
		t.Errorf("got the threshold %v without any noise, want the default", got.of("any"))
	}
}

func compared(n int) (row compare.Row) {
	base, other := compare.Cell{}, compare.Cell{}
	base.N, other.N, other.BaseN, other.Compared = n, n, n, n > 0
	row.Cells = []compare.Cell{base, other}
	return row
}

// A table is undecided if it has rows to compare, and none of them has samples enough.
func TestATableIsUndecidedIfNoRowHasSamplesEnough(t *testing.T) {
	for what, c := range map[string]struct {
		sizes []int
		few   bool
	}{
		"nothing": {nil, false}, "nothing compared": {[]int{0, 0}, false}, "one row of three": {[]int{3}, true},
		"one row of nine": {[]int{9}, false}, "a row of nine among small ones": {[]int{3, 9, 3}, false},
		"a row of nine that is the first": {[]int{9, 3}, false}, "small ones": {[]int{2, 3}, true},
	} {
		var table compare.Table
		for _, n := range c.sizes {
			table.Rows = append(table.Rows, compared(n))
		}
		n := fewSamples(table)
		if (n > 0) != c.few || c.few && n < 4 {
			t.Errorf("%s: got %d samples needed, want some: %v", what, n, c.few)
		}
	}
	notCompared := compared(9)
	notCompared.Cells[1].Compared = false
	if n := fewSamples(compare.Table{Rows: []compare.Row{notCompared, compared(3)}}); n == 0 {
		t.Error("got enough samples, want those of a row that is not compared to count for nothing")
	}
	if f := undecidedRows(compare.Table{Rows: []compare.Row{compared(3)}}); !f.Time || f.Verdict != Undecided || f.Rows != 1 {
		t.Errorf("got %+v, want a finding on times", f)
	}
}

// With a single run on either side nobody knows how much runs differ.
func TestASingleRunOnEitherSideRaisesTheThreshold(t *testing.T) {
	var rows []Row
	for k := range 8 {
		rows = append(rows, solved("1", "s", 1+float64(k)/1000), solved("2", "s", 1+float64(k)/1000))
	}
	one, two := timed(t, "one", rows), timed(t, "two", rows, rows)
	threshold := Threshold{Any: 0.03, From: "measured"}
	for what, c := range map[string]struct {
		base, now Timed
		want      string
	}{
		"both repeated": {two, two, "3.0%"}, "a single baseline": {one, two, "5.0%"}, "a single run": {two, one, "5.0%"}, "both single": {one, one, "5.0%"},
	} {
		check, err := CheckTimes(Seconds, c.base, c.now, threshold)
		if err != nil || !strings.Contains(check.How, "exceeds "+c.want) {
			t.Errorf("%s: got %q, %v, want %s", what, check.How, err, c.want)
		}
	}
}

// The findings on solvers and families come first, and the worst is the first of them.
func TestFindingsOnGroupsAreSorted(t *testing.T) {
	rows := func(factor func(solver string) float64) (all []Row) {
		for _, solver := range []string{"a", "b", "c"} {
			for inst := range 4 {
				for k := range 8 {
					all = append(all, solved(fmt.Sprint(inst), solver, factor(solver)*(1+float64(k)/1000)))
				}
			}
		}
		return all
	}
	before := rows(func(string) float64 { return 1 })
	after := rows(func(solver string) float64 { return map[string]float64{"a": 1, "b": 0.5, "c": 2}[solver] })
	check, err := CheckTimes(Seconds, timed(t, "old", before, before), timed(t, "new", after, after), Threshold{Any: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	var groups []Finding
	for _, f := range check.Findings {
		if f.Rows > 0 {
			groups = append(groups, f)
		}
	}
	if len(groups) < 3 || groups[0].Solver != "c" || groups[0].Verdict != Slower || check.Findings[0].Solver != "c" ||
		!slices.IsSortedFunc(groups, func(a, b Finding) int { return int(a.Verdict) - int(b.Verdict) }) {
		t.Errorf("got %+v, want the slower solver first", groups)
	}
}

// A sample without a value in the unit is left out, and the others count.
func TestASampleWithoutAValueIsLeftOut(t *testing.T) {
	lacking := RowsOf(joined(noisy("1", "s", 1, 1.001, 1.002, 1.003, -1), noisy("2", "s", 1, 1.001, 1.002, 1.003), noisy("3", "t", 1)))
	u := mustUnit(CPUSeconds)
	all := pairsOf(u, pairs(u, lacking, lacking), lacking, lacking)
	for _, p := range all {
		if want := map[string]int{"f/1": 4, "f/2": 4, "f/3": 1}[p.InstanceID]; len(p.Base) != want || len(p.Other) != want {
			t.Errorf("%s: got %d and %d samples, want %d", p.InstanceID, len(p.Base), len(p.Other), want)
		}
	}
	if len(all) != 3 {
		t.Errorf("got %d searches, want 3", len(all))
	}
	// A group of one is a row. The others keep their own samples.
	groups, members := groupsOf(all)
	for k, g := range groups {
		if g.Rows < 2 || len(members[k]) != g.Rows || g.Solver == "t" {
			t.Errorf("got the group %+v with %d members", g.Search, len(members[k]))
		}
	}
	alone := append(all[2:3:3], all[:2]...) // the group of t comes first
	groups, members = groupsOf(alone)
	if len(groups) != 2 || groups[0].Solver != "s" || len(members[0]) != 2 || len(members[1]) != 3 {
		t.Errorf("got the groups %+v, want s and the family", groups)
	}
}
