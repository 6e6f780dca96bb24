// Package page makes the HTML page of one or more runs: one file that needs neither network nor
// server. Go computes the content, one file per section. page.html has the layout, style.css the
// looks, and js/ the scripts. Names in results are of unknown origin: text goes through
// html/template, and drawings through [inline].
//
// The package imports chart, report, bench, corpus and the rooms below them. Start reading at
// page.html.
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

	"xcbench/report/chart"
	"xcbench/results"
)

// Input says what a page shows.
type Input struct {
	Runs     []results.Run
	Title    string     // replaces the page's own title
	Made     chart.Made // recorded in the page, for readers
	Pictures bool       // draw solutions of instances of the corpus, which are searched for within a budget

	live *live // the state of the run, for a page that is served; it asks the server for updates
}

//go:embed page.html style.css js
var files embed.FS

var layout = template.Must(template.New("page.html").Funcs(template.FuncMap{"parts": parts,
	"join": strings.Join}).ParseFS(files, "page.html"))

// view is the data of page.html.
type view struct {
	Title       string
	Made        chart.Made
	Policy      string
	Style       template.CSS
	Early, Late template.JS // scripts that run before anything is shown, and after everything is
	Live        *live

	Lead      []string
	Ranking   table
	Cactus    figure
	Faults    table
	Families  table
	Plots     []figure
	Filter    choices
	Instances table
	Sections  []section
	Runs      []runView
	Method    method
}

// Write writes the page. The same input gives the same bytes. When the context ends, so does the
// search for solutions to draw. Without runs the page says that there are no results yet.
func Write(ctx context.Context, w io.Writer, in Input) error {
	v := view{Title: in.Title, Made: in.Made, Style: template.CSS(text("style.css")), Live: in.live}
	scripts := []string{"js/open.js", "js/sort.js", "js/filter.js", "js/tips.js", "js/copy.js"}
	if len(in.Runs) == 0 {
		scripts = nil
		v.Title = cmp.Or(v.Title, "xcbench")
	} else if err := v.fill(ctx, in); err != nil {
		return err
	}
	rules := ""
	if in.live != nil {
		scripts, rules = append(scripts, "js/live.js"), "connect-src 'self'; "
	}
	v.Early, v.Late = template.JS(text("js/theme.js")), template.JS(text(scripts...))
	v.Policy = policy(rules, string(v.Early), string(v.Late))
	var out bytes.Buffer
	if err := layout.Execute(&out, v); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

// fill computes the content of a page with runs.
func (v *view) fill(ctx context.Context, in Input) error {
	s := newStudy(in.Runs)
	v.Lead, v.Ranking, v.Faults, v.Families = s.lead(), s.ranking(), s.faults(), s.families()
	v.Instances, v.Filter, v.Method = s.instanceTable(), s.choices(), s.method()
	v.Title = cmp.Or(v.Title, s.title())
	v.Cactus, v.Plots = s.plots(in.Made)
	for _, r := range in.Runs {
		one, err := viewOf(r)
		if err != nil {
			return err
		}
		v.Runs = append(v.Runs, one)
	}
	var err error
	v.Sections, err = s.sections(ctx, in.Pictures)
	return err
}

// text returns embedded files, joined.
func text(names ...string) string {
	var all strings.Builder
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the files are embedded
		}
		all.Write(content)
	}
	return all.String()
}

// parts returns the parts of a name between which a narrow column may break it.
func parts(name string) []string {
	return strings.Split(strings.NewReplacer("_", "_\x00", "/", "/\x00").Replace(name), "\x00")
}

// policy returns the content security policy of the page. It forbids every script but the page's
// own, and all network access except what the rules allow.
func policy(rules string, scripts ...string) string {
	rule := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " + rules +
		"style-src 'unsafe-inline'; script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		rule += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return rule
}
