package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// Entry is one row of a file in Go's benchmark format.
type Entry struct {
	*benchfmt.Result // with the keys rule and counter of its class
	Row              *Row
	Solver           []byte // in the name, or nil
	Class            Class
}

// Fault is the fault of one row, with its position. The rows after it can be read.
type Fault struct{ error }

// Unwrap returns the fault.
func (f Fault) Unwrap() error { return f.error }

// Reader reads files in Go's benchmark format, one after the other: those of runs, and those of other
// programs. The zero value is ready for use.
type Reader struct {
	in   benchfmt.Reader
	last parser
	torn bool
}

// Entries yields the rows of an input. An entry is valid until the next one. A row of xcbench that no
// run can have written is a [Fault]: a value that is not a number, or a negative count, would distort
// tables and plots. Any other error ends the sequence.
func (r *Reader) Entries(in Input, stdin io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines, err := in.open(stdin)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		defer lines.Close()
		r.in.Reset(unwrapped(lines), in.path, ".file", in.Label)
		r.scan(yield)
		r.torn = lines.torn
	}
}

// Torn reports whether the last line of the last input is torn, and left out. A run in progress may be
// torn at any time, so this is no fault.
func (r *Reader) Torn() bool { return r.torn }

// Classes returns the classes of the solvers that the last input names.
func (r *Reader) Classes() Classes { return r.last.classes.all }

// Units returns what the inputs say about units.
func (r *Reader) Units() benchfmt.UnitMetadataMap { return r.in.Units() }

func (r *Reader) scan(yield func(Entry, error) bool) {
	r.last = parser{known: map[string]string{}}
	for r.in.Scan() {
		switch rec := r.in.Result().(type) {
		case *benchfmt.SyntaxError:
			if !yield(Entry{}, Fault{rec}) {
				return
			}
		case *benchfmt.Result:
			e, err := r.last.entry(rec)
			if err != nil {
				file, line := rec.Pos()
				err = Fault{&bounded.Error{Name: file, Line: line, Msg: err.Error()}}
			}
			if !yield(e, err) {
				return
			}
		}
	}
	if err := r.in.Err(); err != nil {
		if long, ok := errors.AsType[*bounded.Error](err); ok {
			err = long // it has a position; that of benchfmt is another
		}
		yield(Entry{}, err)
	}
}

// own passes on the entries of xcbench, up to the first error. A row of another program is an error.
func own(all iter.Seq2[Entry, error]) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for e, err := range all {
			if err == nil && e.Row.Foreign() {
				file, line := e.Pos()
				err = &bounded.Error{Name: file, Line: line, Msg: foreign(e.Name).Error()}
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// rowsOf yields the rows of a text of xcbench, up to the first error. Errors call it name.
func rowsOf(text io.Reader, name string) iter.Seq2[Entry, error] {
	return own(func(yield func(Entry, error) bool) {
		var r Reader
		r.in.Reset(text, name)
		r.scan(yield)
	})
}

// Read returns the rows of a file of xcbench; errors call it name.
func Read(r io.Reader, name string) ([]Row, error) {
	var rows []Row
	for e, err := range rowsOf(bounded.Lines(name, r, MaxRow), name) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, *e.Row)
	}
	return rows, nil
}

// parser reads the rows of one file.
type parser struct {
	text    printable
	classes classReader
	machine *Machine          // of the last row: rows of the same machine that follow each other share it
	known   map[string]string // names in rows
}

// rowName is the start of the name of a row of xcbench.
var rowName = []byte("Solve/family=")

