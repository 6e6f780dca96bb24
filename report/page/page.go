// Package page makes the HTML page of one or more runs: one file that needs no network and
// no server. What it shows is worked out in Go, a file a section; page.html has the order
// of it, style.css the looks, and js/ what moves. Names in results are foreign: they go
// through html/template, and drawings through [inline].
//
// It imports chart, report, bench, corpus and what is below them. Start reading at page.html.
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

// Input is what a page is made of.
type Input struct {
	Runs     []results.Run
	Title    string     // in place of the page's own
	Made     chart.Made // kept in the page, for people
	Pictures bool       // draw solutions of instances of the corpus; they are searched for, within a budget

	live *live // the state of a run, on a page that is served and asks the server for more
}

//go:embed page.html style.css js
var files embed.FS

var layout = template.Must(template.New("page.html").Funcs(template.FuncMap{"parts": parts, "join": strings.Join}).ParseFS(files, "page.html"))

// view is what page.html is filled with.
type view struct {
	Title       string
	Made        chart.Made
	Policy      string
	Style       template.CSS
	Early, Late template.JS // before anything is shown, and after all of it
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

// Write writes the page. The same input gives the same bytes. The context ends the search for
// solutions to draw. Without runs the page says that there is nothing yet.
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

// fill works out what there is to show of runs.
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

// text returns embedded files one after the other.
func text(names ...string) string {
	var all strings.Builder
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		all.Write(content)
	}
	return all.String()
}

// parts are the pieces of a name that a narrow column may put below one another.
func parts(name string) []string {
	return strings.Split(strings.NewReplacer("_", "_\x00", "/", "/\x00").Replace(name), "\x00")
}

// policy forbids the page what it does not need: all network but for what the rules allow, and every
// script but its own.
func policy(rules string, scripts ...string) string {
	rule := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " + rules + "style-src 'unsafe-inline'; script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		rule += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return rule
}
