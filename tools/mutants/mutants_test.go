package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// try runs the program on a package of testdata, with a copy of a list of survivors.
func try(t *testing.T, o options, list, pattern string) (ok bool, out, after string) {
	t.Helper()
	o.root, o.list, o.processes = "testdata/tiny", filepath.Join(t.TempDir(), "list.txt"), 2
	if o.in == nil {
		o.in = regexp.MustCompile("")
	}
	if err := os.WriteFile(o.list, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	ok, err := run(t.Context(), o, []string{pattern}, &text)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(o.list)
	if err != nil {
		t.Fatal(err)
	}
	return ok, text.String(), string(written)
}

// known are the two survivors of the package some.
func known(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/tiny/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each switch does what its change says: otherwise its mutant would survive.
func TestTestsKillEveryKindOfMutant(t *testing.T) {
	ok, out, _ := try(t, options{}, "", "./kinds")
	if !ok || !strings.Contains(out, "| 0 | 0 | 100.0 |\n") {
		t.Errorf("got ok %v, want every mutant killed:\n%s", ok, out)
	}
}

func TestEveryOperatorAndConstantIsChanged(t *testing.T) {
	all, err := load("testdata/tiny", []string{"./kinds"})
	if err != nil {
		t.Fatal(err)
	}
	_, p := plant(all[0])
	var changes []string
	for _, m := range p.mutants {
		changes = append(changes, m.function+": "+m.change)
	}
	for _, want := range []string{
		"sums: a + b -> -", "sums: a - b -> +", "sums: a * b -> /", "sums: a / b -> *", "sums: a % b -> *", "sums: -a -> a",
		"bits: a & b -> |", "bits: a | b -> &", "bits: a ^ b -> &", "bits: a &^ b -> &", "bits: ^a -> a",
		"shifts: a<<n == 4 -> !=", "shifts: a << n -> >>", "shifts: a >> n -> <<", "shifts: 4 -> 5", "shifts: 4 -> 3",
		"orders: a < b -> <=", "orders: a < b -> >=", "orders: a <= b -> <", "orders: a >= b -> >",
		"orders: a == b -> !=", "orders: a != b -> ==", "text: a < b -> <=",
		"twice: a * 2 -> /", "twice: a * 2 -> / #2",
		"ends: min(a, b) -> max", "ends: max(a, b) -> min", "more: three -> three+1", "more: a > three -> <=",
		"half: 0.5 -> 2 * 0.5", "zero: 0 -> 1", "patience: 2 * time.Second -> 0", "yes: true -> false", "not: !a -> a",
		"both: without && a", "both: without && b", "both: without && c", "either: without || a", "condition: a -> !a",
		"statements: delete n += a", "statements: n += a -> -=", "statements: n -= 1 -> +=", "statements: n *= 6 -> /=",
		"statements: n |= 9 -> &=", "statements: n++ -> n--", "statements: delete n++",
		"loops: delete continue", "loops: delete break", "loops: k++ -> k--", "count: delete tell()",
		"sends: delete defer close(c)", "sends: delete c <- three",
	} {
		if !slices.Contains(changes, want) {
			t.Errorf("no mutant %q", want)
		}
	}
	for _, never := range []string{
		"more: a > three -> >=", "both: without && a && b", "condition: delete return \"a\"", "calls: calls -> calls+1",
	} {
		if slices.Contains(changes, never) {
			t.Errorf("mutant %q, want none", never)
		}
	}
}

func TestTheListHoldsTheSurvivors(t *testing.T) {
	const (
		header = "| package | mutants | killed | equivalent | survivors | killed % |\n|---|--:|--:|--:|--:|--:|\n"
		clip   = "some/some.go:9: survives in Clip: n > limit -> >="
		digit  = "some/some.go:17: survives in Digit: '9' -> 56"
	)
	equivalent, alive, _ := strings.Cut(known(t), "\n")
	gone := strings.Replace(alive, "Digit", "Number", 1)
	killed := strings.Replace(alive, "'9' -> 56", "'9' -> 58", 1)
	for _, c := range []struct {
		name, list string
		ok         bool
		want       []string
		not        string
	}{
		{"a true list", equivalent + "\n" + alive, true,
			[]string{header + "| some | 10 | 8 | 1 | 1 | 88.9 |\n"}, "survives"},
		{"no list", "", false, []string{clip, digit, header + "| some | 10 | 8 | 0 | 2 | 80.0 |\n"}, "on the list"},
		{"a list without a survivor", equivalent + "\n", false, []string{digit}, clip},
		{"a list with a mutant that is killed", equivalent + "\n" + alive + killed, false,
			[]string{"some: killed, but on the list: Digit: '9' -> 58"}, "survives"},
		{"a list with a mutant that is gone", equivalent + "\n" + alive + gone, false,
			[]string{"some: on the list, but gone: Number: '9' -> 56"}, "survives"},
		{"a mutant that only time kills", equivalent + "\n" + alive +
			strings.Replace(killed, notKilled, "speed only: a loop", 1), true, nil, "on the list"},
		{"lines of other packages", equivalent + "\n" + alive + strings.Replace(alive, "some", "kinds", 1), true,
			nil, "kinds"},
	} {
		ok, out, after := try(t, options{}, c.list, "./some")
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in:\n%s", c.name, want, out)
			}
		}
		if ok != c.ok || strings.Contains(out, c.not) || after != c.list {
			t.Errorf("%s: got ok %v, want %v without %q:\n%s", c.name, ok, c.ok, c.not, out)
		}
	}
}

