package results

import (
	"fmt"
	"iter"
	"maps"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results/compare"
)

// anyRows returns rows in any order, with every kind of value, and without some.
func anyRows(dice *rand.Rand, n int) (rows []Row) {
	machines := []*compare.Machine{nil, {Host: "a"}, {Host: "b", CPU: "x"}, {Host: "a"}}
	for range n {
		r := Row{Family: "f", Name: fmt.Sprintf("p%d", dice.IntN(7)), Solver: fmt.Sprintf("s%d", dice.IntN(4)),
			Status: []cover.Status{cover.Solved, cover.Limit, cover.Timeout}[dice.IntN(3)], Runs: 1 + dice.IntN(3),
			Machine: machines[dice.IntN(len(machines))], Search: float64(1 + dice.IntN(9)), Setup: float64(dice.IntN(3)),
			Solutions: dice.Int64N(5), Nodes: dice.Int64(), Updates: dice.Int64N(9)}
		if dice.IntN(3) == 0 {
			r.Costs = Costs{{CPUSeconds, float64(dice.IntN(5))}}
		}
		if dice.IntN(4) == 0 {
			r.Big = new(big.Int).Lsh(big.NewInt(dice.Int64N(9)+1), 70)
		}
		rows = append(rows, r)
	}
	return rows
}

// plain replaces a pointer of a row by what it points to.
func plain(r Row) (Row, compare.Machine) {
	var m compare.Machine
	if r.Machine != nil {
		m = *r.Machine
		r.Machine = nil
	}
	return r, m
}

func TestColumnsHoldTheRows(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		rows := anyRows(dice, n*3)
		all := RowsOf(rows)
		var solvers, ids []string
		var statuses []cover.Status
		for k, want := range rows {
			row, machine := plain(all.At(k))
			wanted, wantedMachine := plain(want)
			if !reflect.DeepEqual(row, wanted) || machine != wantedMachine || (all.MachineAt(k) == nil) != (want.Machine == nil) {
				t.Fatalf("row %d: got %+v on %v, want %+v on %v", k, row, machine, wanted, wantedMachine)
			}
			if all.SolverAt(k) != want.Solver || all.Status(k) != want.Status || all.ID(all.Instance(k)) != want.InstanceID() {
				t.Errorf("row %d: got %s, %s, %s", k, all.SolverAt(k), all.Status(k), all.ID(all.Instance(k)))
			}
			for _, u := range Units {
				v, ok := u.Of(want)
				got, has := all.Values(u)(k)
				if has != ok || ok && got != v || all.Has(u, k) != ok {
					t.Errorf("row %d: got %v, %v %s, want %v, %v", k, got, has, u.Name, v, ok)
				}
			}
			if !slices.Contains(solvers, want.Solver) {
				solvers = append(solvers, want.Solver)
			}
			if !slices.Contains(ids, want.InstanceID()) {
				ids = append(ids, want.InstanceID())
			}
			if !slices.Contains(statuses, want.Status) {
				statuses = append(statuses, want.Status)
			}
		}
		got := slices.Sorted(slices.Values(all.Statuses()))
		if all.Len() != len(rows) || all.Instances() != len(ids) || !slices.Equal(all.Solvers(), solvers) ||
			!slices.Equal(got, slices.Sorted(slices.Values(statuses))) {
			t.Errorf("got %d rows, %d instances, %q, %q", all.Len(), all.Instances(), all.Solvers(), got)
		}
		for k, id := range ids {
			if at, ok := all.Find(id); at != k || !ok || all.ID(k) != id {
				t.Errorf("got %s at %d, %v, want it at %d", id, at, ok, k)
			}
		}
		if _, ok := all.Find("f/other"); ok {
			t.Error("got an instance that no row has")
		}
		if len(all.machines) > 3 {
			t.Errorf("got %d machines, want that equal ones are one", len(all.machines))
		}
		first := 0
		for range all.All() {
			if first++; first == 2 {
				break
			}
		}
		if renamed := all.Renamed("@1"); renamed.Len() != len(rows) || len(rows) > 0 && renamed.SolverAt(0) != rows[0].Solver+"@1" {
			t.Errorf("got %q renamed", renamed.Solvers())
		}
		sorted := all.Sorted(strings.Compare)
		want := slices.Clone(rows)
		slices.SortStableFunc(want, func(a, b Row) int { return strings.Compare(a.InstanceID(), b.InstanceID()) })
		for k := range want {
			if row := sorted.At(k); row.InstanceID() != want[k].InstanceID() || row.Nodes != want[k].Nodes {
				t.Errorf("row %d sorted: got %s with %d nodes", k, row.InstanceID(), row.Nodes)
			}
		}
	}
	one := RowsOf([]Row{{Family: "f", Name: "a", Solver: "s", Status: cover.Solved, Search: 2}})
	if m := one.Medians(Seconds, []string{"s"}); m.Len() != 1 || m.Cell(0, 0).Center != 2 {
		t.Errorf("got %d lines of a row, want a median of 2", m.Len())
	}
	var none *Rows
	if at, ok := none.Find("f/p1"); at != 0 || ok || none.Len() != 0 || none.Instances() != 0 || none.Solvers() != nil {
		t.Error("nil has rows")
	}
}

