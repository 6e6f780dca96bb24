package corpus

import (
	"fmt"
	"strings"
	"testing"
)

func TestABasisNamesProgramsOrSaysThatThereIsNone(t *testing.T) {
	const unknown = "expected cited, open or programs joined by +, in this order: dlx1, dlx2, memo, front, gini, bitset, bitset_infer, count, learn, cadical"
	for _, c := range []struct{ solutions, basis, fault string }{
		{"40", "dlx1", ""},
		{"40", "memo+bitset_infer", ""},
		{"40", "dlx1+memo+front+gini+bitset+bitset_infer", ""},
		{"0", "count+learn+cadical", ""},
		{"40", "cited", ""},
		{"40", "-", ""},
		{"?", "open", ""},
		{">=1", "open", ""},
		{">=1", "-", ""},
		{"40", "hearsay", `m.tsv:2:30: unknown basis "hearsay", ` + unknown},
		{"40", "", `m.tsv:2:30: unknown basis "", ` + unknown},
		{"40", "bitset+memo", `m.tsv:2:30: unknown basis "bitset+memo", ` + unknown},
		{"40", "memo+memo", `m.tsv:2:30: unknown basis "memo+memo", ` + unknown},
		{"40", "cited+memo", `m.tsv:2:30: unknown basis "cited+memo", ` + unknown},
		{"40", "open", "m.tsv:2:30: basis open for exactly 40 solutions, expected cited or the programs that counted them"},
		{">=1", "memo", "m.tsv:2:31: basis memo for >=1 solutions, expected open"},
		{"?", "cited", "m.tsv:2:29: basis cited for ? solutions, expected open"},
	} {
		text := manifestHead + fmt.Sprintf("queens/7\tfull\t%s\t-\t-\t-\t-\t-\t-\t%s\n", c.solutions, c.basis)
		for in, err := range readManifest("m.tsv", strings.NewReader(text)) {
			fault := ""
			if err != nil {
				fault = err.Error()
			}
			if fault != c.fault {
				t.Errorf("%s solutions, basis %q: got error %q, want %q", c.solutions, c.basis, fault, c.fault)
			}
			if got := in.row(); err == nil && (got[2] != c.solutions || got[9] != c.basis) {
				t.Errorf("got %s solutions with basis %q, want %s and %q", got[2], got[9], c.solutions, c.basis)
			}
		}
	}
}

// Manifests of users are older than the column.
func TestAManifestMayLeaveOutTheBasis(t *testing.T) {
	head := strings.TrimSuffix(manifestHead, "\tbasis\n") + "\n"
	const row = "queens/7\tfull\t40\t36\t49\t-\t-\t3dc1ab5d0b7d1b9e\tan old book"
	for _, c := range []struct{ text, fault string }{
		{head + row + "\n", ""},
		{head + row + "\tcited\n", "m.tsv:2:57: 10 fields, expected 9: "},
		{manifestHead + row + "\tcited\n", ""},
		{manifestHead + row + "\n", "m.tsv:2:45: 9 fields, expected 10: "},
		{strings.TrimSuffix(head, "\tsource\n") + "\n", `m.tsv:1:1: the heading is "id tier `},
		{strings.TrimSuffix(manifestHead, "\n") + "\tmore\n", `m.tsv:1:1: the heading is "id tier `},
	} {
		anew, err := UpdateManifest("m.tsv", c.text)
		switch {
		case c.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), c.fault)):
			t.Errorf("%q: got error %v, want %s...", c.text, err, c.fault)
		case c.fault == "" && err != nil:
			t.Errorf("%q: got error %v, want none", c.text, err)
		case c.fault == "" && anew != strings.Replace(c.text, "3dc1ab5d0b7d1b9e", hashOf(t, "queens/7"), 1):
			t.Errorf("got %q, want %q with another hash", anew, c.text)
		}
	}
}

func hashOf(t *testing.T, id string) string { return Hash(problemOf(t, id)) }

// Whoever doubts a number finds those that no program has counted.
func TestCitedNumbersAreListed(t *testing.T) {
	filter, err := NewFilter("basis:cited")
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, in := range All() {
		cited := in.Basis == "cited"
		if ok, err := filter.Match(in); err != nil || ok != cited {
			t.Errorf("%s with basis %s: got %v, %v, want %v", in.ID(), in.Basis, ok, err, cited)
		}
		if cited {
			listed++
			if in.Solutions.AtLeast || in.Solutions.N == Unknown || in.Nodes != Unknown {
				t.Errorf("%s: got %v solutions and %d nodes of dlx1, want an exact number and no count",
					in.ID(), in.Solutions, in.Nodes)
			}
		}
	}
	if listed == 0 {
		t.Error("got no instance with basis cited, want one")
	}
}
