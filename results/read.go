package results

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/columns"
	"xcbench/results/compare"
)

// Read returns the rows of a file of xcbench; errors call it name. Rows that no run can have
// written are errors: a value that is not a number, or a negative count, would distort tables and
// plots.
func Read(r io.Reader, name string) ([]Row, error) {
	var rows []Row
	known := columns.NewNames()
	err := readEach(bounded.Lines(name, r, compare.MaxRow), name, func(row *Row, _ *benchfmt.Result) error {
		one := *row
		one.Family, one.Name, one.Solver = known.Kept(one.Family), known.Kept(one.Name), known.Kept(one.Solver)
		one.Costs = slices.Clone(one.Costs)
		rows = append(rows, one)
		return nil
	})
	return rows, err
}

// readEach passes on each row as it is read, with the result that it was made of. Both are only valid
// until the next row.
func readEach(r io.Reader, name string, do func(*Row, *benchfmt.Result) error) error {
	in := benchfmt.NewReader(r, name)
	var text compare.Printable
	var row Row
	var machines machineReader
	for in.Scan() {
		switch rec := in.Result().(type) {
		case *benchfmt.SyntaxError:
			return &bounded.Error{Name: name, Line: rec.Line, Msg: rec.Msg}
		case *benchfmt.Result:
			if err := text.Check(rec); err != nil {
				return err
			}
			row = Row{Costs: row.Costs[:0], Machine: machines.of(rec)}
			if err := row.parse(rec); err != nil {
				_, line := rec.Pos()
				return &bounded.Error{Name: name, Line: line, Msg: err.Error()}
			}
			if err := do(&row, rec); err != nil {
				return err
			}
		}
	}
	return compare.ReadError(in)
}

// parse sets all fields but the machine.
func (r *Row) parse(rec *benchfmt.Result) error {
	r.Status, r.Runs = cover.Solved, rec.Iters // files of other programs have no status
	if at, ok := rec.ConfigIndex("status"); ok {
		text := rec.Config[at].Value
		k := slices.IndexFunc(Statuses, func(s cover.Status) bool { return string(s) == string(text) })
		if k < 0 {
			return fmt.Errorf("status %q, expected one of %v", text, Statuses)
		}
		r.Status = Statuses[k]
	}
	if err := r.parseName(rec.Name); err != nil {
		return err
	}
	if r.Runs < 1 {
		return fmt.Errorf("%d runs, expected at least 1", r.Runs)
	}
	for k, v := range rec.Values {
		if slices.ContainsFunc(rec.Values[:k], func(other benchfmt.Value) bool { return other.Unit == v.Unit }) {
			return fmt.Errorf("two values in %s, expected one", v.Unit)
		}
		if !(v.Value >= 0) || math.IsInf(v.Value, 0) {
			return fmt.Errorf("%v %s, expected a finite number of 0 or more", v.Value, v.Unit)
		}
	}
	if solutions, _ := rec.Value(Solutions); solutions > mostExact {
		if err := r.parseSolutions(rec.GetConfig(exactKey), solutions); err != nil {
			return err
		}
	}
	last := rec.Values[len(rec.Values)-1].Unit
	for k := range Units {
		u := &Units[k]
		v, ok := rec.Value(u.Name)
		// In a torn row a value is missing. Earlier versions wrote nodes and updates last, and
		// never left them out.
		if !ok && (u.Always || u.count != nil && last != Solutions) {
			return fmt.Errorf("no value in %s, expected one in every row of a run", u.Name)
		}
		if ok {
			if err := u.put(r, v); err != nil {
				return err
			}
		} else if u.count != nil {
			*u.count(r) = cover.Uncounted
		}
	}
	return nil
}

// parseSolutions sets a number of solutions that value, a floating-point number, cannot have
// exactly. The exact number is text.
func (r *Row) parseSolutions(text string, value float64) error {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return fmt.Errorf("%v solutions and %q in the line '%s: NUMBER' before, expected the exact number there",
			value, text, exactKey)
	}
	if near, _ := new(big.Float).SetInt(n).Float64(); near != value {
		return fmt.Errorf("%v solutions, expected about the %s of the line '%s: NUMBER' before", value, text, exactKey)
	}
	var s cover.Stats
	s.SetCount(n)
	r.Solutions, r.Big = s.Solutions, s.Big
	return nil
}

func (r *Row) parseName(name benchfmt.Name) error {
	_, parts := name.Parts()
	for _, part := range parts {
		key, value, _ := strings.Cut(strings.TrimPrefix(string(part), "/"), "=")
		var to *string
		switch key {
		case "family":
			to = &r.Family
		case "inst":
			to = &r.Name
		case "solver":
			to = &r.Solver
		default:
			continue
		}
		if *to != "" {
			return fmt.Errorf("%s has %s= twice, expected it once", name, key)
		}
		if *to = value; strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789_.") != "" {
			return fmt.Errorf("%s is %q, expected lower-case letters, digits, '_' and '.'", key, value)
		}
	}
	if r.Family == "" || r.Name == "" || r.Solver == "" {
		return fmt.Errorf("%s is not a row of xcbench, expected family=, inst= and solver= in its name", name)
	}
	return nil
}
