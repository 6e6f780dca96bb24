package results_test

import (
	"errors"
	"fmt"
	"math"
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
