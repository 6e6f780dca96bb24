package compare_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/script"
	"xcbench/internal/stats"
	"xcbench/results"
)

var update = flag.Bool("update", false, "write the answers of testdata anew")

// The archives of testdata have questions about texts, each with its answer behind it in a file named "=". The
// name of a question is what is special about it, what is asked, and options. The text may have several parts,
// such as files or the sides of a gate, with lines of "----" between them.
func TestAnswersAreThoseOfTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name string, text []byte) string {
		_, question, titled := strings.Cut(name, ": ")
		if !titled {
			question = name
		}
		words := strings.Split(question, "; ")
		return ask[words[0]](t, words[1:], strings.Split(string(text), "----\n"))
	})
}

// ask answers each kind of question, with options, about the parts of a text.
var ask = map[string]func(t *testing.T, options, parts []string) string{
	"tables": askTables, "compare": askCompare, "classes": askClasses, "rules": askRules, "trend": askTrend, "rank": askRank, "noise": askNoise, "counts": askCounts, "times": askTimes,
}

// with returns the default options with some changed, as in "row=/inst".
func with(changes ...string) compare.Options {
	opts := compare.Defaults()
	to := map[string]any{"filter": &opts.Filter, "table": &opts.Table, "row": &opts.Row, "col": &opts.Col, "ignore": &opts.Ignore,
		"base": &opts.Base, "correction": (*string)(&opts.Correction), "alpha": &opts.Alpha, "confidence": &opts.Confidence}
	for _, change := range changes {
		key, value, _ := strings.Cut(change, "=")
		switch to := to[key].(type) {
		case *string:
			*to = value
		case *float64:
			*to = number(value)
		default:
			opts.First = strings.Split(value, ",")
		}
	}
	return opts
}

// askTables compares files.
func askTables(t *testing.T, options, parts []string) string {
	d, err := compare.Collect(with(options...), files(t, parts...), nil)
	if err != nil {
		return err.Error() + "\n"
	}
	text := ""
	for table := range d.Tables() {
		text += showTable(table)
	}
	for k, fault := range d.Faults {
		d.Faults[k] = fault[max(0, strings.LastIndex(fault, "rows:")):]
	}
	return text + showList("fault", d.Faults) + showList("machine", d.Machines) + showList("version", d.Versions)
}

// askCompare compares solvers of one rule in a unit.
func askCompare(_ *testing.T, options, parts []string) string {
	solvers, classes := strings.Fields(options[1]), results.Classes{}
	for _, solver := range solvers {
		classes[solver] = results.Class{Rule: "mrv"}
	}
	return showTable(compare.Compare(rows(parts[0]), options[0], solvers, classes))
}

// askRank ranks by a rule and a limit, without some instances that are not finished.
func askRank(_ *testing.T, options, parts []string) string {
	r := compare.Rank(rows(parts[0]), results.Seconds, compare.Unsolved(options[0]), number(options[1]))
	r.Out[compare.NotFinished] = len(options) - 2
	return showRanking(r) + "\n"
}

// askNoise measures the noise in a unit of programs.
func askNoise(t *testing.T, options, parts []string) string {
	var programs []*compare.Groups
	for _, part := range parts {
		programs = append(programs, sideOf(t, part))
	}
	all, text := compare.MeasureNoise(options[0], programs...), ""
	for _, n := range all {
		text += fmt.Sprintf("%s %d median %.6g floor %.6g most %.6g shift %.6g alarms %d\n", n.Solver, n.Pairs,
			n.Median, n.Floor, n.Most, n.Shift, n.Alarms)
	}
	threshold := compare.NoiseThreshold(all)
	text += "thresholds"
	for _, solver := range slices.Sorted(maps.Keys(threshold.Noise)) {
		text += fmt.Sprintf(" %s %.4g,", solver, threshold.Noise[solver])
	}
	return text + fmt.Sprintf(" shift %.4g\n", threshold.Shift)
}

// runs returns the runs of a part, which have lines of "--" between them.
func runs(part string) (all []results.Run) {
	for run := range strings.SplitSeq(part, "--\n") {
		all = append(all, results.Run{Rows: rows(run)})
	}
	return all
}

// askCounts compares the counters of a run with a baseline, and sums them up if there is an option.
func askCounts(t *testing.T, options, parts []string) string {
	findings := compare.CheckCounts(counts(t, parts[0]), counts(t, parts[1]))
	if len(options) > 0 {
		findings = compare.Summarize(findings)
	}
	return showFindings(findings) + "\n"
}

// askClasses says which counters of a run are not compared with those of a baseline, and of which only solutions
// are.
func askClasses(t *testing.T, _, parts []string) string {
	var sides [][]results.Count
	for _, part := range parts {
		counts, err := results.ReadBaseline(strings.NewReader(part), "")
		if err != nil {
			t.Fatal(err)
		}
		sides = append(sides, counts)
	}
	return showFindings(compare.CheckCounts(sides[0], sides[1])) + "\n"
}

// askRules says which verdicts fail by each set of rules.
func askRules(*testing.T, []string, []string) (text string) {
	for k, name := range []string{"plain", "partial", "strict", "strict, partial", "update, strict"} {
		rules := compare.GateRules{Partial: k == 1 || k == 3, Strict: k > 1, Update: k == 4}
		text += name + ":"
		for v := compare.WrongCount; v <= compare.Same; v++ {
			for _, f := range []compare.Finding{{Verdict: v}, {Verdict: v, Lost: true}} {
				if rules.Fails(f) {
					text += fmt.Sprint(" ", v, map[bool]string{true: " (lost)"}[f.Lost])
				}
			}
		}
		text += "\n"
	}
	return text
}

