package results

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
)

// Class describes a solver: which other solvers it can be compared with, and how plots draw it. A
// run records the class of each of its solvers as a configuration line. So programs that read the
// run need no list of solvers:
//
//	solver-bitset_first: rule=first counter=options algorithm=bitset look=3 order=8; live options as bits
//
// The zero value is the class of a solver without such a line.
type Class struct {
	Rule      cover.Rule // solvers with the same choice rule search the same tree
	Counter   string     // the counter class: updates mean the same within a class
	Algorithm string     // solvers with the same algorithm have the same colour and mark in plots
	Look      int        // the number of that colour and mark, from 1; 0 if it has none
	Order     int        // the place among the solvers of the run in tables and plots, from 1; 0 if it has none
	Parallel  bool       // several workers search

	// TimesStart means that the time of a search includes the start of a program, and what that reads.
	TimesStart bool

	Summary string // what the solver does, in a few words
}

// VersionMark stands before the version of another program in the summary of its class.
const VersionMark = "; version "

// Version returns the version of the program that a solver is, or "".
func (c Class) Version() string {
	_, version, _ := strings.Cut(c.Summary, VersionMark)
	return version
}

// Classes maps the names of solvers to their classes.
type Classes map[string]Class

// classPrefix is the start of the key of a class; the name of the solver follows.
const classPrefix = "solver-"

// Config returns the key and the value of a solver's configuration line.
func (c Class) Config(solver string) [2]string {
	var fields []string
	for _, f := range [][2]string{
		{"rule", string(c.Rule)}, {"counter", c.Counter}, {"algorithm", c.Algorithm},
		{"look", strconv.Itoa(c.Look)}, {"order", strconv.Itoa(c.Order)},
	} {
		if f[1] != "" && f[1] != "0" {
			fields = append(fields, f[0]+"="+f[1])
		}
	}
	if c.Parallel {
		fields = append(fields, "parallel=yes")
	}
	if c.TimesStart {
		fields = append(fields, "start=timed")
	}
	value := strings.Join(fields, " ")
	if c.Summary != "" {
		value += "; " + c.Summary
	}
	return [2]string{classPrefix + solver, value}
}

// parseClass parses the value of a configuration line. It skips unknown fields, since a later
// version may write more.
func parseClass(value string) (Class, error) {
	head, summary, _ := strings.Cut(value, ";")
	c := Class{Summary: strings.TrimSpace(summary)}
	for _, field := range strings.Fields(head) {
		key, value, ok := strings.Cut(field, "=")
		if !ok {
			return Class{}, fmt.Errorf("%q, expected key=value, as in rule=mrv", field)
		}
		var err error
		switch key {
		case "rule":
			c.Rule = cover.Rule(value)
		case "counter":
			c.Counter = value
		case "algorithm":
			c.Algorithm = value
		case "look":
			c.Look, err = parseNumber(value)
		case "order":
			c.Order, err = parseNumber(value)
		case "parallel":
			c.Parallel = value == "yes"
		case "start":
			c.TimesStart = value == "timed"
		}
		if err != nil {
			return Class{}, fmt.Errorf("%s %w", key, err)
		}
	}
	return c, nil
}

func parseNumber(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q, expected a whole number from 1 on", text)
	}
	return int(n), nil
}

// Add adds the class of a solver. If the solver already has a class with another rule or counter
// class, two solvers share the name, and the class becomes unknown.
func (all Classes) Add(solver string, c Class) {
	before, ok := all[solver]
	if !ok {
		all[solver] = c
	} else if before.Rule != c.Rule || before.Counter != c.Counter {
		all[solver] = Class{}
	}
}

// classReader reads the classes in one file of results. Its zero value is ready for use.
type classReader struct {
	all Classes          // the classes read so far
	now map[string]Class // the classes that hold at the last result
}

// take returns the solver of a result, or nil, and the solver's class. It removes the lines of
// classes from the configuration of the result: they describe all solvers of the file, so they
// would make the samples of one cell vary between runs. Instead the result gets the keys rule and
// counter. An error names a line that cannot be parsed.
func (cr *classReader) take(r *benchfmt.Result) (solver []byte, class Class, err error) {
	for k := 0; k < len(r.Config); {
		name, ok := strings.CutPrefix(r.Config[k].Key, classPrefix)
		if !ok {
			k++
			continue
		}
		c, e := parseClass(string(r.Config[k].Value))
		if e != nil {
			err = fmt.Errorf("the line %s%s above has %w", classPrefix, name, e)
		}
		if cr.now == nil {
			cr.now, cr.all = map[string]Class{}, Classes{}
		}
		cr.now[name] = c
		cr.all.Add(name, c)
		r.SetConfig(r.Config[k].Key, "") // moves the last key to this place
	}
	solver = solverOf(r.Name)
	if len(cr.now) == 0 {
		return solver, Class{}, err
	}
	class = cr.now[string(solver)]
	setKey(r, "rule", string(class.Rule))
	setKey(r, "counter", class.Counter)
	return solver, class, err
}

// setKey sets a key of a result. An empty value removes a key that setKey set, but not a key of the
// file.
func setKey(r *benchfmt.Result, key, value string) {
	if at, ok := r.ConfigIndex(key); value == "" && ok && r.Config[at].File {
		return
	}
	r.SetConfig(key, value)
}

var solverKey = []byte("/solver=")

// solverOf returns the solver in the name of a result. It does not use Name.Parts, which allocates:
// there may be a million names.
func solverOf(name benchfmt.Name) []byte {
	_, rest, ok := bytes.Cut(name, solverKey)
	if !ok {
		return nil
	}
	if end := bytes.IndexByte(rest, '/'); end >= 0 {
		return rest[:end]
	}
	digits := bytes.TrimRight(rest, "0123456789")
	if len(digits) < len(rest) && bytes.HasSuffix(digits, []byte("-")) { // the number of processors
		return digits[:len(digits)-1]
	}
	return rest
}
