package compare

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// timed writes runs and reads them back as one program.
func timed(t *testing.T, label string, runs ...[]Row) Timed {
	t.Helper()
	var dirs []string
	for _, rows := range runs {
		var text strings.Builder
		w, err := newWriter(&text, [][2]string{{"goos", "linux"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, RowsFile), []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	program, err := ReadTimed(label, dirs, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// rowsOnly returns the findings on searches, without those on solvers and families.
func rowsOnly(check TimeCheck) (rows []Finding) {
	for _, f := range check.Findings {
		if f.Rows == 0 {
			rows = append(rows, f)
		}
	}
	return rows
}

// simulate returns ten rounds of samples of twenty instances, with so much noise; instance 7
// takes the given multiple of its time.
func simulate(dice *rand.Rand, noise, factor float64) (rows []Row) {
	for range 10 {
		for inst := range 20 {
			x := float64(inst+1) * 1e-3 * math.Exp(noise*dice.NormFloat64())
			if inst == 7 {
				x *= factor
			}
			rows = append(rows, solved(fmt.Sprint(inst), "s", x))
		}
	}
	return rows
}

// pairsOfRuns returns how many pairs of runs a test simulates, and how many failures are too many.
// The long tests simulate 100.
func pairsOfRuns() (pairs, many int) {
	if os.Getenv("XCBENCH_LONG") != "" {
		return 100, 5
	}
	return 10, 2
}

// Of 100 simulated pairs of runs, those of one and the same program are called slower in fewer than
// 5, with no threshold at all or the measured one, and an instance that takes 10% longer is found
// in all, it alone.
func TestTimeGateFindsTenPercentAndNothingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	pairs, many := pairsOfRuns()
	none := func(_, _ Timed) Threshold { return Threshold{} }
	floor := func(a, b Timed) Threshold { return NoiseThreshold(MeasureNoise(Seconds, a.Rows, b.Rows), "") }
	for _, c := range []struct {
		name          string
		noise, factor float64
		threshold     func(a, b Timed) Threshold
		found         int // pairs in which instance 7 is slower
	}{
		{"same program, any difference", 0.1, 1, none, 0},
		{"same program, above the noise", 0.02, 1, floor, 0},
		{"10% slower, above the noise", 0.02, 1.1, floor, pairs},
	} {
		dice := rand.New(rand.NewPCG(1, 2))
		found, alarms := 0, 0
		for range pairs {
			a, b := timed(t, "a", simulate(dice, c.noise, 1)), timed(t, "b", simulate(dice, c.noise, c.factor))
			check, err := CheckTimes(Seconds, a, b, c.threshold(a, b))
			if rows := rowsOnly(check); err != nil || len(rows) != 20 {
				t.Fatalf("%s: got %d rows, %v, want 20", c.name, len(rows), err)
			}
			alarm := false
			for _, f := range check.Findings {
				switch {
				case f.Verdict != Slower && f.Verdict != Undecided:
				case f.InstanceID == "f/7" && c.factor > 1:
					found++
				default:
					alarm = true
				}
			}
			if alarm {
				alarms++
			}
		}
		if found != c.found || alarms >= many {
			t.Errorf("%s: got it slower in %d pairs and %d false alarms, want %d and fewer than %d", c.name, found, alarms,
				c.found, many)
		}
	}
}

func TestTimesFailAboveTheThresholdOnly(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	base := timed(t, "a", simulate(dice, 0.02, 1))
	for _, c := range []struct {
		factor    float64
		threshold Threshold
		want      Verdict
	}{
		{1.1, Threshold{Any: 0.05}, Slower},
		{1.1, Threshold{Any: 0.05, Own: map[string]float64{"s": 0.2}}, Same},
		{1.1, Threshold{Any: 0.2, Own: map[string]float64{"s": 0.05}}, Slower},
		{1, Threshold{}, Same},
		{0.8, Threshold{Any: 0.05}, Faster},
		{0.8, Threshold{Any: 0.3}, Same},
	} {
		check, err := CheckTimes(Seconds, base, timed(t, "b", simulate(dice, 0.02, c.factor)), c.threshold)
		got := rowsOnly(check)
		if err != nil || len(got) != 20 {
			t.Fatalf("got %d findings, %v, want 20", len(got), err)
		}
		for _, f := range got {
			want := Same
			if f.InstanceID == "f/7" {
				want = c.want
			}
			if f.Verdict != want || !f.Time {
				t.Errorf("time times %v, threshold %v: got %+v, want %s", c.factor, c.threshold, f, want)
			}
		}
	}
	if _, err := ReadTimed("a", []string{t.TempDir()}, Filter{}); err == nil || !strings.Contains(err.Error(), "not a run directory") {
		t.Errorf("an empty directory: got %v, want it named", err)
	}
	if _, err := CheckTimes(Seconds, base, timed(t, "b", []Row{solved("other", "s", 1)}), Threshold{}); err == nil || !strings.Contains(err.Error(), "a and b have no values in sec/op in common") {
		t.Errorf("other rows: got %v, want nothing in common", err)
	}
}

// A search that has no time any more is no gap.
func TestTimesThatAreNoMoreAreTold(t *testing.T) {
	ended := func(inst string, status cover.Status, seconds float64) Row {
		r := solved(inst, "s", seconds)
		r.Status = status
		return r
	}
	base := timed(t, "a", []Row{solved("1", "s", 1), solved("2", "s", 1), solved("3", "s", 1.99), solved("4", "s", 1),
		solved("5", "s", 1), stopped("6", "s", 2), stopped("7", "s", 2)})
	now := timed(t, "b", []Row{solved("1", "s", 1), stopped("2", "s", 2), stopped("3", "s", 2), ended("4", "memout", 1),
		stopped("6", "s", 2), solved("7", "s", 1), solved("8", "s", 1), stopped("2", "s", 0.5)}) // the longest time counts
	check, err := CheckTimes(Seconds, base, now, Threshold{Any: 0.05})
	got := rowsOnly(check)
	value := func(old, now float64) []Change { return []Change{{Unit: Seconds, Old: old, New: now}} }
	want := []Finding{
		{Search: Search{"f/5", "s"}, Verdict: Missing, Note: "not in the run", Changes: value(1, 0)},
		{Search: Search{"f/2", "s"}, Verdict: Slower, Note: "timeout", Changes: value(1, 2)},
		{Search: Search{"f/4", "s"}, Verdict: Slower, Note: "memout", Changes: value(1, 1)},
		{Search: Search{"f/1", "s"}, Verdict: Same},
		{Search: Search{"f/3", "s"}, Verdict: Same, Note: "timeout", Changes: value(1.99, 2)},
	}
	for k := range want {
		want[k].Time = true
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	counts := []Finding{{Search: Search{"f/5", "s"}, Verdict: Missing}, {Search: Search{"f/1", "s"}, Verdict: Same}}
	if got := JoinFindings(counts, want); len(got) != 6 || got[0].InstanceID != "f/5" || got[1].InstanceID != "f/2" {
		t.Errorf("joined: got %v, want what is missing once", got)
	}
}

// The wall clock says twice as long for each sample of b; the processor does not, or the other way
// round.
func TestTimesOfTheProcessorAreComparedWhereAskedFor(t *testing.T) {
	rowsOf := func(wall, cpu float64) (rows []Row) {
		for k := range 8 {
			r := solved("1", "s", wall+float64(k)/1000)
			r.Costs = CostsOf(map[string]float64{CPUSeconds: cpu + float64(k)/1000})
			rows = append(rows, r)
		}
		return rows
	}
	base := timed(t, "a", rowsOf(1, 1))
	for _, c := range []struct {
		unit      string
		wall, cpu float64
		want      Verdict
	}{{Seconds, 2, 1, Slower}, {CPUSeconds, 2, 1, Same}, {Seconds, 1, 2, Same}, {CPUSeconds, 1, 2, Slower}} {
		check, err := CheckTimes(c.unit, base, timed(t, "b", rowsOf(c.wall, c.cpu)), Threshold{Any: 0.05})
		got := rowsOnly(check)
		if err != nil || len(got) != 1 || got[0].Verdict != c.want {
			t.Errorf("%s of %v s on the wall and %v s of the processor: got %+v, %v, want %v", c.unit, c.wall, c.cpu, got, err, c.want)
		}
	}
	noise := MeasureNoise(CPUSeconds, []*Rows{RowsOf(rowsOf(9, 1))})
	if len(noise) == 0 || noise[0].Most < 0.0005 {
		t.Errorf("got noise %+v, want that of times about 1", noise)
	}
}

// Both runs have rows of two machines, and the second machine is slower in each.
func TestTimesOfDifferentMachinesAreNotComparedWithEachOther(t *testing.T) {
	run := func(label string, machines ...string) Timed {
		text := unitLines()
		for k, machine := range machines {
			text += "cpu: " + machine + "\n"
			for range 8 {
				text += fmt.Sprintf("BenchmarkSolve/family=f/inst=1/solver=s-1 1 %d sec/op 1 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n", k+1)
			}
		}
		path := filepath.Join(t.TempDir(), "rows.txt")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		timed, err := ReadTimed(label, []string{path}, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return timed
	}
	check, err := CheckTimes(Seconds, run("a", "one", "two"), run("b", "one", "two"), Threshold{})
	got := rowsOnly(check)
	if err != nil || len(got) != 2 || got[0].Verdict != Same || got[1].Verdict != Same {
		t.Errorf("the same machines: got %v, %v, want no difference on either", got, err)
	}
	if _, err := CheckTimes(Seconds, run("a", "one"), run("b", "two"), Threshold{}); err == nil || !strings.HasSuffix(err.Error(), "not the same machine") {
		t.Errorf("other machines: got %v, want nothing to compare", err)
	}
}

// Several runs of a program are taken together. What several machines made together is left out.
func TestRowsOfAMachineAreThoseOfAllRuns(t *testing.T) {
	at := func(host string, instances ...string) *Rows {
		var rows []Row
		for _, inst := range instances {
			for k := range 8 {
				row := solved(inst, "s", 1+float64(k)/100)
				row.Machine = &compare.Machine{Host: host}
				rows = append(rows, row)
			}
		}
		return RowsOf(rows)
	}
	old := Timed{Rows: []*Rows{at("a", "1"), at("a", "2")}, label: "old"}
	all := old.on(func(m compare.Machine) bool { return m.Host == "a" })
	if all.Len() != 16 || all.Instances() != 2 {
		t.Errorf("got %d rows of %d instances, want 16 of 2", all.Len(), all.Instances())
	}
	old.Rows = append(old.Rows, at("a; b", "3"))
	now := Timed{Rows: []*Rows{at("a", "1", "2", "3")}, label: "new"}
	check, err := CheckTimes(Seconds, old, now, Threshold{Any: 0.05})
	if got := rowsOnly(check); err != nil || len(got) != 2 {
		t.Errorf("got %+v, %v, want findings on the instances of machine a only", got, err)
	}
	for _, c := range []struct {
		runs [][]Row
		want bool
	}{
		{[][]Row{rowsOf("1", "s", 1, 1)}, false}, {[][]Row{rowsOf("1", "s", 1), rowsOf("1", "s", 1)}, true},
		{[][]Row{rowsOf("1", "s", 1, 1), rowsOf("2", "t", 1, 1)}, false},
	} {
		var t2 Timed
		for _, rows := range c.runs {
			t2.Rows = append(t2.Rows, RowsOf(rows))
		}
		if got := t2.repeated(); got != c.want {
			t.Errorf("%v: got repeated %v, want %v", c.runs, got, c.want)
		}
	}
}

// Of rows with another unit, the times are kept too: a search that was stopped may have only them.
func TestTimesAreReadBesideAnotherUnit(t *testing.T) {
	dir := t.TempDir()
	d, err := create(filepath.Join(dir, "run"), nil)
	if err == nil {
		err = errors.Join(d.Row(stopped("1", "s", 4)), d.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	timed, err := ReadTimed("x", []string{d.path}, Filter{}, CPUSeconds)
	if err != nil {
		t.Fatal(err)
	}
	if got := timed.stopped(mustUnit(CPUSeconds)); len(got) != 1 || got[Search{"f/1", "s"}] != 4 {
		t.Errorf("got %v, want 4 seconds", got)
	}
}