// Values of other units are not kept, and large numbers of solutions only with the unit of solutions.
func TestColumnsKeepTheUnitsThatAreNeeded(t *testing.T) {
	row := Row{Family: "f", Name: "a", Solver: "s", Status: cover.Solved, Runs: 2, Search: 3, Nodes: 4, Solutions: 5, Big: big.NewInt(6)}
	for _, c := range []struct {
		unit string
		want Row
	}{
		{Seconds, Row{Search: 3}}, {Nodes, Row{Nodes: 4}}, {Solutions, Row{Solutions: 5, Big: row.Big}},
	} {
		rows := NewRows(c.unit)
		rows.Add(&row)
		c.want.Family, c.want.Name, c.want.Solver, c.want.Status, c.want.Runs = "f", "a", "s", cover.Solved, 2
		if got := rows.At(0); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.unit, got, c.want)
		}
	}
}

func TestMedianOfACounterIsItsMostFrequentValue(t *testing.T) {
	var rows []Row
	for _, nodes := range []int64{9, 4, 7, 4, 9, 8, 4} {
		rows = append(rows, Row{Family: "f", Name: "1", Solver: "s", Status: cover.Solved, Runs: 1, Nodes: nodes})
	}
	if got := RowsOf(rows).Medians(Nodes, []string{"s"}).Cell(0, 0).Center; got != 4 {
		t.Errorf("got %v, want 4", got)
	}
}

// Medians are those of a sample of each search, wherever its rows are.
func TestMediansAreThoseOfEachSearch(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	rank := map[cover.Status]int{cover.Timeout: 0, cover.Limit: 1, cover.Solved: 2}
	for n := range 60 {
		rows := anyRows(dice, n)
		solvers := []string{"s2", "s0", "gone", "s3", "s2"}[:1+dice.IntN(5)]
		for _, unit := range []string{Seconds, CPUSeconds, Nodes} {
			u := mustUnit(unit)
			if u.Exact {
				for k := range rows { // the same in all samples
					rows[k].Nodes = int64(len(rows[k].Name)*100 + int(rows[k].Solver[1]))
				}
			}
			type search struct{ id, solver string }
			samples, worst := map[search][]float64{}, map[search]cover.Status{}
			var ids []string
			for _, r := range rows {
				v, ok := u.Of(r)
				if !slices.Contains(solvers, r.Solver) || !ok && r.Measured() {
					continue
				}
				at := search{r.InstanceID(), r.Solver}
				if old, has := worst[at]; !has || rank[r.Status] < rank[old] {
					worst[at] = r.Status
				}
				samples[at] = append(samples[at], max(v, 0))
				if !slices.Contains(ids, at.id) {
					ids = append(ids, at.id)
				}
			}
			m := RowsOf(rows).Medians(unit, solvers)
			if m.Len() != len(ids) {
				t.Fatalf("got %d lines, want %d", m.Len(), len(ids))
			}
			var few []int
			for line, id := range ids {
				if dice.IntN(2) == 0 {
					few = append(few, line)
				}
				cells := maps.Collect(m.Cells(line))
				for column, solver := range solvers {
					at := search{id, solver}
					want := Median{Status: worst[at]}
					if v := slices.Sorted(slices.Values(samples[at])); want.Status.Measured() && len(v) > 0 {
						want.Center = (v[(len(v)-1)/2] + v[len(v)/2]) / 2
					}
					if got := m.Cell(line, column); m.ID(line) != id || got != want || cells[column] != want {
						t.Errorf("%s, %s of %s in line %d, %s: got %+v, want %+v", unit, solver, id, line, m.ID(line), got, want)
					}
				}
			}
			some := m.Of(few)
			for k, line := range few {
				if some.Len() != len(few) || some.ID(k) != ids[line] || !reflect.DeepEqual(maps.Collect(some.Cells(k)), maps.Collect(m.Cells(line))) {
					t.Errorf("line %d of some: got %s, want %s", k, some.ID(k), ids[line])
				}
			}
			for line := range ids {
				next, stop := iter.Pull2(m.Cells(line))
				next()
				stop()
			}
		}
	}
}

