package results_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/results"
)

const levelsHead = "family,inst,solver,level,nodes,updates\n"

func profile(name, solver string, levels ...cover.Level) results.Profile {
	return results.Profile{Family: "f", Name: name, Solver: solver, Levels: levels}
}

func rowOf(p results.Profile, status cover.Status) results.Row {
	return results.Row{Family: p.Family, Name: p.Name, Solver: p.Solver, Status: status, Runs: 1, Search: 1}
}

// record makes a run directory with these profiles, and a row for each that has a status.
func record(t *testing.T, all []results.Profile, status func(k int) cover.Status) string {
	t.Helper()
	d, dir := begin(t)
	for k, p := range all {
		must(t, d.Profile(p))
		if s := status(k); s != "" {
			must(t, d.Row(rowOf(p, s)))
		}
	}
	must(t, d.Close())
	return dir
}

func allSolved(int) cover.Status { return cover.Solved }

func noRow(int) cover.Status { return "" }

// Counters have up to 63 bits, and a search tree may have more levels than one line could hold.
func TestProfilesAreReadBackAsTheyWereWritten(t *testing.T) {
	deep := make([]cover.Level, 5001)
	for k := range deep {
		deep[k] = cover.Level{Nodes: math.MaxInt64 - int64(k), Updates: math.MaxInt64}
	}
	want := []results.Profile{profile("1", "s", cover.Level{Nodes: 1, Updates: 20}, cover.Level{Nodes: 8}), profile("2", "s", deep...)}
	dir := record(t, want, allSolved)
	if got, first := get(t, dir, results.LevelsFile), levelsHead+"f,1,s,0,1,20\nf,1,s,1,8,0\nf,2,s,0,"; !strings.HasPrefix(got, first) {
		t.Errorf("got %.99q, want %q", got, first)
	}
	if _, got, err := results.ReadDir(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d profiles, %v, want the %d written", len(got), err, len(want))
	}
}

// The last profile of a run in progress may lack levels, unless its row is there.
func TestATornProfileIsLeftOut(t *testing.T) {
	want := []results.Profile{profile("1", "a", cover.Level{Nodes: 1}, cover.Level{Nodes: 2})}
	dir := record(t, want, allSolved)
	for _, torn := range []string{"", "f,1,b,0,0,0\n", "f,1,b,0,0,0\nf,1,b,1,0"} {
		put(t, dir, results.LevelsFile, levelsHead+"f,1,a,0,1,0\nf,1,a,1,2,0\n"+torn)
		if _, got, err := results.ReadDir(dir); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, %v, want %v", torn, got, err, want)
		}
	}
}

