package results

import (
	"bytes"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// The row of a count: its number of solutions in decimal.
func countRow(solver, solutions string) Row {
	n, _ := new(big.Int).SetString(solutions, 10)
	var s cover.Stats
	s.SetCount(n)
	return Row{Family: "domino", Name: "16x16", Solver: solver, Status: cover.Solved, Runs: 1, Search: 0.5, Setup: 0.25,
		Solutions: s.Solutions, Big: s.Big, Nodes: 7, Updates: 9,
		Costs: CostsOf(map[string]float64{Remembered: 5, Hits: 3, PeakStates: 2, TableBytes: 4096})}
}

// counts are around the bounds of floating-point numbers and of 64-bit integers.
var exactCounts = []string{"0", "1", "9007199254740992", "9007199254740993", "9007199254740995", "9223372036854775807",
	"9223372036854775808", "18446744073709551616", "18446744073709551617", "2444888770250892795802079170816"}

func TestNumbersOfSolutionsOfAnySizeAreReadBackExactly(t *testing.T) {
	path := t.TempDir()
	d, err := Begin(path)
	if err == nil {
		err = d.Start(1, [][2]string{{"goos", "linux"}})
	}
	if err != nil {
		t.Fatal(err)
	}
	var want []Row
	for k, n := range exactCounts {
		want = append(want, countRow("s"+string(rune('a'+k)), n))
		want[k].Machine = &compare.Machine{OS: "linux"}
		if err := d.Row(want[k]); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(path, RowsFile))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(text), "rows")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, %v, want %v", got, err, want)
	}
	for k, n := range exactCounts {
		if got[k].CountText() != n {
			t.Errorf("got %s, want %s", got[k].CountText(), n)
		}
		if !strings.Contains(string(text), " "+n+" "+Solutions) {
			t.Errorf("%s is not in\n%s", n, text)
		}
	}
	counts, err := Counts(got, nil)
	if err != nil {
		t.Fatal(err)
	}
	var baseline bytes.Buffer
	if err := WriteBaseline(&baseline, counts); err != nil {
		t.Fatal(err)
	}
	again, err := ReadBaseline(&baseline, "baseline")
	if err != nil || !reflect.DeepEqual(again, counts) {
		t.Errorf("the baseline: got %v, %v, want %v", again, err, counts)
	}
}

// The value of a row alone, a floating-point number, is not believed.
func TestRowsWithoutTheirExactCountAreRefused(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(countRow("a", "9007199254740993")); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"solutions: 9007199254740993\n", ""}, {"solutions: 9007199254740993\n", "solutions: 9007199254740999\n"},
		{"solutions: 9007199254740993\n", "solutions: about 9007199254740992\n"},
	} {
		changed := strings.Replace(text.String(), change[0], change[1], 1)
		if rows, err := Read(strings.NewReader(changed), "rows"); err == nil || changed == text.String() {
			t.Errorf("with %q: got %v, want an error", change[1], rows)
		}
	}
}

func TestCountsSaturateOnlyBeyondTheirRange(t *testing.T) {
	for _, n := range exactCounts {
		r := countRow("s", n)
		if big := len(n) > 19 || n == "9223372036854775808"; (r.Big != nil) != big || big && r.Solutions != math.MaxInt64 {
			t.Errorf("%s: got %d and %v", n, r.Solutions, r.Big)
		}
	}
}
