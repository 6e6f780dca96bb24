package results

import (
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"xcbench/cover"
)

// mostFuzzed bounds the texts of fuzz targets, in bytes. A longer text repeats what a shorter one
// has, and takes longer.
const mostFuzzed = 4 << 10

var place = regexp.MustCompile(`^fuzz:[1-9][0-9]*: .`)

// wantPlace checks that an error names the file and a line of the text.
func wantPlace(t *testing.T, err error) {
	t.Helper()
	if !place.MatchString(err.Error()) {
		t.Errorf("got %q, want an error with file and line", err)
	}
}

// A text is refused with file and line, or each line that begins like a row and has a second field
// is a row. Rows that are written and read again are the same. Times have six digits in a file.
func FuzzRead(f *testing.F) {
	const two = goodRow + goodRow
	for _, text := range []string{
		"status: timeout\nBenchmarkSolve/family=a/inst=b/solver=c-1 1 0.5 sec/op 3 nodes/op\n",
		"BenchmarkSolve/family=a/inst=b-1 1 1 ns/op\n",
		"Unit nodes/op assume=exact\nBenchmark",
		two,
		two[:len(two)-6],           // torn in the last unit
		two[:len(two)-12],          // torn in a number
		goodRow + "BenchmarkSolve", // torn in the name, which makes no row
		strings.Replace(goodRow, "c-1 ", "c-1-95 ", 1),
		strings.Replace(goodRow, "c-1 ", "c ", 1),
		strings.Replace(goodRow, "1 sec/op", "NaN sec/op", 1),
		strings.Replace(goodRow, "1 sec/op", "+Inf sec/op", 1),
		strings.Replace(goodRow, "1 sec/op", "0x1p-1074 sec/op", 1),
		strings.Replace(goodRow, "1 sec/op", "999999.5 sec/op 12 ns/op 3 MB/s 7 instructions/op", 1),
		strings.Replace(goodRow, "1 sec/op", "1.23456 sec/op", 1),
		strings.Replace(goodRow, "c-1 1 ", "c-1 0 ", 1),
		strings.Replace(goodRow, "1 nodes/op", "-1 nodes/op", 1),
		strings.Replace(goodRow, "1 nodes/op", "9223372036854775807 nodes/op", 1),
		strings.Replace(goodRow, "1 nodes/op", "9007199254740993 nodes/op", 1),
		strings.Replace(goodRow, "family=a", "family=\x1b[31ma\x1b[0m", 1),
		"commit: \x1b]0;title\a\n" + goodRow,
		"\xff\xfeB\x00e\x00n\x00c\x00h\x00", // UTF-16
		"\ufeff" + goodRow,
		strings.ReplaceAll(two, "\n", "\r\n"),
		unitLines() + "status: solved\n" + goodRow + "status: great\n" + goodRow,
		"# a comment\n<<<<<<< HEAD\n" + goodRow,
		"Benchmark" + strings.Repeat("x", 2000) + " 1 1 sec/op\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		rows, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			wantPlace(t, err)
			return
		}
		begun := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "Benchmark") && strings.ContainsAny(strings.TrimRight(line, "\r\n"), " \t") {
				begun++
			}
		}
		if len(rows) < begun {
			t.Errorf("got %d rows, want the %d of the text", len(rows), begun)
		}
		once := reread(t, rows)
		if twice := reread(t, once); !reflect.DeepEqual(twice, once) {
			t.Errorf("got %v, want %v", twice, once)
		}
		for k, r := range rows {
			if r.Runs < 1 || r.Solutions < 0 || min(r.Nodes, r.Updates) < cover.Uncounted {
				t.Errorf("got the row %+v, want runs, and no negative counter", r)
			}
			r.Costs = once[k].Costs // compared below
			if r.Search, r.Setup = once[k].Search, once[k].Setup; !reflect.DeepEqual(r, once[k]) {
				t.Errorf("row %d: got %v, want %v", k, once[k], r)
			}
			for _, u := range Units {
				want, has := u.Of(rows[k])
				if got, ok := u.Of(once[k]); ok != has || math.Abs(got-want) > 1e-5*want {
					t.Errorf("row %d: got %v %s, want %v", k, got, u.Name, want)
				}
			}
		}
	})
}

// reread writes rows and reads them again.
func reread(t *testing.T, rows []Row) []Row {
	t.Helper()
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	back, err := Read(strings.NewReader(text.String()), "again")
	if err != nil || len(back) != len(rows) {
		t.Fatalf("got %d rows, %v, want %d, from\n%s", len(back), err, len(rows), text.String())
	}
	return back
}

// Profiles that are written and read again are the same. Each begins behind the one before it.
func FuzzReadLevels(f *testing.F) {
	head := string(record(levelsHead))
	for _, text := range []string{
		head + "queens,8,naive,0,1,2\nqueens,8,naive,1,8,0\n",
		head + "queens,8,naive,0,1,2\nqueens,9,naive,0,1,0\n",
		head + "queens,8,naive,0,1,2\nqueens,8,naive,0,1,2\n", // doubled
		head + "queens,8,naive,0,1,2\nqueens,8,naive,2,8,0\n", // a level is missing
		head + "queens,8,naive,0,1,2\nqueens,8,nai",           // torn
		head + "a,b,c,1,x,2\n",
		head + "a,b,c,0,1 2 3,4 5 6\na,b,c,3,7,8\n",
		head + "a,b,c,0,1 2,3\n",
		head + "a,b,c,0,-1,2\n",
		head + "a,b,c,0,9223372036854775808,NaN\n",
		head + "\"a\n\",\"\x1b[31m\",\"c\"\"\",0,1,2\n",
		head + "a,b,\"c,0,1,2\n",
		"\ufeff" + head + "a,b,c,0,1,2\r\n",
		"f\x00a\x00m\x00",
		"a,b\n",
		"",
	} {
		f.Add(text)
	}
	scan := func(t *testing.T, text string) (all []Profile, err error) {
		last, seen := int64(0), map[Search]bool{}
		err = scanProfiles(strings.NewReader(text), "fuzz", nil, nil, func(p Profile, begin int64) bool {
			if begin <= last || begin >= int64(len(text)) {
				t.Errorf("got a profile at %d of %d bytes after one at %d", begin, len(text), last)
			}
			if seen[p.Key()] {
				t.Errorf("got two profiles of %s, want one", p.Key().Label())
			}
			last, seen[p.Key()] = begin, true
			all = append(all, p)
			return true
		})
		return all, err
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		all, err := scan(t, text)
		if err != nil {
			wantPlace(t, err)
		}
		for _, packed := range []bool{false, true} {
			again := head
			for _, p := range all {
				again += string(p.lines(packed))
			}
			if back, err := scan(t, again); err != nil || !reflect.DeepEqual(back, all) {
				t.Errorf("packed %t: got %v, %v, want %v", packed, back, err, all)
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
		"a/1 s solved -4 6 NaN: 1/\n",
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
		counts, err := ReadBaseline(strings.NewReader(text), "fuzz")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz: no counts") {
				wantPlace(t, err)
			}
			return
		}
		var again strings.Builder
		if err := WriteBaseline(&again, counts); err != nil {
			t.Fatal(err)
		}
		back, err := ReadBaseline(strings.NewReader(again.String()), "again")
		if err != nil || !reflect.DeepEqual(back, counts) {
			t.Errorf("got %v, %v, want %v", back, err, counts)
		}
	})
}
