package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"text/template"

	"xcbench/compare"
	"xcbench/internal/english"
)

// Sentence returns a finding in one line: "queens/8 dlx_index: nodes 1199 -> 1260 (+5.1%), first on
// level 3: 56 -> 61".
func Sentence(f compare.Finding) string {
	label := cmp.Or(strings.TrimSpace(f.Label()), "all")
	if f.Rows > 0 {
		label += ", " + english.Count(f.Rows, "row")
	}
	text := f.Note
	for _, c := range f.Changes {
		text += "; " + sentence(changed(f, c))
	}
	return label + ": " + cmp.Or(strings.TrimPrefix(text, "; "), f.Verdict.String())
}

// sentence is a change in words.
func sentence(c fields) string {
	text := c["unit"].Text + " " + strings.Trim(c["old"].Text+" -> "+c["new"].Text, "-> ")
	details := c["percent"].Text
	switch {
	case c["low"].Text != "":
		details += ", " + c["low"].Text
	case c["p"].Text != "":
		details += ", p=" + c["p"].Text + " n=" + c["n_old"].Text
	}
	if details != "" {
		text += " (" + details + ")"
	}
	if level := c["level"].Text; level != "" {
		text += ", first on level " + level
	}
	return text
}

// Annotations returns a warning, unless it is "", and the findings as GitHub's workflow commands. GitHub shows the first ten
// in the list of checks of a pull request. A solver with the same verdict on many rows has one annotation.
func Annotations(findings []compare.Finding, rules compare.GateRules, warning string) (text string) {
	text = annotation("gate", compare.Undecided, false, warning)
	for _, f := range compare.Summarize(findings) {
		text += annotation("gate", f.Verdict, rules.Fails(f), Sentence(f))
	}
	return text
}

var annotationEscape = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

// annotation is a text about a verdict as a workflow command of GitHub. A verdict that needs no attention has none.
func annotation(command string, v compare.GateVerdict, fails bool, text string) string {
	level := "notice"
	switch {
	case text == "":
		return ""
	case fails:
		level = "error"
	case v == compare.Undecided:
		level = "warning"
	case v == compare.Missing || v >= compare.New:
		return ""
	}
	return fmt.Sprintf("::%s title=xcbench %s::%s\n", level, command, annotationEscape.Replace(text))
}

// junit is the suite of a gate in the XML of JUnit, with a test case for each row.
const junit = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="xcbench gate" tests="{{len .}}" failures="{{failures}}">{{range .}}
  <testcase classname="{{esc .Solver}}" name="{{esc .InstanceID}}{{if .Time}} time{{end}}">{{if fails .}}
    <failure type="{{.Verdict}}" message="{{esc (sentence .)}}"></failure>
  {{end}}</testcase>{{end}}
</testsuite>
`

// JUnit writes the findings as JUnit's XML, with a test case for each row.
func JUnit(w io.Writer, findings []compare.Finding, rules compare.GateRules) error {
	fails := func(k int) bool { return rules.Fails(findings[k]) }
	failures := func() int { return len(kept(findings, fails)) }
	escape := func(text string) string {
		var escaped strings.Builder
		xml.EscapeText(&escaped, []byte(text)) // a Builder has no errors
		return escaped.String()
	}
	suite := template.New("").Funcs(template.FuncMap{"esc": escape, "fails": rules.Fails, "failures": failures, "sentence": Sentence})
	return template.Must(suite.Parse(junit)).Execute(w, findings)
}
