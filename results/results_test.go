package results

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results/compare"
)

var update = flag.Bool("update", false, "write the golden files")

var sampleRows = []Row{
	{"queens", "8", "dlx_index", cover.Solved, 170, 1.2345678e-4, 1.5e-6, 92, 1199, 21111, nil, nil, nil},
	{"queens", "8", "naive_first", cover.Timeout, 1, 0.1, 0, 3, 500, 1 << 53, nil, nil, nil},
	{"sudoku", "norvig_impossible", "dlx_index", cover.Solved, 6, 0.0033, 1e-5, 0, 8342, 194645, nil, nil, nil},
	{"pentomino", "6x10", "bitset", cover.Limit, 1, 2, 0.001, 0, 1000000, 18000000, nil, nil, nil},
	{"queens", "8", "counts_nodes", cover.Solved, 1, 2, 0.001, 92, 7, cover.Uncounted, nil, nil, nil},
	{"queens", "8", "counts_nothing", cover.Solved, 1, 2, 0.001, 92, cover.Uncounted, cover.Uncounted, nil, nil, nil},
}

func TestRowsAreGoBenchmarkFormat(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, [][2]string{{"goos", "linux"}, {"cpu", "a b"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sampleRows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join("testdata", "rows.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}

	rows, err := Read(strings.NewReader(text.String()), "rows")
	if err != nil {
		t.Fatal(err)
	}
	back := append([]Row(nil), sampleRows...)
	back[0].Search = 0.000123457 // six digits are written
	for k := range back {
		back[k].Machine = &compare.Machine{CPU: "a b", OS: "linux"}
	}
	if !reflect.DeepEqual(rows, back) {
		t.Errorf("read back: got\n%v\nwant\n%v", rows, back)
	}

	in := benchfmt.NewReader(strings.NewReader(text.String()), "rows")
	for in.Scan() {
		if err, ok := in.Result().(*benchfmt.SyntaxError); ok {
			t.Errorf("benchfmt: %v", err)
		}
	}
	for _, unit := range []string{Nodes, Updates, Solutions} {
		if exact := in.Units().Get(unit, "assume"); exact == nil || exact.Value != "exact" {
			t.Errorf("unit %s: got assume %v, want exact", unit, exact)
		}
	}
}

func TestForeignRowIsAnErrorThatNamesItsPlace(t *testing.T) {
	_, err := Read(strings.NewReader("BenchmarkX-1 1 1 ns/op\n"), "f.txt")
	if want := "f.txt:1: X-1 is not a row of xcbench, expected family=, inst= and solver= in its name"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Read(strings.NewReader("BenchmarkSolve/family=a/inst=b/solver=c-1 1 x sec/op\n"), "f.txt")
	if err == nil || !strings.HasPrefix(err.Error(), "f.txt:1: ") {
		t.Errorf("got %v, want a syntax error at f.txt:1", err)
	}
}

// create begins a run directory, ready for rows.
func create(path string, config [][2]string) (*Dir, error) {
	d, err := Begin(path)
	if err == nil {
		err = d.Start(1, config)
	}
	return d, err
}

func TestRunDirectoryIsReadBackAsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "run")
	d, err := create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	profiles := []Profile{
		{"queens", "8", "dlx_index", Pack([]cover.Level{{Nodes: 1, Updates: 5}, {Nodes: 8, Updates: 0}})},
		{"pentomino", "6x10", "bitset", Pack([]cover.Level{{Nodes: 1, Updates: 2}})},
	}
	for _, p := range profiles {
		if err := d.Profile(p); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range sampleRows[1:] {
		if err := d.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := ReadDir(path); err != nil {
		t.Errorf("before Close: got %v, want the rows and profiles so far", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	rows, levels, err := ReadDir(path)
	if err != nil || !reflect.DeepEqual(rows, sampleRows[1:]) || !reflect.DeepEqual(levels, profiles) {
		t.Errorf("got %v, %v, %v, want %v, %v", rows, levels, err, sampleRows[1:], profiles)
	}
	if _, err := create(path, nil); err == nil ||
		!strings.HasSuffix(err.Error(), "already exists; a run needs a new directory") {
		t.Errorf("a second run in the directory: got %v, want an error", err)
	}
	const head = "family,inst,solver,level,nodes,updates\n"
	for text, place := range map[string]string{
		head + "a,b,c,0,x,1\n":                           `:2: nodes "x", expected a whole number of 0 or more`,
		head + "a,b,c,0,1,-1\n":                          `:2: updates "-1", expected a whole number of 0 or more`,
		head + "a,b,c,0,1\n":                             ":2: wrong number of fields, expected family,inst,solver,level,nodes,updates",
		head + "a,b,c,1,1,1\n":                           ":2: level 1 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,b,c,2,1,1\n":              ":3: level 2 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,b,d,1,1,1\n":              ":3: level 1 of a/b d out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,x,c,0,1,1\na,b,c,0,1,1\n": ":4: a second profile of a/b c, expected one",
		head + "a,b,c,0,1 2,1\n":                         ":2: not as many nodes as updates, expected both of each level",
		head + "a,b,c,0,1 2,1 2\na,b,c,1,1,1\n":          ":3: level 1 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1  2,1 2\n":                      `:2: nodes "", expected a whole number of 0 or more`,
		"a,b,c,0,1,1\n":                                  ":1: not a file of levels, expected the line family,",
		"ELF":                                            ":1: not a file of levels, expected the line family,",
	} {
		if err := os.WriteFile(filepath.Join(path, LevelsFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadDir(path); err == nil || !strings.Contains(err.Error(), LevelsFile+place) {
			t.Errorf("%q: got %v, want an error at %s%s", text, err, LevelsFile, place)
		}
	}
}
