package results

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/lazy"
)

// Count holds the counters of one solver on one instance. They are the same on every machine, so a
// baseline of counts can be kept with the code.
type Count struct {
	Search
	cover.Stats // without times; Levels are nil if they were not recorded

	// The choice rule and the counter class of the solver, or "" if they are unknown. Only counts with
	// the same ones can be compared.
	Rule    cover.Rule
	Counter string
}

// Measured reports whether there are counts, and not only a status.
func (c Count) Measured() bool { return c.Status.Measured() }

// Counted reports whether a search with this status has all its counters. They explain an answer
// that is not believed.
func Counted(status cover.Status) bool { return status.Measured() || Doubted(status) }

// Counts returns the counts of a run, sorted. A search that a time limit stopped has only a status.
// It is an error if the samples of one search differ.
func Counts(rows []Row, profiles []Profile) ([]Count, error) {
	of := map[Search]*Count{}
	for _, r := range rows {
		c := Count{Search: r.Key(), Stats: r.Stats()}
		if !Counted(r.Status) {
			c.Stats = cover.Stats{Status: r.Status}
		}
		switch first := of[c.Search]; {
		case first == nil || !c.Measured() && c.Status != Killed: // the samples before a killed one stand
			of[c.Search] = &c
		case c.Measured() && first.Measured() && (first.Status != c.Status || first.counters() != c.counters()):
			return nil, fmt.Errorf("the samples of %s differ: %s: %s, and %s: %s; expected the same solutions, nodes and updates",
				c.Label(), first.Status, first.counters(), c.Status, c.counters())
		}
	}
	for _, p := range profiles {
		c := of[p.Search]
		if c == nil || !Counted(c.Status) {
			continue
		}
		c.Levels = p.Levels
		if err := c.check(); err != nil {
			if c.Measured() {
				return nil, err
			}
			c.Levels = nil // a later sample was wrong, with other counters than the first
		}
	}
	var all []Count
	for _, c := range of {
		all = append(all, *c)
	}
	return sorted(all), nil
}

func sorted(all []Count) []Count {
	return slices.SortedFunc(slices.Values(all), func(a, b Count) int { return a.Compare(b.Search) })
}

// counters returns the counters as a baseline has them.
func (c Count) counters() string {
	return c.CountText() + " " + CounterText(c.Nodes) + " " + CounterText(c.Updates)
}

// CountError says that the samples of a search differ, or that its levels do not add up.
type CountError struct{ error }

// CountsOf returns the counts of runs, taken together, with the classes of their solvers. It returns a [CountError] if
// they contradict each other.
func CountsOf(runs ...Run) ([]Count, error) {
	var rows []Row
	var profiles []Profile
	var names []string
	for _, r := range runs {
		own := r.Profiles
		if own == nil && r.Dir != "" {
			var err error
			if _, own, err = ReadDir(r.Dir); err != nil {
				return nil, err
			}
		}
		rows, profiles, names = slices.AppendSeq(rows, r.Rows.All()), append(profiles, own...), append(names, r.Label)
	}
	counts, err := Counts(rows, profiles)
	if err != nil {
		return nil, CountError{fmt.Errorf("%s: %w", strings.Join(names, ", "), err)}
	}
	classes := AllClasses(runs)
	for k, c := range counts {
		counts[k].Rule, counts[k].Counter = classes[c.Solver].Rule, classes[c.Solver].Counter
	}
	return counts, nil
}

// check compares the levels with the totals.
func (c Count) check() error {
	err := c.CheckLevels()
	if err != nil {
		err = fmt.Errorf("%s: %w", c.Label(), err)
	}
	return err
}

const baselineHead = `# The counters of each solver on each instance, for 'xcbench gate'. To update them after an
# intended change: xcbench gate --update RUN
# instance solver status solutions nodes updates: nodes/updates of each level from the root on
`

// uncounted stands for a counter that the solver does not have.
const uncounted = "-"

// CounterText returns a number of nodes or updates in decimal, or "-" if it is [cover.Uncounted].
func CounterText(n int64) string {
	if n == cover.Uncounted {
		return uncounted
	}
	return strconv.FormatInt(n, 10)
}

