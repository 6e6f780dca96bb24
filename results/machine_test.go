package results

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestAMachineOfSeveralNamesAllOfThem(t *testing.T) {
	a, b := Machine{"a", "x", "linux", "amd64"}, Machine{"b", "x", "linux", "arm64"}
	got := Together([]Machine{a, b})
	if want := (Machine{"a; b", "x", "linux", "amd64; arm64"}); got != want || !got.Several() || got.Same(got) {
		t.Errorf("got %+v, want %+v, whose times are compared with none", got, want)
	}
	if one := Together([]Machine{a}); one != a || one.Several() {
		t.Errorf("one machine: got %+v, want it as it is", one)
	}
	if none := Together(nil); none != (Machine{}) {
		t.Errorf("no machine: got %+v, want an unknown one", none)
	}
	// Two machines may have the same name, or none that is recorded.
	got = Together([]Machine{a, {"a", "y", "linux", "amd64"}})
	if want := (Machine{"a; a", "x; y", "linux", "amd64"}); got != want || !got.Several() {
		t.Errorf("two machines of one name: got %+v, want %+v", got, want)
	}
}

func TestTwoMachinesOfOneNameAreNamedOnce(t *testing.T) {
	both := Machine{"a; b", "x", "linux", "amd64"}
	for _, c := range []struct {
		all  []Machine
		want []string
	}{
		{nil, nil},
		{[]Machine{{"a", "x", "linux", "amd64"}, {"", "x", "linux", "amd64"}}, nil},
		{[]Machine{{"", "x", "linux", "amd64"}, {"a", "x", "linux", "amd64"}}, nil},
		{[]Machine{both, both}, []string{"a; b, x"}},
		{[]Machine{{"a", "x", "linux", "amd64"}, {"b", "x", "linux", "amd64"}, {"a", "x", "linux", "amd64"}},
			[]string{"a, x", "b, x"}},
	} {
		if got := DistinctMachines(c.all); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.all, got, c.want)
		}
	}
}

// What Lines writes, MachineOf reads, and Measured knows again.
func TestLinesOfAMachineAreReadBack(t *testing.T) {
	all := []Machine{{"a", "x", "linux", "amd64"}, {"b", "x", "linux", "amd64"}, {"a", "y", "linux", "amd64"},
		{"a", "x", "darwin", "amd64"}, {"a", "x", "linux", "arm64"}, {}, {Host: "a"}}
	for _, m := range all {
		in := benchfmt.NewReader(strings.NewReader("host: old\n"+m.Lines()+row("A", "sec/op", 1)), "test")
		if !in.Scan() {
			t.Fatal(in.Err())
		}
		r, ok := in.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("%v: got %v, want a result", m, in.Result())
		}
		if got := MachineOf(r); got != m {
			t.Errorf("got %+v, want %+v", got, m)
		}
		for _, other := range all {
			if got := other.Measured(r); got != (other == m) {
				t.Errorf("result of %+v: got %v for %+v", m, got, other)
			}
		}
	}
}
