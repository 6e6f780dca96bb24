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
		got := must(Find(in.ID()))
		got.open, in.open = nil, nil
		if !reflect.DeepEqual(got, in) {
			t.Errorf("%s: got %+v, want %+v", in.ID(), got, in)
		}
	}
}

func TestEveryFamilyIsDescribed(t *testing.T) {
	for _, f := range Families() {
		if f.summary == "" || f.Form == "" || f.Source == "" || len(f.Params) == 0 || len(f.IDs()) == 0 {
			t.Errorf("%s: got summary %q, form %q, source %q, %d parameters, %d members, want all",
				f.Name, f.summary, f.Form, f.Source, len(f.Params), len(f.IDs()))
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
		k := 0
		for in := range f.Catalogued {
			if k++; testing.Short() && k > 3 {
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

// The small members of every family are searched, and the count and the counters of dlx1 compared with
// the row.
func TestRowsHaveTheCountersOfTheirSearch(t *testing.T) {
	most := int64(6_000) // nodes
	if os.Getenv("XCBENCH_LONG") != "" {
		most = 100_000
	}
	for _, in := range All() {
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