func TestLevelsThatNoRunWroteAreRejected(t *testing.T) {
	const (
		order   = " out of order, expected the levels from 0 on, profile after profile"
		control = ":3: a control character in a name, expected a family, an instance and a solver"
		fields  = ", expected family,inst,solver,level,nodes,updates"
		number  = ", expected a whole number of 0 or more"
	)
	dir := record(t, []results.Profile{profile("1", "s")}, allSolved)
	run := read(t, "", results.Filter{}, dir)[0]
	for text, want := range map[string]string{
		"b,1,s,1,1,2\n":                   ":3: level 1 of b/1 s" + order,
		"a,2,s,1,1,2\n":                   ":3: level 1 of a/2 s" + order,
		"a,1,r,1,1,2\n":                   ":3: level 1 of a/1 r" + order,
		"a,1,s,2,1,2\n":                   ":3: level 2 of a/1 s" + order,
		"a,1,s,x,1,2\n":                   `:3: level "x"` + number,
		"a,1,s,-1,1,2\n":                  `:3: level "-1"` + number,
		"a,1,s,1,x,2\n":                   `:3: nodes "x"` + number,
		"a,1,s,1,9223372036854775808,2\n": `:3: nodes "9223372036854775808"` + number,
		"a,1,s,1,1,-2\n":                  `:3: updates "-2"` + number,
		"a,1,s,1,1 2,3\n":                 `:3: nodes "1 2"` + number,
		"a,1,s,1,1\n":                     ":3: wrong number of fields" + fields,
		"a,1,s\"t,1,1,2\n":                `:3: bare " in non-quoted-field` + fields,
		"a,1,\"s\n\",0,1,2\n":             control,
		"a\u202e,1,s,0,1,2\n":             control,
		"b,1,s,0,1,2\na,1,s,0,1,2\n":      ":4: a second profile of a/1 s, expected one",
	} {
		put(t, dir, results.LevelsFile, levelsHead+"a,1,s,0,1,2\n"+text)
		_, _, err := results.ReadDir(dir)
		var ended error
		for _, ended = range run.AllProfiles() {
		}
		if !reflect.DeepEqual(ended, err) {
			t.Errorf("%q: got %v from the profiles of a run, want %v", text, ended, err)
		}
		want = filepath.Join(dir, results.LevelsFile) + want
		if err == nil || strings.ReplaceAll(err.Error(), `bare \"`, `bare "`) != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	put(t, dir, results.LevelsFile, "nodes\n")
	if _, _, err := results.ReadDir(dir); err == nil || !strings.Contains(err.Error(), ":1: not a file of levels, expected the line") {
		t.Errorf("got %v, want the error of another file", err)
	}
}

// A run yields the profiles of its rows, except for answers that nobody believes.
func TestARunYieldsTheProfilesOfBelievedAnswers(t *testing.T) {
	var all []results.Profile
	for k := range 6 {
		all = append(all, profile(fmt.Sprint(k/2), string(rune('a'+k%2)), cover.Level{Nodes: int64(k)}))
	}
	dir := record(t, all, func(k int) cover.Status {
		return []cover.Status{cover.Solved, cover.Limit, results.Wrong, cover.Solved, cover.Solved, results.Disagree}[k]
	})
	run := read(t, "", results.Filter{}, dir)[0]
	t.Chdir(dir)
	named := func(r results.Run, most int) (names []string) {
		for p, err := range r.AllProfiles() {
			must(t, err)
			if names = append(names, fmt.Sprint(p.Name, p.Solver, p.Levels[0].Nodes)); len(names) == most {
				break
			}
		}
		return names
	}
	own := []results.Profile{profile("8", "c", cover.Level{Nodes: 7}), profile("8", "d", cover.Level{Nodes: 7})}
	for _, c := range []struct {
		what string
		run  results.Run
		most int
		want []string
	}{
		{"all", run, 9, []string{"0a0", "0b1", "1b3", "2a4"}},
		{"two", run, 2, []string{"0a0", "0b1"}},
		{"in memory", results.Run{Dir: dir, Rows: run.Rows, Profiles: own}, 9, []string{"8c7", "8d7"}},
		{"no directory", results.Run{Rows: run.Rows}, 9, nil},
		{"a directory without levels", results.Run{Dir: t.TempDir(), Rows: run.Rows}, 9, nil},
	} {
		if got := named(c.run, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
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
		if len(text) > 1<<12 {
			return
		}
		dir := record(t, nil, noRow)
		put(t, dir, results.LevelsFile, text)
		_, all, err := results.ReadDir(dir)
		if place := (*bounded.Error)(nil); err != nil && !errors.As(err, &place) {
			t.Errorf("got %v, want the place of the fault", err)
		}
		seen := map[results.Search]bool{}
		for _, p := range all {
			if seen[p.Key()] {
				t.Errorf("got two profiles of %s, want one", p.Key().Label())
			}
			seen[p.Key()] = true
		}
		last := profile("last", "may be torn", cover.Level{})
		_, back, err := results.ReadDir(record(t, append(slices.Clip(all), last), noRow))
		if err != nil || !slices.EqualFunc(back, all, func(a, b results.Profile) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("got %v, %v, want %v", back, err, all)
		}
	})
}
