package results_test

import (
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results"
)

func TestRunHasTheConfigurationAtTheHeadOfItsRows(t *testing.T) {
	config := [][2]string{{"commit", "abc"}, {"cpu", "a processor"}, {"timeout", "7s"}}
	large := counted("a", anyCounts[len(anyCounts)-1])
	d, dir := begin(t, config...)
	add(t, d, large)
	put(t, dir, results.RunFile, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": "2027-01-02T03:04:05Z"}]}`)
	run := read(t, "", results.Filter{}, "x="+dir)[0]
	if run.Label != "x" || run.Commit != "abc" || run.Date.Format(time.DateTime) != "2026-01-02 03:04:05" || run.Dir != dir ||
		run.Limit != 7 || !slices.Equal(run.Config, config) {
		t.Errorf("got %+v, want the date of the first session and the head without status and solutions", run)
	}
	for _, text := range []string{"", "{", "{}", `{"sessions": []}`, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": 7}]}`} {
		put(t, dir, results.RunFile, text)
		if run := read(t, "", results.Filter{}, dir)[0]; !run.Date.IsZero() || run.Rows.Len() != 1 || run.Label != dir {
			t.Errorf("with the record %q: got %+v, want a run without a date", text, run)
		}
	}
	if run := read(t, "cpu: x\n"+goodRow, results.Filter{}, "-")[0]; run.Dir != "" || !slices.Equal(run.Config, [][2]string{{"cpu", "x"}}) {
		t.Errorf("standard input: got %+v, want no directory", run)
	}
	later := read(t, "commit: 1\n"+goodRow+"commit: 2\n"+goodRow, results.Filter{}, "-")[0]
	if later.Commit != "2" || later.Config[0][1] != "1" {
		t.Errorf("a run that was resumed after a commit: got %+v, want its first head and its last commit", later)
	}
}

// A limit that is not recorded is unknown, whatever the searches took that were stopped.
func TestTheLimitOfARunIsTheRecordedOneOrUnknown(t *testing.T) {
	var stops strings.Builder
	for k, status := range results.Statuses {
		fmt.Fprintf(&stops, "status: %s\n%s", status, strings.Replace(goodRow, " 1 sec/op", fmt.Sprintf(" %d sec/op", 3+k), 1))
	}
	for head, want := range map[string]float64{
		"": 0, "timeout: 2s\n": 2, "timeout: 1ns\n": 1e-9, "timeout: soon\n": 0, "timeout: -1s\n": 0,
		"timeout: 0s\n":                                    0, // a run without a limit
		"command: xcbench run --timeout=1m30s\n":           0,
		"command: xcbench run --timeout 9s\ntimeout: 2s\n": 2,
	} {
		if got := read(t, head+stops.String(), results.Filter{}, "-")[0].Limit; got != want {
			t.Errorf("%q: got a limit of %v s, want %v", head, got, want)
		}
	}
}

// Runs are shards of one run: all rows, and the longest limit if each has one.
func TestRowsOfRunsAreTogether(t *testing.T) {
	for _, c := range []struct {
		limits []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{2, 5}, 5}, {[]float64{6, 5}, 6}, {[]float64{0, 5}, 0}, {[]float64{5, 0}, 0}} {
		var runs []results.Run
		for k, limit := range c.limits {
			runs = append(runs, results.Run{Rows: results.RowsOf(threeRows[k : k+1]), Limit: limit})
		}
		rows, limit := results.AllRows(runs)
		if got := slices.Collect(rows.All()); limit != c.want || len(runs) > 0 && !reflect.DeepEqual(got, threeRows[:len(runs)]) {
			t.Errorf("%v: got %v and the limit %v, want a row of each and %v", c.limits, got, limit, c.want)
		}
	}
}

