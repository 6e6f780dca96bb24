package results_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/results"
)

// mostFuzzed bounds the texts of fuzz targets, in bytes. A longer text repeats what a shorter one
// has, and takes longer.
const mostFuzzed = 4 << 10

var place = regexp.MustCompile(`^[1-9][0-9]*: .`)

// wantPlace checks that an error names the file and a line of the text.
func wantPlace(t *testing.T, err error, name string) {
	t.Helper()
	if rest, ok := strings.CutPrefix(err.Error(), name+":"); !ok || !place.MatchString(rest) {
		t.Errorf("got %q, want an error with file and line", err)
	}
}

// A text is refused with file and line, or each line that begins like a row and has a second field
// is a row. Rows that are written and read again are the same. Times have six digits in a file.
// Entries yields no other rows of ours.
func FuzzRead(f *testing.F) {
	const two = goodRow + goodRow
	for _, text := range []string{
		"status: timeout\nBenchmarkSolve/family=a/inst=b/solver=c-1 1 0.5 sec/op 3 nodes/op\n",
		"BenchmarkSolve/family=a/inst=b-1 1 1 ns/op\n",
		two,
		two[:len(two)-6],  // torn in the last unit
		two[:len(two)-12], // torn in a number
		strings.Replace(goodRow, "c-1 ", "c-1-95 ", 1),
		strings.Replace(goodRow, "c-1 ", "c ", 1),
		strings.Replace(goodRow, "1 sec/op", "0x1p-1074 sec/op", 1),
		strings.Replace(goodRow, "1 sec/op", "999999.5 sec/op 12 ns/op 3 MB/s 7 instructions/op", 1),
		strings.Replace(goodRow, "1 nodes/op", "9007199254740993 nodes/op", 1),
		strings.Replace("solutions: 9007199254740993\n"+goodRow, "1 solutions/op", "9007199254740993 solutions/op", 1),
		strings.Replace(goodRow, "family=a", "family=\x1b[31ma\x1b[0m", 1),
		"\xff\xfeB\x00e\x00n\x00c\x00h\x00", // UTF-16
		"\ufeff" + goodRow,
		strings.ReplaceAll(two, "\n", "\r\n"),
		"Unit sec/op better=lower\nhost: a\nstatus: solved\n" + goodRow + "status: great\n" + goodRow,
		"solver-c: rule=mrv look=7 parallel=yes; a summary\nsolver-d: order=x\n" + goodRow,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), results.Filter{})
		var entries []results.Row
		faults := 0
		var reader results.Reader
		entriesOf(t, &reader, text, func(e results.Entry, err error) {
			if err != nil {
				faults++
				wantPlace(t, err, "-")
			} else if e.Row != nil {
				entries = append(entries, *e.Row)
			}
		})
		if err != nil && strings.Contains(err.Error(), "no results") {
			return
		}
		if err != nil {
			wantPlace(t, err, "-")
			return
		}
		begun, rows := 0, slices.Collect(runs[0].Rows.All())
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "Benchmark") && strings.ContainsAny(strings.TrimRight(line, "\r\n"), " \t") {
				begun++
			}
		}
		if len(rows) < begun || faults > 0 || !reflect.DeepEqual(entries, rows) {
			t.Errorf("got %d rows and the entries %v with %d faults, want the %d of the text", len(rows), entries, faults, begun)
		}
		classes := maps.Clone(reader.Classes())
		maps.DeleteFunc(classes, func(_ string, c results.Class) bool { return c == results.Class{} })
		var config [][2]string
		for _, name := range slices.Sorted(maps.Keys(classes)) {
			config = append(config, classes[name].Config(name))
		}
		once := read(t, get(t, recorded(t, config, rows, nil), results.RowsFile), "-")[0]
		twice := read(t, get(t, recorded(t, config, slices.Collect(once.Rows.All()), nil), results.RowsFile), "-")[0]
		if !reflect.DeepEqual(twice, once) || !maps.Equal(once.Classes, classes) {
			t.Errorf("got %+v and the classes %v, want %+v and %v", twice, once.Classes, once, classes)
		}
		for k, r := range rows {
			back := once.Rows.At(k)
			if r.Runs < 1 || r.Solutions < 0 || min(r.Nodes, r.Updates) < cover.Uncounted {
				t.Errorf("got the row %+v, want runs, and no negative counter", r)
			}
			for _, u := range results.Units {
				want, has := u.Of(r)
				if got, ok := u.Of(back); ok != has || math.Abs(got-want) > 1e-5*want {
					t.Errorf("row %d: got %v %s, want %v", k, got, u.Name, want)
				}
			}
			r.Costs, r.Search, r.Setup = back.Costs, back.Search, back.Setup
			if !reflect.DeepEqual(r, back) {
				t.Errorf("row %d: got %v, want %v", k, back, r)
			}
		}
	})
}

