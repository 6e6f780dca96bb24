package external

import (
	"slices"
	"strings"
	"testing"
)

func TestWordsAreThoseOfAShell(t *testing.T) {
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"", nil},
		{"  a  b\tc\n", []string{"a", "b", "c"}},
		{`'a b' "c d"e`, []string{"a b", "c de"}},
		{`a\ b '\' "\"" ''`, []string{"a b", `\`, `"`, ""}},
		{`awk '{print "x"}'`, []string{"awk", `{print "x"}`}},
	} {
		if got, err := Words(c.command); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.command, got, err, c.want)
		}
	}
	for _, command := range []string{`'a`, `a"`, `a\`, "a\x00b"} {
		if got, err := Words(command); err == nil {
			t.Errorf("%q: got %q, want an error", command, got)
		}
	}
}

func TestInvalidSpecsAreRefused(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string
	}{
		{Spec{Name: "A"}, `"A" is not the name of an engine`},
		{Spec{Name: "a"}, "engine a: no command, expected a program"},
		{Spec{Name: "a", Command: "x '"}, "command: a quote has no end"},
		{Spec{Name: "a", Command: "x", Version: `x\`}, "version: a backslash at the end"},
		{Spec{Name: "a", Command: "x", Protocol: "dimac"}, `unknown protocol "dimac"; did you mean dimacs?`},
		{Spec{Name: "a", Command: "x {in}"}, "the protocol xcb has no placeholders"},
		{Spec{Name: "a", Command: "x {inn}", Protocol: "dimacs"},
			"unknown placeholder {inn}, expected one of {in}, "},
		{Spec{Name: "a", Command: "x {seed}", Protocol: "dimacs"},
			"seeds and the placeholder {seed} belong together"},
		{Spec{Name: "a", Command: "x", Seeds: []int64{1}, Protocol: "dimacs"},
			"seeds and the placeholder {seed} belong together"},
		{Spec{Name: "a", Command: "x {seed}", Seeds: []int64{1, 1}, Protocol: "dimacs"},
			"seed 1, expected different numbers"},
		{Spec{Name: "a", Command: "x", Encodings: []string{"ladder"}, Protocol: "dimacs"},
			`unknown encoding "ladder", expected`},
		{Spec{Name: "a", Command: "x", Encodings: []string{"pairwise", "pairwise"}, Protocol: "dimacs"},
			"encoding pairwise twice"},
		{Spec{Name: "a", Command: "x", Encodings: []string{"pairwise"}, Protocol: "asp"},
			"the protocol asp has no encodings"},
		{Spec{Name: "a", Command: "x", Env: map[string]string{"": "x"}}, `"" cannot be set in the environment`},
		{Spec{Name: "a", Command: "x", Env: map[string]string{"A=": "x"}}, `"A=" cannot be set in the environment`},
		{Spec{Name: "a", Command: "x", Env: map[string]string{"A\x00": "x"}}, "cannot be set in the environment"},
		{Spec{Name: "a", Command: "x", Env: map[string]string{"A": "\x00"}}, `"A" cannot be set in the environment`},
		{Spec{Name: "a", Command: "x {seed}", Seeds: []int64{-1}, Protocol: "dimacs"}, "seed -1, expected different numbers from 0"},
		{Spec{Name: "a", Command: "x {seed}", Seeds: []int64{1, 2}, Protocol: "dimacs"}, "engine a has several variants"},
		{Spec{Name: "a", Command: "x", Encodings: []string{"pairwise", opb}, Protocol: "dimacs"}, "engine a has several variants"},
		{Spec{Name: "a", Command: "x", Batch: -1, Protocol: "lines"}, "batch = -1, expected a number from 1 to 1000000"},
		{Spec{Name: "a", Command: "x", Batch: 1, Protocol: "knuth"}, "the protocol knuth has no batches"},
		{Spec{Name: "a", Command: "x", Secondary: new(bool), Protocol: "lines"}, "takes sudokus only"},
		{Spec{Name: "a", Command: "x {in} {inn}", Protocol: "dimacs"}, "unknown placeholder {inn}, expected one of {in}, "},
		{Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "(1)"}},
			"the protocol xcb has no patterns"},
		{Spec{Name: "a", Command: "x", Patterns: map[string]string{"steps": "(1)"}, Protocol: "regexp"},
			`a pattern for "steps", expected one of nodes`},
		{Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "("}, Protocol: "regexp"},
			"the pattern for nodes: error parsing"},
		{Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "1"}, Protocol: "regexp"},
			"has 0 groups, expected one around the number"},
		{Spec{Name: "a", Command: "x", Count: true, FirstOnly: true}, "count and first_only exclude each other"},
		{Spec{Name: "a", Command: "x", Colours: true, Protocol: "lines"}, "takes sudokus only"},
	} {
		if _, err := New(c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c.spec, err, c.want)
		}
	}
}

func TestSpecsOfAllProtocolsAreTaken(t *testing.T) {
	for _, protocol := range Protocols() {
		s := Spec{Name: "a", Command: "x {in} {out} {seed} {solutions}", Protocol: protocol, Seeds: []int64{0}}
		if protocol == "xcb" {
			s.Command, s.Seeds = "x", nil
		}
		if protocol != "lines" {
			s.Secondary, s.Colours = new(bool), true
		} else {
			s.Batch = maxBatch
		}
		if protocol != "xcb" && protocol != "knuth" && protocol != "lines" {
			s.Patterns = map[string]string{"solutions": "(1)", "nodes": "(1)", "updates": "(1)", "mems": "(1)", "conflicts": "(1)"}
		}
		if _, err := New(s); err != nil {
			t.Errorf("%s: got %v, want it taken", protocol, err)
		}
	}
}

func TestAnEngineHasItsEnvironment(t *testing.T) {
	s := Spec{Env: map[string]string{"A": "1", "B": "2"}}
	if got := slices.Sorted(slices.Values(s.environment())); !slices.Equal(got, []string{"A=1", "B=2"}) {
		t.Errorf("got %q, want both variables", got)
	}
}

func TestVariantsAreNamedByEncodingAndSeed(t *testing.T) {
	s := Spec{Name: "kissat", Command: "kissat --seed={seed}", Protocol: "dimacs"}
	names := func() (all []string) {
		for _, v := range s.Variants() {
			all = append(all, v.Name)
		}
		return all
	}
	s.Encodings, s.Seeds = []string{"pairwise"}, []int64{7}
	if got, want := names(), []string{"kissat"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Encodings, s.Seeds = []string{"pairwise", "sequential"}, []int64{1, 2}
	want := []string{"kissat_pairwise_s1", "kissat_pairwise_s2", "kissat_sequential_s1", "kissat_sequential_s2"}
	if got := names(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := New(s); err == nil {
		t.Error("a spec with several variants: got no error")
	}
}
