package corpus

import (
	"slices"
	"strings"
	"testing"
)

// A query is refused in one line, or it is a filter that passes the same instances every time, and
// whose negation passes the others.
func FuzzFilter(f *testing.F) {
	for _, query := range []string{
		"", " ", "*", "family:queens -inst:10", "family:(queens OR domino)", "tier:full OR tier:(smoke OR standard)",
		"inst:/^free5_/ family:polyhex", "nobody:asked", "size:tiny OR -size:tiny", "options:64 items:42",
		`"family":"queens"`, "family:(", "family:queens AND", "-", "--inst:8", "inst:8-95", "inst:8 inst:8",
		"inst:/(/", "inst:/a{1001}/", "inst:/(a*)*b/", ".unit:nodes/op", ".config:x", "/solver:bitset", ".name:Solve@(x)",
		"family:\x1b[31mqueens", "family:\xff\xfe", "\x00", "\ufeffinst:8", strings.Repeat("(", 1000),
		strings.Repeat("-", 1000) + "inst:8", strings.Repeat("inst:8 ", 300), "inst:" + strings.Repeat("x", 2000),
	} {
		f.Add(query)
	}
	var some []Instance // their problems need not be built
	for _, id := range []string{"queens/8", "queens/8_middle", "domino/2x2", "sudoku/ai_escargot", "langford/7"} {
		if in, err := Find(id); err == nil && in.Options > 0 {
			some = append(some, in)
		}
	}
	if len(some) < 4 {
		f.Fatalf("got %d instances, want 4", len(some))
	}
	pass := func(t *testing.T, query string) (all []bool, ok bool) {
		filter, err := NewFilter(query)
		if err != nil {
			if text := err.Error(); text == "" || strings.Contains(text, "\n") {
				t.Errorf("%q: got %q, want an error of one line", query, text)
			}
			return nil, false
		}
		for _, in := range some {
			match, err := filter.Match(in)
			if err != nil {
				t.Errorf("%q: got %v on %s, want no error", query, err, in.ID())
			}
			all = append(all, match)
		}
		return all, true
	}
	f.Fuzz(func(t *testing.T, query string) {
		if len(query) > 2<<10 {
			return // more terms of the same kind
		}
		all, ok := pass(t, query)
		if !ok || strings.TrimSpace(query) == "" {
			return
		}
		if again, ok := pass(t, query+" OR "+query); !ok || !slices.Equal(again, all) {
			t.Errorf("%q OR itself: got %v, %v, want %v", query, again, ok, all)
		}
		others, ok := pass(t, "-("+query+")")
		for k := range others {
			others[k] = !others[k]
		}
		if !ok || !slices.Equal(others, all) {
			t.Errorf("-(%q): got the negation of %v, %v, want that of %v", query, others, ok, all)
		}
	})
}
