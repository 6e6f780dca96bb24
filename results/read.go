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
	"unicode"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/internal/bounded"
)

// Entry is one row of a file in Go's benchmark format.
type Entry struct {
	*benchfmt.Result // with the keys rule and counter of its class
	Row              *Row
	Solver           []byte // in the name, or nil
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
		r.last, r.torn = parser{known: map[string]string{}, classes: classReader{Classes{}, Classes{}}}, lines.whole < lines.size
		for r.in.Scan() {
			var e Entry
			var err error
			switch rec := r.in.Result().(type) {
			case *benchfmt.SyntaxError:
				err = Fault{rec}
			case *benchfmt.Result:
				if e, err = r.last.entry(rec); err != nil {
					err = Fault{at(rec, err)}
				}
			default:
				continue // a unit
			}
			if !yield(e, err) {
				return
			}
		}
		if err = r.in.Err(); err != nil {
			if long, ok := errors.AsType[*bounded.Error](err); ok {
				err = long // it has a position; that of benchfmt is another
			} else if errors.Is(err, errJSON) { // in no line
				err = fmt.Errorf("%s: %w", in.path, errJSON)
			}
			yield(Entry{}, err)
		}
	}
}

// at returns the error of a row with its place.
func at(rec *benchfmt.Result, err error) error {
	file, line := rec.Pos()
	return &bounded.Error{Name: file, Line: line, Msg: err.Error()}
}

// Torn reports whether the last line of the last input is torn, and left out. A run in progress may be
// torn at any time, so this is no fault.
func (r *Reader) Torn() bool { return r.torn }

// Classes returns the classes of the solvers that the last input names.
func (r *Reader) Classes() Classes { return r.last.classes.all }

// Units returns what the inputs say about units.
func (r *Reader) Units() benchfmt.UnitMetadataMap { return r.in.Units() }

