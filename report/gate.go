package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"xcbench/results"
)

// Gate returns the table of a gate's findings, except the unchanged rows. Its title has the verdict
// and the number of rows of each kind. Of new rows, and of missing rows that may be missing, only
// the first few are listed.
func Gate(findings []results.Finding, rules results.GateRules) Table {
	const listed = 20
	t := Table{Columns: []Column{{Name: "verdict"}, {Name: "instance"}, {Name: "solver"}, {Name: "why"}}}
	counts := map[results.Verdict]int{}
	failed, more := false, 0
	for _, f := range findings {
		counts[f.Verdict]++
		failed = failed || rules.Fails(f)
		harmless := f.Verdict == results.New || f.Verdict == results.Missing && !rules.Fails(f)
		switch {
		case f.Verdict == results.Same:
		case harmless && counts[f.Verdict] > listed:
			more++
		default:
			t.Rows = append(t.Rows, []Cell{Text(f.Verdict.String()), Text(f.InstanceID), Text(f.Solver), Text(f.Why)})
		}
	}
	if more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more rows that are new or may be missing", more))
	}
	var parts []string
	for v := range results.Same + 1 {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	t.Title = "gate: passed"
	switch {
	case rules.Update:
		t.Title = "gate: updated"
	case failed:
		t.Title = "gate: FAILED"
	}
	t.Title += "; rows: " + strings.Join(parts, ", ")
	return t
}

// Annotations writes the findings as GitHub's workflow commands. GitHub shows them in the list of
// checks of a pull request.
func Annotations(w io.Writer, findings []results.Finding, rules results.GateRules) error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	for _, f := range findings {
		level := "notice"
		switch {
		case rules.Fails(f):
			level = "error"
		case f.Verdict == results.Same || f.Verdict == results.New || f.Verdict == results.Missing:
			continue
		}
		if _, err := fmt.Fprintf(w, "::%s title=xcbench gate::%s\n", level, escape.Replace(Sentence(f))); err != nil {
			return err
		}
	}
	return nil
}

// Sentence returns a finding in one line: "pentomino/6x10 dlx_index: +412 nodes, all below level
// 9".
func Sentence(f results.Finding) string {
	return f.Label() + ": " + cmp.Or(f.Why, f.Verdict.String())
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
}

// JUnit writes the findings as JUnit's XML, with a test case for each row.
func JUnit(w io.Writer, findings []results.Finding, rules results.GateRules) error {
	suite := junitSuite{Name: "xcbench gate", Tests: len(findings)}
	for _, f := range findings {
		c := junitCase{Class: f.Solver, Name: f.InstanceID, Output: f.Why}
		if f.Time {
			c.Name += " time"
		}
		if rules.Fails(f) {
			c.Failure = &junitFailure{f.Verdict.String(), Sentence(f)}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