// askTrend shows the history of runs.
func askTrend(t *testing.T, _, parts []string) (text string) {
	var all []results.Run
	for k, part := range parts {
		all = append(all, results.Run{Label: fmt.Sprint("r", k), Rows: rows(part)})
	}
	steps, err := compare.History(all, results.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		text += strings.TrimSpace(fmt.Sprintf("%s, base %d %s", s.Label, s.Base, s.Unclear)) + "\n"
		for _, f := range s.Findings {
			text += "  " + showFinding(f) + "\n"
		}
	}
	return text
}

// askTimes compares the times of a run with a baseline in a unit, by a threshold, and those of single solvers.
func askTimes(t *testing.T, options, parts []string) string {
	threshold := compare.Threshold{Noise: map[string]float64{"": number(options[1])}, Given: map[string]float64{}}
	show := showFindings
	for _, option := range options[2:] {
		switch solver, value, _ := strings.Cut(option, "="); solver {
		case "given":
			threshold.Given[""] = number(options[1])
		case "summary":
			show = func(all []compare.Finding) string { return showFindings(compare.Summarize(all)) }
		case "group":
			group, x, _ := strings.Cut(value, ":")
			threshold.Given[group] = number(x)
		case "shift":
			threshold.Shift = number(value)
		default:
			threshold.Noise[solver] = number(value)
		}
	}
	old, now := sideOf(t, parts[0]), sideOf(t, parts[1])
	old.Label, now.Label = "old", "new"
	check, err := compare.CheckTimes(options[0], old, now, threshold)
	if err != nil {
		return err.Error() + "\n"
	}
	text := fmt.Sprintf("%s\ndrift %.3f\n", show(check.Findings), check.Drift) + showList("machine", check.Machines)
	return text
}

// sideOf returns the groups of a side of a gate: of runs, or of a file of another program.
func sideOf(t *testing.T, text string) *compare.Groups {
	if !strings.Contains(text, "Benchmark") {
		return compare.GroupBy(nil, runs(text)...)
	}
	runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), results.Filter{Foreign: true})
	if err != nil {
		t.Fatal(err)
	}
	return compare.GroupBy(nil, runs...)
}

func showList(what string, lines []string) (text string) {
	for _, line := range lines {
		text += what + " " + line + "\n"
	}
	return text
}

// zeros are fields of a struct that say nothing.
var zeros = regexp.MustCompile(`\w+:(?:0|false)([ }])`)

// showTable returns all that a table says.
func showTable(t compare.Table) string {
	var config []string
	for _, kv := range t.Config {
		config = append(config, kv[0]+"="+kv[1])
	}
	text := strings.TrimSpace(fmt.Sprintf("%s %s: %s", strings.Join(config, " "), t.Unit, strings.Join(t.Columns, ", ")))
	text += map[bool]string{true: " exact"}[t.Exact] + map[bool]string{true: " solvers"}[t.Solvers]
	for k, started := range t.Started {
		if started {
			text += " with starts of " + t.Columns[k]
		}
	}
	if t.Comparisons > 0 {
		text += fmt.Sprintf(" %d comparisons of %d to %d", t.Comparisons, t.Fewest, t.Most)
	}
	text += "\n"
	for _, row := range t.Rows {
		text += "  " + row.Label + map[bool]string{true: " changed"}[row.Changed()] + "\n"
		for _, c := range row.Cells {
			text += "    " + showWhole(c, row.Cells[0]) + "\n"
		}
	}
	for k, v := range t.Verdicts {
		if v != (compare.Verdict{}) {
			decided, shown := v.Decided(), v.Shown()
			v.Ratio = rounded(v.Ratio)
			fields := strings.Join(strings.Fields(zeros.ReplaceAllString(fmt.Sprintf("%+v", v), "$1")), " ")
			text += fmt.Sprintf("  %s: %s decided %v shown %v\n", t.Columns[k], strings.ReplaceAll(fields, " }", "}"), decided, shown)
		}
	}
	for k, c := range t.Mean.Cells {
		text += map[bool]string{true: "  means"}[k == 0] + fmt.Sprintf(" %.6g of %d", c.Center, c.N) + map[bool]string{true: "\n"}[k == len(t.Columns)-1]
	}
	return text + showList("note:", t.Warnings)
}

// rounded returns a ratio with six digits.
func rounded(r stats.Ratio) stats.Ratio {
	six := func(x float64) float64 { return number(fmt.Sprintf("%.6g", x)) }
	return stats.Ratio{Value: six(r.Value), Low: six(r.Low), High: six(r.High)}
}

// showWhole returns a cell with its samples and its comparison.
func showWhole(c, base compare.Cell) string {
	text := showCell(c)
	if c.Measured() {
		text += fmt.Sprintf(" of %d in %.6g to %.6g", c.N, c.Lo, c.Hi)
	}
	if c.Mean {
		text += " mean"
	}
	if percent, ok := c.Change(); c.Compared {
		text += fmt.Sprintf("; %.6g%% %v from %.6g of %d, %.6g to %.6g, p=%.4g, %.4g", percent, ok, base.Center, base.N, c.Low, c.High, c.P, c.Adjusted)
	}
	return cmp.Or(text, "-")
}