func TestATestThatFailsWithoutAMutantIsLeftOut(t *testing.T) {
	ok, out, _ := try(t, options{}, "", "./broken")
	row := "| broken | 1 | 1 | 0 | 0 | 100.0 |"
	if ok || !strings.Contains(out, "left out: TestBroken: ") || !strings.Contains(out, row) {
		t.Errorf("got ok %v, want one mutant killed, and TestBroken left out:\n%s", ok, out)
	}
}

func TestUpdateMakesTheListTrue(t *testing.T) {
	equivalent, alive, _ := strings.Cut(known(t), "\n")
	list := equivalent + "\n" + strings.Replace(alive, "'9' -> 56", "'9' -> 58", 1) +
		strings.Replace(alive, "Digit", "Number", 1) + strings.Replace(alive, "some", "kinds", 1)
	want := heading + strings.Replace(alive, "some", "kinds", 1) + equivalent + "\n" + alive
	if ok, out, after := try(t, options{update: true}, list, "./some"); !ok || after != want {
		t.Errorf("got ok %v, list\n%s\nwant\n%s\n%s", ok, after, want, out)
	}
}

func TestFlagsChooseMutants(t *testing.T) {
	for _, c := range []struct {
		name string
		o    options
		list string
		ok   bool
		want string
	}{
		{"a sample", options{sample: 3}, known(t), true, "| some | 3 |"},
		{"a sample of more than all", options{sample: 11}, known(t), true, "| some | 10 |"},
		{"a time that is over", options{time: 1}, known(t), true, "| some | 0 |"},
		{"enough time", options{time: time.Hour}, known(t), true, "| some | 10 |"},
		{"a declaration", options{in: regexp.MustCompile("^Clip$")}, "", false, "| some | 2 |"},
		{"the list", options{listed: true}, known(t), true, "| some | 2 | 0 | 1 | 1 | 0.0 |"},
	} {
		if ok, out, _ := try(t, c.o, c.list, "./some"); ok != c.ok || !strings.Contains(out, c.want) {
			t.Errorf("%s: got ok %v, want %v and %q in:\n%s", c.name, ok, c.ok, c.want, out)
		}
	}
}

func TestAListWithMistakesIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"some\tClip\tline\tchange":                        ":2: 4 columns, expected 5 separated by tabs",
		"some\tClip\tline\tchange\tequivalent":            `:2: reason "equivalent", expected`,
		"some\tClip\tline\tchange\tnot killed yet; later": `:2: reason "not killed yet; later", expected`,
	} {
		path := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(path, []byte("# a comment\n"+line+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readSurvivors(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", line, err, want)
		}
	}
}
