package corpus

import (
	"bytes"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

func TestCatalogueRowsAreComplete(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9_.]+/[a-z0-9_.]+$`)
	seen := map[string]bool{}
	for _, in := range All() {
		if !id.MatchString(in.ID()) || seen[in.ID()] {
			t.Errorf("got id %q, want a new one of letters, digits, _ and .", in.ID())
		}
		seen[in.ID()] = true
		if in.Title == "" || in.Source == "" || strings.ContainsAny(in.Title, "{\t") || in.Basis == "" ||
			in.hash == "" || in.Items == 0 || in.Options == 0 {
			t.Errorf("got %+v, want a title without unfilled parameters, and everything recorded", in)
		}
		got, err := Find(in.ID())
		if err != nil {
			t.Fatal(err)
		}
		got.open, in.open = nil, nil
		if !reflect.DeepEqual(got, in) {
			t.Errorf("%s: got %+v, want %+v", in.ID(), got, in)
		}
	}
}

func TestEveryFamilyIsDescribed(t *testing.T) {
	for _, f := range Families() {
		if f.summary == "" || f.Form == "" || f.Source == "" || len(f.Params) == 0 || len(f.Catalogued()) == 0 {
			t.Errorf("%s: got summary %q, form %q, source %q, %d parameters, %d members, want all",
				f.Name, f.summary, f.Form, f.Source, len(f.Params), len(f.Catalogued()))
		}
		for _, p := range f.Params {
			if p.About == "" {
				t.Errorf("%s: no description of parameter %s", f.Name, p.Name)
			}
		}
	}
}

// A name stands for the same problem for ever. Every problem is built once and compared with its row,
// and building it allocates less than 20 times the size of its text, or less than two megabytes. The
// text of a restriction is that of its base, which the first instance of a kind builds.
func TestProblemsMatchTheirRowsAndTakeLittleMemory(t *testing.T) {
	const factor, tiny = 20, 2 << 20
	for _, f := range Families() {
		for k, in := range f.Catalogued() {
			if testing.Short() && k > 2 {
				break
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			puzzle := built(t, in)
			p := puzzle.Problem()
			runtime.ReadMemStats(&after)
			if len(puzzle.Warnings) > 0 {
				t.Errorf("%s: got warnings %q, want none", in.ID(), puzzle.Warnings)
			}
			if err := in.Audit(p); err != nil {
				t.Error(err)
			}
			got := after.TotalAlloc - before.TotalAlloc
			if got <= tiny {
				continue
			}
			p, _, _ = p.Base()
			var text bytes.Buffer
			if err := format.WriteDLX(&text, p); err != nil || got > factor*uint64(text.Len()) {
				t.Errorf("%s: got %d bytes allocated for a text of %d bytes, %v, want less than %d times the text",
					in.ID(), got, text.Len(), err, factor)
			}
		}
	}
}

// The hashes of members that the catalogue does not have. They must never change.
func TestSeededMembersStayTheSame(t *testing.T) {
	for id, want := range map[string]string{
		"random/i40_m120_k4_s2": "703d9c3fd7df19fa", "random/i40_m120_k4_s1_free": "314130fa28e0b4c9",
		"density/i30_m200_p15_s1": "ed3b56308932e2dd", "qwh/20_h170_s2": "2d538a47f5b47fc5",
		"qwh/20_h170_s2_balanced":  "3673d1dd4549b9c9",
		"threedm/planted12x60_s1":  "ffc79fd6ed6dfbc4",
		"permanent/random20x20_s1": "191889ba20336f9f", "matching/random20x60_s1": "4f805a07208b950d",
		"triangles/planted30x60_s1": "f9db78578ba7ec26",
	} {
		if got := Hash(problemOf(t, id)); got != want {
			t.Errorf("%s: got hash %q, want %q", id, got, want)
		}
	}
}

// The small members of every family are searched, and the count and the counters of dlx1 compared with
// the row.
func TestRowsHaveTheCountersOfTheirSearch(t *testing.T) {
	most := int64(6_000) // nodes
	if os.Getenv("XCBENCH_LONG") != "" {
		most = 100_000
	}
	for _, f := range Families() {
		for _, in := range f.Catalogued() {
			if in.Nodes == Unknown || in.Nodes > most {
				continue
			}
			got := solved(t, dlx.Index(cover.MRV), problemOf(t, in.ID()))
			if !in.Solutions.Allows(got.Solutions, got.Big) || got.Nodes != in.Nodes || got.Updates != in.Updates {
				t.Errorf("%s: got %d solutions, %d nodes, %d updates, want %s, %d, %d (%s)", in.ID(), got.Solutions, got.Nodes,
					got.Updates, in.Solutions, in.Nodes, in.Updates, in.Source)
			}
		}
	}
}

// Whoever doubts a number finds those that no program has counted.
func TestCitedNumbersAreListed(t *testing.T) {
	filter, err := NewFilter("basis:cited")
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, in := range All() {
		cited := in.Basis == Cited
		if ok, err := filter.Match(in); err != nil || ok != cited {
			t.Errorf("%s with basis %s: got %v, %v, want %v", in.ID(), in.Basis, ok, err, cited)
		}
		if cited {
			listed++
			if in.Solutions.AtLeast || in.Solutions.N == Unknown || in.Nodes != Unknown {
				t.Errorf("%s: got %v solutions and %d nodes, want an exact number and no count", in.ID(), in.Solutions, in.Nodes)
			}
		}
	}
	if listed == 0 {
		t.Error("got no instance with basis cited, want one")
	}
}