func (p *parser) entry(rec *benchfmt.Result) (e Entry, err error) {
	if err := p.text.check(rec); err != nil {
		return e, err
	}
	e = Entry{Result: rec, Row: &Row{}}
	own := bytes.HasPrefix(rec.Name, rowName)
	for k, v := range rec.Values {
		if factor, ok := inSeconds[v.Unit]; ok {
			rec.Values[k] = benchfmt.Value{Value: v.Value * factor, Unit: Seconds, OrigValue: v.Value, OrigUnit: v.Unit}
		}
	}
	for k, v := range rec.Values {
		switch same := func(other benchfmt.Value) bool { return other.Unit == v.Unit }; {
		case slices.ContainsFunc(rec.Values[:k], same):
			return e, fmt.Errorf("two values in %s, expected one", v.Unit)
		case math.IsNaN(v.Value) || math.IsInf(v.Value, 0) || own && v.Value < 0:
			return e, fmt.Errorf("%v %s, expected a finite number%s", v.Value, v.Unit, map[bool]string{true: " of 0 or more"}[own])
		}
	}
	if e.Solver, e.Class, err = p.classes.take(rec); err != nil {
		return e, err
	}
	if p.machine == nil || !p.machine.measured(rec) {
		m := MachineBy(rec, MachineKeys)
		p.machine = &m
	}
	if *p.machine != (Machine{}) {
		e.Row.Machine = p.machine
	}
	if !own {
		e.Row.other(rec)
		return e, nil
	}
	if err := p.parse(e.Row, rec); err != nil {
		return e, err
	}
	for k := range Units {
		if u := &Units[k]; u.derive != nil { // it comes after the unit before it in the table
			at := slices.IndexFunc(rec.Values, func(v benchfmt.Value) bool { return v.Unit == Units[k-1].Name })
			rec.Values = slices.Insert(rec.Values, at+1, benchfmt.Value{Value: u.derive(e.Row), Unit: u.Name})
		}
	}
	return e, nil
}

// inSeconds are units of times that benchfmt does not convert.
var inSeconds = map[string]float64{"us/op": 1e-6, "µs/op": 1e-6, "ms/op": 1e-3}

// other sets the fields of another program's row.
func (r *Row) other(rec *benchfmt.Result) {
	base, _ := rec.Name.Parts()
	r.Family, r.Name, r.Solver = rec.GetConfig("pkg"), rec.Name.String(), string(base)
	for _, v := range rec.Values {
		r.Costs = append(r.Costs, Cost{v.Unit, v.Value})
	}
}

// parse sets all fields but the machine.
func (p *parser) parse(r *Row, rec *benchfmt.Result) error {
	r.Status, r.Runs = cover.Solved, rec.Iters // files of other programs have no status
	if at, ok := rec.ConfigIndex("status"); ok {
		text := rec.Config[at].Value
		k := slices.IndexFunc(Statuses, func(s cover.Status) bool { return string(s) == string(text) })
		if k < 0 {
			return fmt.Errorf("status %q, expected one of %v", text, Statuses)
		}
		r.Status = Statuses[k]
	}
	if err := p.parseName(r, rec.Name); err != nil {
		return err
	}
	if r.Runs < 1 {
		return fmt.Errorf("%d runs, expected at least 1", r.Runs)
	}
	if solutions, _ := rec.Value(Solutions); solutions > mostExact {
		if err := r.parseSolutions(rec.GetConfig(exactKey), solutions); err != nil {
			return err
		}
	}
	for k := range Units {
		u := &Units[k]
		if u.derive != nil {
			continue
		}
		v, ok := rec.Value(u.Name)
		if !ok && u.Always { // as in a torn row: the solutions are last
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

func (p *parser) parseName(r *Row, name benchfmt.Name) error {
	_, parts := name.Parts()
	for _, part := range parts {
		key, text, _ := bytes.Cut(bytes.TrimPrefix(part, []byte("/")), []byte("="))
		var to *string
		switch string(key) {
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
		value, ok := p.known[string(text)]
		if !ok {
			value = string(text)
			p.known[value] = value
		}
		if *to = value; strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789_.") != "" {
			return fmt.Errorf("%s is %q, expected lower-case letters, digits, '_' and '.'", key, value)
		}
	}
	if r.Family == "" || r.Name == "" || r.Solver == "" {
		return foreign(name)
	}
	return nil
}

func foreign(name benchfmt.Name) error {
	return fmt.Errorf("%s is not a row of xcbench, expected family=, inst= and solver= in its name", name)
}
