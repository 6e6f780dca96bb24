// Package page makes the HTML page of one or more runs: one file that needs no network and no
// server. Go computes the contents, with one file for each section. page.html defines their order,
// style.css their looks, and js/ the interaction. Names in results are untrusted: html/template
// escapes them, and so does chart in plots. [report.Visible] replaces characters that change the
// direction of writing.
//
// Start reading at page.html.
package page

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/report"
	"xcbench/report/chart"
	"xcbench/results"
)

// Input is what a page is made of.
type Input struct {
	Runs     []results.Run
	Title    string     // in place of the page's own
	Made     chart.Made // how the page was made; the page shows the command
	Pictures bool       // draw a solution of each instance of the corpus; finding it takes a search
}

//go:embed page.html style.css js
var files embed.FS

// layout parses the page when it is first needed: most commands make no page.
var layout = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"parts": parts, "join": strings.Join, "link": link, "class": statusClass,
		"sortable": sortable,
		"unbroken": strings.NewReplacer(" / ", "\u00a0/ ").Replace, "thousands": func(n int) string { return english.Thousands(int64(n)) }}
	return template.Must(template.New("page.html").Funcs(functions).ParseFS(files, "page.html"))
})

// view is the data of page.html.
type view struct {
	Title       string
	Made        chart.Made
	Policy      string
	Style       template.CSS
	Early, Late template.JS // the scripts that run before and after the page is loaded

	Lead      []string
	Claims    []string // how the times of the solvers compare
	Ranking   table
	Faults    table
	Families  table
	Plots     []figure
	Instances table
	All       int // instances, with those that the page does not show
	Sections  []section
	Runs      []runView
	Method    method

	// What the filter offers.
	FamilyNames []string
	Statuses    []cover.Status
}

// Write writes the page. The same input gives the same bytes. When the context ends, the solutions
// not found yet are not drawn.
func Write(ctx context.Context, w io.Writer, in Input) error {
	s, err := newStudy(in.Runs)
	if err != nil {
		return err
	}
	v := view{Title: in.Title, Made: in.Made, Style: template.CSS(embedded("style.css"))}
	v.fill(ctx, in, s)
	v.Early = template.JS(embedded("js/theme.js"))
	v.Late = template.JS(embedded("js/open.js", "js/sort.js", "js/filter.js", "js/tips.js"))
	v.Policy = policy(string(v.Early), string(v.Late))
	var out bytes.Buffer
	if err := layout().Execute(&out, v); err != nil {
		return err
	}
	_, err = io.WriteString(w, report.Visible(out.String()))
	return err
}

// fill computes everything that the page shows about the runs.
func (v *view) fill(ctx context.Context, in Input, s *study) {
	v.Title = cmp.Or(v.Title, s.title())
	v.Lead, v.Claims = s.lead(), report.Claims(s.contest(), s.ranked.Standings)
	v.Ranking, v.Faults, v.Families, v.Instances = s.ranking(), s.faults, s.familyTable(), s.instanceTable()
	v.Plots = s.plots(mostPlots)
	v.All, v.FamilyNames, v.Statuses = len(s.order), s.families, s.rows.Statuses()
	for k, r := range in.Runs {
		v.Runs = append(v.Runs, viewOf(r, s.records[k]))
	}
	v.Sections, v.Method = s.sections(ctx, in.Pictures), s.method()
}

// embedded returns the concatenated contents of embedded files.
func embedded(names ...string) string {
	var all strings.Builder
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the name is not one of the embedded files
		}
		all.Write(content)
	}
	return all.String()
}

// parts splits a name at the places where a narrow column may break it.
func parts(name string) []string {
	return strings.Split(strings.NewReplacer("_", "_\x00", "/", "/\x00").Replace(name), "\x00")
}

// policy returns the content security policy of the page. It forbids all network access, and all
// scripts except the given ones.
func policy(scripts ...string) string {
	rule := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " +
		"style-src 'unsafe-inline'; script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		rule += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return rule
}
