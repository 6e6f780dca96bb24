package results

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
)

// Unit describes one kind of value that rows have. To add a unit, add a row to the table [Units].
type Unit struct {
	Name   string     // in files of results, as "nodes/op"
	What   string     // what it measures, in a few words
	Flag   string     // its name on the command line; "" if no plot draws it
	Word   string     // its name in titles, as "processor time"
	Axis   string     // the title of its axis
	Form   Form       // how its values are printed
	Any    bool       // no value is better; else lower ones are
	Exact  bool       // the value is the same in every sample, on every machine
	Always bool       // every row has a value
	Shown  Prominence // where it is shown by default
	Same   Agreement  // which solvers have the same value on an instance

	// ByLevel returns its value on one level of a search tree. It is nil if levels do not have it.
	ByLevel func(cover.Level) int64

	// The field of a row that holds the value, a *float64 or an *int64. If it is nil, Row.Costs holds it.
	field func(*Row) any

	// How the value follows from other values of a row, or nil. Such a value is never written, so rows
	// of every version have it.
	derive func(*Row) float64
}

// Form says how the values of a unit are printed.
type Form int

// The forms.
const (
	AsCount    Form = iota // 1,234
	AsDuration             // 1.23 ms, of seconds
	AsBytes                // 1.23MB
)

// Prominence says where a unit is shown.
type Prominence int

// The places. Each includes the places before it.
const (
	OnRequest Prominence = iota // only where a user names it
	InDetails                   // in the details of an instance on the page
	InTables                    // in the tables of a run
)

// Agreement says which solvers have the same value on an instance.
type Agreement int

// The groups of solvers whose values must be equal.
const (
	NoSolvers   Agreement = iota
	AllSolvers            // the value depends only on the problem
	SameRule              // the value depends on the choice rule
	SameCounter           // the value also depends on the counter class, and means something else in another one
)

// The names of units.
const (
	Seconds      = "sec/op"
	SetupSeconds = "setup-sec/op"
	TotalSeconds = "total-sec/op"
	CPUSeconds   = "cpu-sec/op"
	Instructions = "instructions/op"
	Allocs       = "allocs/op"
	AllocBytes   = "B/op"
	PeakBytes    = "peak-B"
	StartSeconds = "start-sec"
	Mems         = "mems/op"
	Conflicts    = "conflicts/op"
	Backtracks   = "backtracks/op"
	Solutions    = "solutions/op"
	Nodes        = "nodes/op"
	Updates      = "updates/op"
	Remembered   = "remembered/op"
	Hits         = "hits/op"
	PeakStates   = "peak-states"
	TableBytes   = "table-B"
)

// Units is the table of all units, in the order of a row. The last unit is in every row, so a torn
// row is known by the missing value. An engine may count no nodes or updates; then its rows have
// none.
var Units = []Unit{
	{
		Name: Seconds, What: "wall time of one search",
		Flag: "time", Word: "search time", Axis: "time of one search", Form: AsDuration,
		Always: true, Shown: InTables,
		field: func(r *Row) any { return &r.Search },
	},
	{
		Name: SetupSeconds, What: "wall time of building the data structure",
		Flag: "setup", Word: "setup time", Axis: "time to prepare one search", Form: AsDuration,
		Always: true, Shown: InDetails,
		field: func(r *Row) any { return &r.Setup },
	},
	{
		Name: TotalSeconds, What: "wall time of set-up and one search together",
		Flag: "total", Word: "total time", Axis: "time to prepare and search", Form: AsDuration,
		Always: true, Shown: InTables,
		derive: func(r *Row) float64 { return r.Setup + r.Search },
	},
	{
		Name: CPUSeconds, What: "processor time of one search",
		Flag: "cpu", Word: "processor time", Axis: "processor time of one search", Form: AsDuration,
	},
	{
		Name: Instructions, What: "instructions retired in user mode by one search",
		Flag: "instructions", Word: "instructions", Axis: "instructions of one search",
	},
	{
		Name: Allocs, What: "allocations in the first search of a sample",
		Flag: "allocs", Word: "allocations", Axis: "allocations in one search",
	},
	{
		Name: AllocBytes, What: "bytes allocated in the first search of a sample",
		Flag: "bytes", Word: "bytes allocated", Axis: "bytes allocated in one search",
	},
	{
		Name: PeakBytes, What: "largest resident memory of the process that searches",
		Flag: "memory", Word: "memory peak", Axis: "peak memory of the process", Form: AsBytes,
	},
	{
		Name: StartSeconds, What: "wall time of starting the program of an engine",
		Flag: "start", Word: "start-up time", Axis: "time to start the program", Form: AsDuration,
	},
	{
		Name: Mems, What: "memory accesses, as Knuth's programs count them",
		Flag: "mems", Word: "mems", Axis: "memory accesses of one search",
	},
	{
		Name: Conflicts, What: "conflicts that one search met and may have learned from",
		Flag: "conflicts", Word: "conflicts", Axis: "conflicts in one search",
	},
	{
		Name: Backtracks, What: "backtracks of one search, as the engine counts them",
		Flag: "backtracks", Word: "backtracks", Axis: "backtracks of one search",
	},
	{
		Name: Remembered, What: "states or learned clauses stored in tables by one search",
		Flag: "remembered", Word: "states remembered", Axis: "states remembered",
		Exact: true, Same: SameCounter,
	},
	{
		Name: Hits, What: "states found in tables by one search",
		Flag: "hits", Word: "hits", Axis: "states found in tables",
		Any: true, Exact: true, Same: SameCounter,
	},
	{
		Name: PeakStates, What: "most states in tables at a time",
		Flag: "peak-states", Word: "peak of states", Axis: "most states in tables at a time",
		Exact: true, Same: SameCounter,
	},
	{
		Name: TableBytes, What: "largest size of the tables of one search",
		Flag: "table-bytes", Word: "size of tables", Axis: "largest size of the tables", Form: AsBytes,
		Exact: true, Same: SameCounter,
	},
	{
		Name: Nodes, What: "nodes of the search tree",
		Flag: "nodes", Word: "nodes", Axis: "nodes",
		Exact: true, Shown: InTables, Same: SameRule,
		ByLevel: func(l cover.Level) int64 { return l.Nodes },
		field:   func(r *Row) any { return &r.Nodes },
	},
	{
		Name: Updates, What: "updates of the data structure; comparable within a counter class",
		Flag: "updates", Word: "updates", Axis: "updates",
		Exact: true, Shown: InTables, Same: SameCounter,
		ByLevel: func(l cover.Level) int64 { return l.Updates },
		field:   func(r *Row) any { return &r.Updates },
	},
	{
		Name: Solutions, What: "solutions found",
		Word: "solutions", Axis: "solutions",
		Any: true, Exact: true, Always: true, Same: AllSolvers,
		field: func(r *Row) any { return &r.Solutions },
	},
}