// classLine is the line of a baseline with the rule and the counter class of a solver.
var classLine = lazy.Regexp(`^# (\S+): rule=(\S*) counter=(\S*)$`)

// WriteBaseline writes the measured counts, sorted, one in a line. Before them it writes the rule and
// the counter class of each solver, as far as they are known and the same in all counts.
func WriteBaseline(w io.Writer, counts []Count) error {
	out := bufio.NewWriter(w)
	out.WriteString(baselineHead)
	classes := Classes{}
	for _, c := range counts {
		classes.Add(c.Solver, Class{Rule: c.Rule, Counter: c.Counter})
	}
	for _, solver := range slices.Sorted(maps.Keys(classes)) {
		if c := classes[solver]; c != (Class{}) {
			fmt.Fprintf(out, "# %s: rule=%s counter=%s\n", solver, c.Rule, c.Counter)
		}
	}
	for _, c := range sorted(counts) {
		if !c.Measured() {
			continue
		}
		fmt.Fprintf(out, "%s %s %s:", c.Label(), c.Status, c.counters())
		for _, l := range c.Levels {
			fmt.Fprintf(out, " %d/%d", l.Nodes, l.Updates)
		}
		out.WriteString("\n")
	}
	return out.Flush()
}

// ReadBaseline reads a file that [WriteBaseline] wrote. Errors call it name.
func ReadBaseline(r io.Reader, name string) ([]Count, error) {
	in := bufio.NewScanner(bounded.New(name, r, bounded.MaxLine))
	in.Buffer(nil, bounded.MaxLine+2) // with the line end
	var all []Count
	seen, classes := map[Search]bool{}, Classes{}
	n := 0
	for in.Scan() && in.Err() == nil { // after an error, Scan yields the start of a line
		n++
		line := strings.TrimSpace(in.Text())
		if m := classLine().FindStringSubmatch(line); m != nil {
			classes[m[1]] = Class{Rule: cover.Rule(m[2]), Counter: m[3]}
		}
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parseCount(line)
		if err == nil {
			err = c.check()
		}
		if err == nil && seen[c.Search] {
			err = fmt.Errorf("%s appears twice, expected it once", c.Label())
		}
		if err != nil {
			return nil, &bounded.Error{Name: name, Line: n, Msg: err.Error()}
		}
		seen[c.Search] = true
		all = append(all, c)
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no counts, expected a line for each solver and instance", name)
	}
	for k, c := range all {
		all[k].Rule, all[k].Counter = classes[c.Solver].Rule, classes[c.Solver].Counter
	}
	return sorted(all), nil
}

func parseCount(line string) (c Count, err error) {
	head, tail, ok := strings.Cut(line, ":")
	fields := strings.Fields(head)
	if !ok || len(fields) != 6 {
		return c, fmt.Errorf("no line of a baseline, expected 'instance solver status solutions nodes updates: levels'; " +
			"'xcbench gate --update' writes one")
	}
	c = Count{Search: Search{fields[0], fields[1]}, Stats: cover.Stats{Status: cover.Status(fields[2])}}
	if !c.Measured() {
		return c, fmt.Errorf("status %q, expected %s or %s", c.Status, cover.Solved, cover.Limit)
	}
	n, ok := new(big.Int).SetString(fields[3], 10)
	if !ok || n.Sign() < 0 {
		return c, fmt.Errorf("%q, expected a whole number of 0 or more", fields[3])
	}
	c.SetCount(n)
	for k, to := range []*int64{&c.Nodes, &c.Updates} {
		if *to = cover.Uncounted; fields[4+k] != uncounted {
			*to, err = parseCounter(fields[4+k])
		}
		if err != nil {
			return c, err
		}
	}
	for _, text := range strings.Fields(tail) {
		var l cover.Level
		fmt.Sscanf(text, "%d/%d", &l.Nodes, &l.Updates)
		if min(l.Nodes, l.Updates) < 0 || fmt.Sprintf("%d/%d", l.Nodes, l.Updates) != text {
			return c, fmt.Errorf("level %q, expected nodes/updates", text)
		}
		c.Levels = append(c.Levels, l)
	}
	return c, nil
}

func parseCounter(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q, expected a whole number of 0 or more", s)
	}
	return n, nil
}