// The profiles of a run in memory take the place of those of its directory.
func TestWantedProfiles(t *testing.T) {
	run := Run{Rows: NewRows(), Profiles: []Profile{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	for _, c := range []struct {
		wanted func(Profile) bool
		most   int
		want   string
	}{
		{nil, 9, "abc"}, {nil, 2, "ab"}, {func(p Profile) bool { return p.Name != "b" }, 9, "ac"},
		{func(p Profile) bool { return p.Name == "b" }, 1, "b"},
	} {
		got := ""
		for p, err := range run.AllProfiles(c.wanted) {
			if got += p.Name; err != nil || len(got) == c.most {
				break
			}
		}
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for range (Run{Rows: NewRows()}).AllProfiles(nil) {
		t.Error("got a profile of a run without a directory")
	}
}

// The profiles of a run in memory take the place of those in its directory, and neither the working
// directory nor an instance without rows has any.
func TestProfilesAreThoseOfTheRunAlone(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	names := func(r Run) (all []string) {
		for p, err := range r.AllProfiles(nil) {
			if all = append(all, p.Solver); err != nil {
				t.Error(err)
			}
		}
		return all
	}
	runs, err := ReadRuns([]string{dir}, nil, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	run := runs[0]
	if got := names(run); !slices.Equal(got, []string{"a"}) {
		t.Errorf("got profiles of %q, want a", got)
	}
	run.Profiles = []Profile{{Solver: "b"}}
	if got := names(run); !slices.Equal(got, []string{"b"}) {
		t.Errorf("got profiles of %q, want b", got)
	}
	t.Chdir(dir)
	run.Profiles, run.Dir = nil, ""
	if got := names(run); got != nil {
		t.Errorf("got profiles of %q of a run without a directory", got)
	}
	run.Dir = t.TempDir()
	if got := names(run); got != nil {
		t.Errorf("got profiles of %q of a directory without profiles", got)
	}
	run.Dir, run.Rows = dir, RowsOf([]Row{solved("another", "a", 1)})
	if got := names(run); got != nil {
		t.Errorf("got profiles of %q of an instance without rows", got)
	}
}

// Lines of a profile that is not wanted are read over, and their levels are still in order.
func TestAProfileThatIsNotWantedHasItsLevelsInOrder(t *testing.T) {
	const head = "family,inst,solver,level,nodes,updates\na,b,c,0,1 2,1 2\n"
	for rest, want := range map[string]string{
		"a,b,c,2,1 1 1,1 1 1\na,b,c,5,1,1\na,b,d,0,1,1\n": "",
		"a,b,d,0,1,1\na,b,e,x,1,1\n":                      "f:4: level \"x\", expected a whole number of 0 or more",
		"a,b,c,1,1,1\n":                                   "f:3: level 1 of a/b c out of order",
		"a,b,c,3,1,1\n":                                   "f:3: level 3 of a/b c out of order",
	} {
		got := ""
		err := scanProfiles(strings.NewReader(head+rest), "f", nil, func(p Profile) bool { return p.Solver == "d" },
			func(p Profile, _ int64) bool { got += p.Solver; return true })
		if want != "" && got != "" { // the error may be in its levels
			t.Errorf("%q: got profiles of %q before the error", rest, got)
		}
		if want == "" && (err != nil || got != "d") || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: got profiles of %q, %v, want %q", rest, got, err, want)
		}
	}
}

// Each row has costs of its own, although one row is read after the other.
func TestRowsThatAreReadShareNothing(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, cpu := range []float64{1, 2} {
		row := solved("1", "s", 1)
		row.Costs = CostsOf(map[string]float64{CPUSeconds: cpu})
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := Read(strings.NewReader(text.String()), "rows")
	if err != nil || len(rows) != 2 || rows[0].Costs[0].Value != 1 || rows[1].Costs[0].Value != 2 {
		t.Errorf("got %+v, %v, want costs of 1 and 2", rows, err)
	}
}

// An input without rows is an error, even if another one has some.
func TestAnInputWithoutRowsIsNamed(t *testing.T) {
	dir := recordRun(t, map[string]cover.Status{"a": cover.Solved})
	empty := filepath.Join(t.TempDir(), "empty.txt")
	put(t, filepath.Dir(empty), "empty.txt", "")
	_, err := ReadRuns([]string{dir, empty}, nil, Filter{})
	if want := empty + ": no results, expected rows that 'xcbench run' wrote"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