// Counts that are written and read again are the same.
func FuzzReadBaseline(f *testing.F) {
	for _, text := range []string{
		"a/1 s solved 4 6 60: 1/10 5/50\n# x\nb s limit 0 0 0:\n",
		"a/1 s solved 4 6 60:\na/1 s solved 4 6 60:\n", // doubled
		"a/1 s solved 4 6 60: 1/10 5/51\n",
		"a/1 s timeout 4 6 60:\n",
		"# s: rule=mrv counter=links\na/1 s solved 4 6 60:\n# s: rule= counter=x\n",
		"a/1 s solved -4 6 NaN: 1/\n",
		"a/1 s solved 18446744073709551617 - -:\n",
		"\x1b[31ma s solved 9223372036854775807 1 0: 1/0\n",
		"a/1 s solved 4 2 0: 9223372036854775807/0 9223372036854775805/0\n",
		"<<<<<<< HEAD\n",
		"\xff\xfea\x00",
		"a/1 s sol",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		counts, err := results.ReadBaseline(strings.NewReader(text), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: no counts") {
				wantPlace(t, err, "fuzz")
			}
			return
		}
		var again strings.Builder
		must(t, results.WriteBaseline(&again, counts))
		back, err := results.ReadBaseline(strings.NewReader(again.String()), "again")
		if err != nil || !reflect.DeepEqual(back, counts) {
			t.Errorf("got %s, %v, want %s", fmt.Sprint(back), err, fmt.Sprint(counts))
		}
	})
}

// Profiles that are written and read again are the same.
func FuzzLevels(f *testing.F) {
	for _, text := range []string{
		levelsHead + "queens,8,naive,0,1,2\nqueens,8,naive,1,8,0\nqueens,9,naive,0,1,2\n",
		levelsHead + "queens,8,naive,0,1,2\nqueens,8,nai", // torn
		levelsHead + "a,b,c,0,9223372036854775808,NaN\n",
		levelsHead + "\"a\n\",\"\x1b[31m\",\"c\"\"\",0,1,2\n",
		levelsHead + "a b,\"b,c\",\"c\"\"\",0,1,2\nd,e,f,0,1,2\n",
		"\ufeff" + levelsHead + "a,b,c,0,1,2\r\n",
		"f\x00a\x00m\x00",
		"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		dir := recorded(t, nil, nil, nil)
		put(t, dir, results.LevelsFile, text)
		_, all, err := results.ReadDir(dir)
		if err != nil && !errors.As(err, new(*bounded.Error)) {
			t.Errorf("got %v, want the place of the fault", err)
		}
		last := results.Profile{Search: results.Search{InstanceID: "last/", Solver: "may be torn"}, Levels: []cover.Level{{}}}
		_, back, err := results.ReadDir(recorded(t, nil, nil, append(slices.Clip(all), last))) // two of a search are an error
		if err != nil || !reflect.DeepEqual(slices.Clip(back), slices.Clip(all)) && len(all) > 0 {
			t.Errorf("got %v, %v, want %v", back, err, all)
		}
	})
}