// Each row has the rule and the counter of its class as keys. The classes of all solvers of a file are
// no keys, since they would differ between runs.
func TestRunHasTheClassesOfItsSolvers(t *testing.T) {
	classes := results.Classes{
		"a":   {Rule: "mrv", Counter: "links", Algorithm: "dlx_index", Look: 1, Order: 2, Summary: "links; the shortest item first"},
		"b":   {Rule: "first", Counter: "options", Parallel: true},
		"x_1": {Summary: "a solver of somebody else's" + results.VersionMark + "7.1"},
	}
	var config [][2]string
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		config = append(config, classes[name].Config(name))
	}
	text := textOf(t, append(config, [2]string{"cpu", "x"}, [2]string{"solver-z", "rule=r colour=red"}), sample("1", "a", cover.Solved),
		sample("1", "b", cover.Solved), sample("1", "x_1", cover.Solved), sample("1", "d", cover.Solved))
	var got []string
	var reader results.Reader
	entriesOf(t, &reader, text, func(e results.Entry, err error) {
		must(t, err)
		if e.Class != classes[string(e.Solver)] || slices.ContainsFunc(e.Config, func(c benchfmt.Config) bool { return strings.HasPrefix(c.Key, "solver-") }) {
			t.Errorf("%s: got the class %+v and the keys %v, want %+v", e.Solver, e.Class, e.Config, classes[string(e.Solver)])
		}
		got = append(got, e.GetConfig("rule")+","+e.GetConfig("counter"))
	})
	if want := []string{"mrv,links", "first,options", ",", ","}; !slices.Equal(got, want) {
		t.Errorf("got the rules and counters %q, want %q", got, want)
	}
	classes["z"] = results.Class{Rule: "r"} // a later version may write more fields
	run := read(t, text, chosenBy(t, "rule:(mrv OR first)"), "-")[0]
	if !maps.Equal(run.Classes, classes) || !maps.Equal(reader.Classes(), classes) || !slices.Equal(run.Config, [][2]string{{"cpu", "x"}}) || run.Rows.Len() != 2 {
		t.Errorf("got %+v, want the classes %v, the processor and two rows", run, classes)
	}
	if got := run.Classes["x_1"].Version() + run.Classes["a"].Version(); got != "7.1" {
		t.Errorf("got the version %q, want 7.1 of x_1 alone", got)
	}
	entriesOf(t, &reader, "solver-z: rule=r\nrule: own\n"+goodRow, func(e results.Entry, err error) {
		if len(reader.Classes()) != 1 || e.GetConfig("rule") != "own" || err != nil {
			t.Errorf("the next file: got %v, %v, %v, want the class of z alone", reader.Classes(), e.Config, err)
		}
	})
}

// Two solvers that share a name are of no class. Looks and places may differ between versions.
func TestClassesThatContradictEachOtherAreNotKnown(t *testing.T) {
	links, later := results.Class{Rule: "mrv", Counter: "links", Look: 1}, results.Class{Rule: "mrv", Counter: "links", Look: 7}
	counter, rule := results.Class{Rule: "mrv", Counter: "options"}, results.Class{Rule: "first", Counter: "links"}
	runs := []results.Run{{Classes: results.Classes{"a": links, "b": links, "c": links}}, {},
		{Classes: results.Classes{"a": later, "b": counter, "c": rule}}, {Classes: results.Classes{"b": links, "d": rule}}}
	if got, want := results.AllClasses(runs), (results.Classes{"a": links, "b": {}, "c": {}, "d": rule}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFiltersChooseRowsByEitherSpelling(t *testing.T) {
	var rows []results.Row
	var counts []results.Count
	for _, s := range []results.Search{{"queens/8", "naive"}, {"queens/8", "bitset"}, {"queens/9", "bitset"}, {"soma/cube", "bitset"}} {
		r := sample("", s.Solver, cover.Solved)
		r.Family, r.Name, _ = strings.Cut(s.InstanceID, "/")
		rows, counts = append(rows, r), append(counts, results.Count{Search: s})
	}
	text := textOf(t, nil, rows...)
	for _, c := range []struct {
		query   string
		solvers []string
		want    string // the places of the chosen searches
	}{
		{"", nil, "0123"},
		{"family:queens", nil, "012"},
		{"/family:queens", nil, "012"},
		{"-family:queens", nil, "3"},
		{"-(inst:8 OR family:soma)", nil, "2"},
		{"/inst:(8 OR cube)", []string{"bitset"}, "13"},
		{"solver:naive OR inst:cube", nil, "03"},
		{"solver:naive OR inst:cube", []string{"bitset", "naive"}, "03"},
		{"", []string{"naive"}, "0"},
		{"", []string{"bitset", "naive"}, "0123"},
	} {
		filter := chosenBy(t, c.query, c.solvers...)
		var has, ran, counted string
		for k, one := range counts {
			if filter.Has(one.Search) {
				has += fmt.Sprint(k)
			}
		}
		place := func(s results.Search) string {
			return fmt.Sprint(slices.IndexFunc(counts, func(c results.Count) bool { return c.Search == s }))
		}
		for row := range read(t, text, filter, "-")[0].Rows.All() {
			ran += place(row.Key())
		}
		for _, one := range filter.Counts(append(counts, counts...)) {
			counted += place(one.Search)
		}
		if has != c.want || ran != c.want || counted != c.want+c.want {
			t.Errorf("%q of %q: got the searches %s, rows %s and counts %s, want %s", c.query, c.solvers, has, ran, counted, c.want)
		}
	}
	_, err := results.NewFilter("family:(", nil)
	wantError(t, "a query", err, `filter "family:(": `, "")
}

// A run of a million rows is read in less than 300 MB.
func TestARunThatIsReadTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n, most = 20000, 300
	var text strings.Builder
	for k := range n {
		text.WriteString(strings.Replace(strings.Replace(goodRow, "=b", fmt.Sprint("=p", k/2), 1), " 1 nodes", " 1 cpu-sec/op 1 nodes", 1))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // empties the pools
	runtime.ReadMemStats(&before)
	runs := read(t, text.String(), results.Filter{}, "-")
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive([]any{&text, runs})
	if got := (int(after.HeapAlloc) - int(before.HeapAlloc)) / n; got > most {
		t.Errorf("got %d bytes for each row, want at most %d", got, most)
	} else {
		t.Logf("%d bytes for each row", got)
	}
}