// own passes on the entries of xcbench, up to the first error. A row of another program is an error.
func own(all iter.Seq2[Entry, error]) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for e, err := range all {
			if err == nil && e.Row.Foreign() {
				err = at(e.Result, foreign(e.Name))
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// parser reads the rows of one file.
type parser struct {
	line    int // of the last result
	classes classReader
	machine *Machine          // of the last row: rows of the same machine that follow each other share it
	known   map[string]string // names in rows
}

// rowName is the start of the name of a row of xcbench.
var rowName = []byte("Solve/family=")

func (p *parser) entry(rec *benchfmt.Result) (Entry, error) {
	_, line := rec.Pos()
	e, err := p.parse(rec, line != p.line+1) // only lines between two results change the configuration
	if p.line = line; err != nil {
		p.line = -1 // there may be more faults in it
	}
	return e, err
}

func (p *parser) parse(rec *benchfmt.Result, changed bool) (e Entry, err error) {
	if err := checkText(rec, changed); err != nil {
		return e, err
	}
	e = Entry{rec, &Row{}, solverOf(rec.Name)}
	own := bytes.HasPrefix(rec.Name, rowName)
	for k, v := range rec.Values {
		if factor, ok := inSeconds[v.Unit]; ok {
			v = benchfmt.Value{Value: v.Value * factor, Unit: Seconds, OrigValue: v.Value, OrigUnit: v.Unit}
			rec.Values[k] = v
		}
		switch same := func(other benchfmt.Value) bool { return other.Unit == v.Unit }; {
		case slices.ContainsFunc(rec.Values[:k], same):
			return e, fmt.Errorf("two values in %s, expected one", v.Unit)
		case math.IsNaN(v.Value) || math.IsInf(v.Value, 0) || own && v.Value < 0:
			return e, fmt.Errorf("%v %s, expected a finite number%s", v.Value, v.Unit, map[bool]string{true: " of 0 or more"}[own])
		}
	}
	if changed {
		if err := p.classes.read(rec); err != nil {
			return e, err
		}
		if m := MachineBy(rec, MachineKeys); p.machine == nil || m != *p.machine {
			p.machine = &m
		}
	}
	p.classes.name(rec, e.Solver)
	if p.machine != nil && *p.machine != (Machine{}) {
		e.Row.Machine = p.machine
	}
	if !own {
		e.Row.other(rec)
		return e, nil
	}
	if err := p.row(e.Row, rec); err != nil {
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

// checkText returns an error about the first name, unit or configuration line of a result that has a control
// character or is not UTF-8. A control character in a name could move the cursor of a terminal or change its
// settings. One that changes the direction of writing could make a name look like another. It drops such a
// configuration line, so that the error comes once.
func checkText(r *benchfmt.Result, changed bool) error {
	fault := func(what string, text any) error {
		return fmt.Errorf("the "+what+" has a control character or is not UTF-8, expected printable text", text)
	}
	if !isPrintable(r.Name) {
		return fault("name %.60q", r.Name)
	}
	for _, v := range r.Values {
		if !isPrintable([]byte(v.Unit)) {
			return fault("unit %.60q", v.Unit)
		}
	}
	for _, c := range r.Config {
		if changed && c.File && !(isPrintable([]byte(c.Key)) && isPrintable(c.Value)) {
			err := fault("line %.60q above", c.Key+": "+string(c.Value))
			r.SetConfig(c.Key, "")
			return err
		}
	}
	return nil
}

func isPrintable(text []byte) bool {
	plain := func(r rune) bool { return ' ' <= r && r <= '~' || r == '\t' }
	return !bytes.ContainsFunc(text, func(r rune) bool { return !plain(r) }) ||
		utf8.Valid(text) && !bytes.ContainsFunc(text, func(r rune) bool { return r != '\t' && isControl(r) })
}

// isControl reports whether a character moves the cursor or changes the direction of writing.
func isControl(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) }

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

// row sets all fields but the machine.
func (p *parser) row(r *Row, rec *benchfmt.Result) error {
	r.Status, r.Runs = cover.Solved, rec.Iters // files of other programs have no status
	if at, ok := rec.ConfigIndex("status"); ok {
		text := rec.Config[at].Value
		k := slices.IndexFunc(Statuses, func(s cover.Status) bool { return string(s) == string(text) })
		if k < 0 {
			return fmt.Errorf("status %q, expected one of %v", text, Statuses)
		}
		r.Status = Statuses[k]
	}
	if err := p.name(r, rec.Name); err != nil {
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
		switch v, ok := rec.Value(u.Name); {
		case u.derive != nil, u.Name == Solutions && v > mostExact: // parseSolutions has set it
		case ok:
			if err := u.put(r, v); err != nil {
				return err
			}
		case u.Always: // as in a torn row: the solutions are last
			return fmt.Errorf("no value in %s, expected one in every row of a run", u.Name)
		case u.field != nil:
			u.put(r, cover.Uncounted)
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

// name sets the instance and the solver of a row.
func (p *parser) name(r *Row, name benchfmt.Name) error {
	to, texts := [...]*string{&r.Family, &r.Name, &r.Solver}, [...][]byte{part(name, familyKey), part(name, instanceKey), solverOf(name)}
	for k, text := range texts {
		if len(text) == 0 || len(bytes.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_.")) > 0 {
			return foreign(name)
		}
		value, ok := p.known[string(text)]
		if !ok {
			value = string(text)
			p.known[value] = value
		}
		*to[k] = value
	}
	if bytes.Count(name, familyKey)+bytes.Count(name, instanceKey)+bytes.Count(name, solverKey) > len(to) {
		return foreign(name)
	}
	return nil
}

func foreign(name benchfmt.Name) error {
	return fmt.Errorf("%s is not a row of xcbench, expected family=, inst= and solver= in its name, "+
		"each of lower-case letters, digits, '_' and '.'", name)
}
