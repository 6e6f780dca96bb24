package external_test

import (
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/solvers/external"
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
		{`\  a`, []string{" ", "a"}},
		{`awk '{print "x"}'`, []string{"awk", `{print "x"}`}},
	} {
		if got, err := external.Words(c.command); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.command, got, err, c.want)
		}
	}
	for _, command := range []string{`'a`, `a"`, `a\`, "a\x00b"} {
		if got, err := external.Words(command); err == nil {
			t.Errorf("%q: got %q, want an error", command, got)
		}
	}
}

func TestInvalidSpecsAreRefused(t *testing.T) {
	for _, c := range []struct {
		spec external.Spec
		want string
	}{
		{external.Spec{Name: "A"}, `"A" is not the name of an engine`},
		{external.Spec{Name: "a"}, "engine a: no command, expected a program"},
		{external.Spec{Name: "a", Command: "x '"}, "command: a quote has no end"},
		{external.Spec{Name: "a", Command: "x", Version: `x\`}, "version: a backslash at the end"},
		{external.Spec{Name: "a", Command: "x", Protocol: "dimac"}, `unknown protocol "dimac"; did you mean dimacs?`},
		{external.Spec{Name: "a", Command: "x {in}"}, "the protocol xcb has no placeholders"},
		{external.Spec{Name: "a", Command: "x {inn}", Protocol: "dimacs"},
			"unknown placeholder {inn}, expected one of {in}, "},
		{external.Spec{Name: "a", Command: "x {seed}", Protocol: "dimacs"},
			"seeds and the placeholder {seed} belong together"},
		{external.Spec{Name: "a", Command: "x", Seeds: []int64{1}, Protocol: "dimacs"},
			"seeds and the placeholder {seed} belong together"},
		{external.Spec{Name: "a", Command: "x {seed}", Seeds: []int64{1, 1}, Protocol: "dimacs"},
			"seed 1, expected different numbers"},
		{external.Spec{Name: "a", Command: "x", Encodings: []string{"ladder"}, Protocol: "dimacs"},
			`unknown encoding "ladder", expected`},
		{external.Spec{Name: "a", Command: "x", Encodings: []string{"pairwise", "pairwise"}, Protocol: "dimacs"},
			"encoding pairwise twice"},
		{external.Spec{Name: "a", Command: "x", Encodings: []string{"pairwise"}, Protocol: "asp"},
			"the protocol asp has no encodings"},
		{external.Spec{Name: "a", Command: "x", Env: map[string]string{"": "x"}}, `"" cannot be set in the environment`},
		{external.Spec{Name: "a", Command: "x", Env: map[string]string{"A=": "x"}}, `"A=" cannot be set in the environment`},
		{external.Spec{Name: "a", Command: "x", Env: map[string]string{"A\x00": "x"}}, "cannot be set in the environment"},
		{external.Spec{Name: "a", Command: "x", Env: map[string]string{"A": "\x00"}}, `"A" cannot be set in the environment`},
		{external.Spec{Name: "a", Command: "x {seed}", Seeds: []int64{-1}, Protocol: "dimacs"},
			"seed -1, expected different numbers from 0"},
		{external.Spec{Name: "a", Command: "x {seed}", Seeds: []int64{1, 2}, Protocol: "dimacs"},
			"engine a has several variants"},
		{external.Spec{Name: "a", Command: "x", Encodings: []string{"pairwise", "opb"}, Protocol: "dimacs"},
			"engine a has several variants"},
		{external.Spec{Name: "a", Command: "x", Batch: -1, Protocol: "lines"},
			"batch = -1, expected a number from 1 to 1000000"},
		{external.Spec{Name: "a", Command: "x", Batch: 1_000_001, Protocol: "lines"},
			"batch = 1000001, expected a number from 1 to 1000000"},
		{external.Spec{Name: "a", Command: "x", Protocol: "regexp"}, "the protocol regexp needs a pattern for solutions"},
		{external.Spec{Name: "a", Command: "x", Batch: 1, Protocol: "knuth"}, "the protocol knuth has no batches"},
		{external.Spec{Name: "a", Command: "x", Secondary: new(bool), Protocol: "lines"}, "takes sudokus only"},
		{external.Spec{Name: "a", Command: "x {in} {inn}", Protocol: "dimacs"},
			"unknown placeholder {inn}, expected one of {in}, "},
		{external.Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "(1)"}},
			"the protocol xcb has no patterns"},
		{external.Spec{Name: "a", Command: "x", Patterns: map[string]string{"steps": "(1)"}, Protocol: "regexp"},
			`a pattern for "steps", expected one of nodes`},
		{external.Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "("}, Protocol: "regexp"},
			"the pattern for nodes: error parsing"},
		{external.Spec{Name: "a", Command: "x", Patterns: map[string]string{"nodes": "1"}, Protocol: "regexp"},
			"has 0 groups, expected one around the number"},
		{external.Spec{Name: "a", Command: "x", Count: true, FirstOnly: true}, "count and first_only exclude each other"},
		{external.Spec{Name: "a", Command: "x", Colours: new(true), Protocol: "lines"}, "takes sudokus only"},
	} {
		if _, err := external.New(c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c.spec, err, c.want)
		}
	}
}

func TestSpecsOfAllProtocolsAreTaken(t *testing.T) {
	for _, protocol := range external.Protocols() {
		s := external.Spec{Name: "a", Command: "x {in} {out} {seed} {solutions}", Protocol: protocol, Seeds: []int64{0}}
		if protocol == "xcb" {
			s.Command, s.Seeds = "x", nil
		}
		if protocol != "lines" {
			s.Secondary, s.Colours = new(bool), new(true)
		} else {
			s.Batch = 1_000_000
		}
		if protocol != "xcb" && protocol != "knuth" && protocol != "lines" {
			s.Patterns = map[string]string{"solutions": "(1)", "nodes": "(1)", "updates": "(1)", "mems": "(1)",
				"conflicts": "(1)"}
		}
		if _, err := external.New(s); err != nil {
			t.Errorf("%s: got %v, want it taken", protocol, err)
		}
	}
}

func TestVariantsAreNamedByEncodingAndSeed(t *testing.T) {
	s := external.Spec{Name: "kissat", Command: "kissat --seed={seed}", Protocol: "dimacs"}
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
	if _, err := external.New(s); err == nil {
		t.Error("a spec with several variants: got no error")
	}
}

func TestCapabilitiesAreThoseOfTheProtocolAndTheSpec(t *testing.T) {
	yes, no := true, false
	usual := cover.Capabilities{Secondary: true, NoLevels: true}
	counts, first, primary, coloured := usual, usual, usual, usual
	counts.CountsOnly, first.FirstOnly, primary.Secondary, coloured.Colours = true, true, false, true
	for _, c := range []struct {
		spec external.Spec
		want cover.Capabilities
	}{
		{external.Spec{Protocol: "knuth"}, usual},
		{external.Spec{Protocol: "knuth", Count: true}, counts},
		{external.Spec{Protocol: "knuth", FirstOnly: true}, first},
		{external.Spec{Protocol: "knuth", Secondary: &yes}, usual},
		{external.Spec{Protocol: "knuth", Secondary: &no}, primary},
		{external.Spec{Protocol: "dimacs"}, usual},
		{external.Spec{Protocol: "asp"}, usual},
		{external.Spec{Protocol: "flatzinc"}, usual},
		{external.Spec{Protocol: "lp"}, first},
		{external.Spec{Protocol: "lines"}, first},
		{external.Spec{Protocol: "lines", Count: true}, counts},
		{regexps, counts},
		{external.Spec{Protocol: "knuth", Colours: &yes}, coloured},
		{external.Spec{}, coloured},
		{external.Spec{Count: true, Colours: &no}, counts},
		{external.Spec{FirstOnly: true, Colours: &no}, first},
		{external.Spec{Secondary: &yes, Colours: &yes}, coloured},
		{external.Spec{Secondary: &no, Colours: &no}, primary},
	} {
		c.spec.Command = "x"
		c.want.NoBudgets = c.spec.Protocol != "" // one process a search
		if got := engine(t, c.spec).Capabilities(); got != c.want {
			t.Errorf("%+v: got %+v, want %+v", c.spec, got, c.want)
		}
	}
}
