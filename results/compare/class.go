package compare

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
)

// Class describes a solver: which other solvers it can be compared with, and how plots draw it. A
// run records it, as a configuration line for each solver, so that nothing that reads the run
// needs to know the solvers:
//
//	solver-bitset_first: rule=first counter=options algorithm=bitset look=3 order=8; live options as bits
//
// The zero value is the class of a solver without such a line.
type Class struct {
	Rule      cover.Rule // solvers with the same choice rule search the same tree
	Counter   string     // the counter class: updates mean the same within one
	Algorithm string     // solvers of one algorithm have one colour and mark in plots
	Look      int        // the number of that colour and mark, from 1; 0 if there is none
	Order     int        // the place among all solvers in tables and plots, from 1; 0 for none
	Parallel  bool       // several workers search
	Summary   string     // what it does, in a few words
}

// Classes are the classes of solvers by name.
type Classes map[string]Class

// classPrefix begins the key of a class; the solver's name follows.
const classPrefix = "solver-"

// Config returns the configuration line of a solver: its key and its value.
func (c Class) Config(solver string) [2]string {
	var fields []string
	add := func(key, value string) {
		if value != "" && value != "0" {
			fields = append(fields, key+"="+value)
		}
	}
	add("rule", string(c.Rule))
	add("counter", c.Counter)
	add("algorithm", c.Algorithm)
	add("look", strconv.Itoa(c.Look))
	add("order", strconv.Itoa(c.Order))
	if c.Parallel {
		add("parallel", "yes")
	}
	value := strings.Join(fields, " ")
	if c.Summary != "" {
		value += "; " + c.Summary
	}
	return [2]string{classPrefix + solver, value}
}

// parseClass reads the value of a configuration line. Fields that it does not know are skipped: a later
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

// Add adds a class. If the solver has one already with another rule or counter class, two solvers
// have the same name, and nothing is known of either.
func (all Classes) Add(solver string, c Class) {
	before, ok := all[solver]
	if !ok {
		all[solver] = c
	} else if before.Rule != c.Rule || before.Counter != c.Counter {
		all[solver] = Class{}
	}
}

// ClassReader reads the classes in one file of results. Its zero value is ready for use.
type ClassReader struct {
	Classes Classes          // those read so far
	now     map[string]Class // in force at the last result
}

// Take returns the solver of a result, nil if it has none, and the class of the solver. It removes the
// lines of classes from the result's configuration: they are about all solvers of the file, and
// would make results of different runs differ. Instead the result gets the keys rule and
// counter. The error is about a line that is not right.
func (cr *ClassReader) Take(r *benchfmt.Result) (solver []byte, class Class, err error) {
	for k := 0; k < len(r.Config); {
		name, ok := strings.CutPrefix(r.Config[k].Key, classPrefix)
		if !ok {
			k++
			continue
		}
		c, e := parseClass(string(r.Config[k].Value))
		if e != nil {
			file, line := r.Pos()
			err = fmt.Errorf("%s:%d: the line %s%s before has %w", file, line, classPrefix, name, e)
		}
		if cr.now == nil {
			cr.now, cr.Classes = map[string]Class{}, Classes{}
		}
		cr.now[name] = c
		cr.Classes.Add(name, c)
		r.SetConfig(r.Config[k].Key, "") // which puts the last key in its place
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

// setKey sets a key of a result; an empty value takes back what was set, but not what the file has.
func setKey(r *benchfmt.Result, key, value string) {
	if at, ok := r.ConfigIndex(key); value == "" && ok && r.Config[at].File {
		return
	}
	r.SetConfig(key, value)
}

var solverKey = []byte("/solver=")

// solverOf returns the solver in the name of a result. Name.Parts would allocate, and there may be
// a million names.
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
