package results

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"xcbench/cover"
)

func TestNoiseIsHowFarInterleavedHalvesLieApart(t *testing.T) {
	var rows []Row
	add := func(inst, solver string, times ...float64) {
		for _, x := range times {
			rows = append(rows, Row{Family: "f", Instance: inst, Solver: solver, Status: cover.Solved, Runs: 1, Search: x})
		}
	}
	add("1", "b", 1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1) // 10% apart, and never overlapping
	add("2", "b", 3, 3, 3, 3, 3, 3, 3, 3)
	add("1", "a", 2, 2, 4, 4, 2, 2, 4, 4)
	add("3", "a", 1, 2, 3) // too few
	rows = append(rows, Row{Family: "f", Instance: "4", Solver: "a", Status: cover.Timeout, Runs: 1, Search: 1})
	got := MeasureNoise(rows)
	want := []Noise{{"a", 1, 0, 0, 0, 0}, {"b", 2, 0, 0.1, 0.1, 1}, {"", 3, 0, 0.1, 0.1, 1}}
	if len(got) != len(want) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	for k := range want {
		for _, x := range []*float64{&got[k].Median, &got[k].Floor, &got[k].Most} {
			*x = math.Round(*x*1e9) / 1e9
		}
		if got[k] != want[k] {
			t.Errorf("got %+v, want %+v", got[k], want[k])
		}
	}
	if got := MeasureNoise(rows[:3]); got != nil {
		t.Errorf("too few samples: got %+v, want nothing", got)
	}
}

// Of 100 simulated pairs of runs of one and the same program, fewer than 5 are called slower,
// with no threshold at all.
func TestGateOnTimesRaisesFewFalseAlarms(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	simulate := func(name string) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w, err := NewWriter(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			for inst := range 20 {
				row := Row{Family: "f", Instance: fmt.Sprint(inst), Solver: "s", Status: cover.Solved, Runs: 1, Nodes: 1, Updates: 1,
					Search: float64(inst+1) * 1e-3 * math.Exp(0.1*dice.NormFloat64())}
				if err := w.Write(row); err != nil {
					t.Fatal(err)
				}
			}
		}
		return path
	}
	alarms := 0
	for range 100 {
		findings, err := CheckTimes(simulate("a.txt"), simulate("b.txt"), 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Verdict == Slower {
				alarms++
				break
			}
		}
	}
	if alarms >= 5 {
		t.Errorf("got %d false alarms in 100 runs, want fewer than 5", alarms)
	}
}
