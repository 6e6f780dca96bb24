package results

import (
	"bytes"
	"fmt"
	"slices"
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

// Versions returns the versions of those solvers that are other programs, as "SOLVER: VERSION", by some classes.
func Versions(solvers []string, all []Classes) (versions []string) {
	for _, solver := range solvers {
		for _, classes := range all {
			if _, version, _ := strings.Cut(classes[solver].Summary, VersionMark); version != "" {
				versions = append(versions, solver+": "+version)
			}
		}
	}
	slices.Sort(versions)
	return slices.Compact(versions)
}

// Classes maps the names of solvers to their classes.
type Classes map[string]Class

// classPrefix is the start of the key of a class; the name of the solver follows.
const classPrefix = "solver-"

// word is a word of the line of a class, as rule=mrv.
type word struct {
	key string
	of  any    // the field: a *string, an *int from 1 on, or a *bool
	yes string // of a *bool
}

// words returns the words of a line in their order.
func (c *Class) words() []word {
	return []word{{"rule", (*string)(&c.Rule), ""}, {"counter", &c.Counter, ""}, {"algorithm", &c.Algorithm, ""},
		{"look", &c.Look, ""}, {"order", &c.Order, ""}, {"parallel", &c.Parallel, "yes"}, {"start", &c.TimesStart, "timed"}}
}

// Config returns the key and the value of a solver's configuration line.
func (c Class) Config(solver string) [2]string {
	var fields []string
	for _, w := range c.words() {
		text := ""
		switch v := w.of.(type) {
		case *string:
			text = *v
		case *int:
			text = strings.TrimLeft(strconv.Itoa(*v), "0")
		case *bool:
			text = map[bool]string{true: w.yes}[*v]
		}
		if text != "" {
			fields = append(fields, w.key+"="+text)
		}
	}
	value := strings.Join(fields, " ")
	if c.Summary != "" {
		value += "; " + c.Summary
	}
	return [2]string{classPrefix + solver, value}
}

// parseClass parses the value of a configuration line. It skips unknown words, since a later
// version may write more.
func parseClass(value string) (c Class, err error) {
	head, summary, _ := strings.Cut(value, ";")
	words := c.words()
	for _, field := range strings.Fields(head) {
		key, value, ok := strings.Cut(field, "=")
		if !ok {
			return Class{}, fmt.Errorf("%q, expected key=value, as in rule=mrv", field)
		}
		k := slices.IndexFunc(words, func(w word) bool { return w.key == key })
		if k < 0 {
			continue
		}
		switch to := words[k].of.(type) {
		case *string:
			*to = value
		case *int:
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil || n == 0 {
				return Class{}, fmt.Errorf("%s %q, expected a whole number from 1 on", key, value)
			}
			*to = int(n)
		case *bool:
			*to = value == words[k].yes
		}
	}
	c.Summary = strings.TrimSpace(summary)
	return c, nil
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

// classReader reads the classes in one file of results.
type classReader struct {
	all Classes // the classes read so far
	now Classes // the classes that hold at the last result
}

// read reads the lines of classes in the configuration of a result, and removes them: they describe all
// solvers of the file, so they would make the samples of one cell vary between runs. An error names a line
// that cannot be parsed.
func (cr *classReader) read(r *benchfmt.Result) (err error) {
	for _, line := range slices.Clone(r.Config) {
		name, ok := strings.CutPrefix(line.Key, classPrefix)
		if !ok {
			continue
		}
		c, e := parseClass(string(line.Value))
		if e != nil {
			err = fmt.Errorf("the line %s above has %w", line.Key, e)
		}
		cr.now[name] = c
		cr.all.Add(name, c)
		r.SetConfig(line.Key, "")
	}
	return err
}

// name gives a result the keys rule and counter of its solver. They replace keys of the file.
func (cr *classReader) name(r *benchfmt.Result, solver []byte) {
	c := cr.now[string(solver)]
	for _, key := range [][2]string{{"rule", string(c.Rule)}, {"counter", c.Counter}} {
		if at, ok := r.ConfigIndex(key[0]); len(cr.now) > 0 && (key[1] != "" || ok && !r.Config[at].File) {
			r.SetConfig(key[0], key[1])
		}
	}
}

// The keys of a row's name.
var familyKey, instanceKey, solverKey = []byte("/family="), []byte("/inst="), []byte("/solver=")

// part returns a part of the name of a result. It does not use Name.Parts, which allocates: there may be a million
// names.
func part(name, key []byte) []byte {
	_, rest, _ := bytes.Cut(name, key)
	value, _, _ := bytes.Cut(rest, []byte("/"))
	return value
}

// solverOf returns the solver in the name of a result, or nil.
func solverOf(name benchfmt.Name) []byte {
	solver := part(name, solverKey)
	digits := bytes.TrimRight(solver, "0123456789")
	if len(digits) < len(solver) && bytes.HasSuffix(digits, []byte("-")) && bytes.HasSuffix(name, solver) { // the number of processors
		return digits[:len(digits)-1]
	}
	return solver
}