// PerSearch returns the name of the unit of a counter, such as mems.
func PerSearch(counter string) string { return counter + "/op" }

// FindUnit returns the unit with the given name.
func FindUnit(name string) (Unit, bool) {
	k := slices.IndexFunc(Units, func(u Unit) bool { return u.Name == name })
	if k < 0 {
		return Unit{}, false
	}
	return Units[k], true
}

// UnitNamed returns the unit with the given name, which may be another program's.
func UnitNamed(name string) Unit {
	if u, ok := FindUnit(name); ok {
		return u
	}
	return Unit{Name: name, Word: name}
}

// MustUnit returns the unit of a name that the program chose.
func MustUnit(name string) Unit {
	u, ok := FindUnit(name)
	if !ok {
		panic("results: no unit " + name)
	}
	return u
}

// UnitsShown returns the units that are shown at a place by default, without optional units that no
// row has.
func UnitsShown(at Prominence, rows *Rows) (shown []Unit) {
	for _, u := range Units {
		if u.Shown >= at && (u.Always || rows.Has(u)) {
			shown = append(shown, u)
		}
	}
	return shown
}

// TableCosts returns the values of the units that describe the tables of a search, except for zeros. It
// is nil if the search has none.
func TableCosts(t cover.Tables) map[string]float64 {
	costs := map[string]float64{Conflicts: float64(t.Conflicts), Remembered: float64(t.Remembered), Hits: float64(t.Hits),
		PeakStates: float64(t.PeakStates), TableBytes: float64(t.PeakBytes)}
	maps.DeleteFunc(costs, func(_ string, cost float64) bool { return cost == 0 })
	return costs
}

// Of returns the value of a row, and whether the row has one.
func (u Unit) Of(r Row) (float64, bool) { return u.of(&r) }

// OfCount returns the value of the counters of a search, and whether it counts them.
func (u Unit) OfCount(c Count) (float64, bool) {
	return u.Of(Row{Status: cover.Solved, Solutions: c.Solutions, Big: c.Big, Nodes: c.Nodes, Updates: c.Updates})
}

func (u *Unit) of(r *Row) (float64, bool) {
	switch {
	case r.Foreign() || u.field == nil && u.derive == nil:
		return r.Costs.Of(u.Name)
	case u.derive != nil:
		return u.derive(r), true
	case u.Name == Solutions && r.Big != nil:
		x, _ := r.Big.Float64()
		return x, true
	}
	switch v := u.field(r).(type) {
	case *int64:
		return float64(max(*v, 0)), *v != cover.Uncounted
	case *float64:
		return *v, true
	}
	return 0, false
}

// put sets the value of a row, which must have none in the unit yet. It is [cover.Uncounted] for a counter that the
// row does not have.
func (u *Unit) put(r *Row, v float64) error {
	if u.Exact && (v != math.Trunc(v) || v >= math.MaxInt64) {
		return fmt.Errorf("%v %s, expected a whole number", v, u.Name)
	}
	if u.field == nil {
		r.Costs = append(r.Costs, Cost{u.Name, v})
		return nil
	}
	switch to := u.field(r).(type) {
	case *int64:
		*to = int64(v)
	case *float64:
		*to = v
	}
	return nil
}

// appendTo appends the value of a row and the unit to the row's line. It appends nothing if the row
// has no value. Counters are plain integers. Other values have six digits, or all digits if they
// are whole numbers.
func (u *Unit) appendTo(line []byte, r *Row) []byte {
	v, ok := u.of(r)
	if !ok || u.derive != nil {
		return line
	}
	text := strconv.FormatFloat(v, 'g', 6, 64)
	switch {
	case u.Name == Solutions:
		text = r.CountText()
	case u.ByLevel != nil:
		text = strconv.FormatInt(*u.field(r).(*int64), 10)
	case v == math.Trunc(v) && math.Abs(v) < 1<<53:
		text = strconv.FormatFloat(v, 'f', 0, 64)
	}
	return fmt.Appendf(line, " %s %s", text, u.Name)
}

// line returns the line that describes the unit at the head of a file.
func (u *Unit) line() string {
	line := "Unit " + u.Name
	if u.Exact {
		line += " assume=exact"
	}
	if !u.Any {
		line += " better=lower"
	}
	return line + "\n"
}

func unitLines() string {
	var lines strings.Builder
	for _, u := range Units {
		if u.derive == nil {
			lines.WriteString(u.line())
		}
	}
	return lines.String()
}
