package results

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
)

// Filter chooses rows. The zero value chooses all rows.
type Filter struct {
	Foreign bool // rows of other programs pass too; else they are errors

	text    string
	solvers []string          // named one by one; each must occur
	parsed  *benchproc.Filter // nil chooses all
}

// bareKeys match keys as filters of instances have them: "family:" for "/family:", "unit:" for ".unit:".
var (
	bareKey  = lazy.Regexp(`(^|[\s(-])(family|inst|solver|unit):`)
	bareName = lazy.Regexp(`(^|[\s,])(family|inst|solver)\b`)
)

// Keys returns a list of keys in the language of benchproc, as --row has them. Keys of row names may lack the
// slash: "family" is "/family".
func Keys(text string) string { return bareName().ReplaceAllString(text, "$1/$2") }

// NewFilter returns the filter of a query, in the language of benchproc, and of solvers. Keys of row
// names may lack the slash, as they do in filters of instances: "family:queens" is
// "/family:queens". So may the unit lack its dot. An empty query and an empty list choose all rows. The error is a [FilterError].
func NewFilter(query string, solvers []string) (Filter, error) {
	text := bareKey().ReplaceAllString(strings.TrimSpace(query), "$1/$2:")
	text = strings.ReplaceAll(text, "/unit:", ".unit:")
	if len(solvers) > 0 {
		named := "/solver:(" + strings.Join(solvers, " OR ") + ")"
		text = strings.TrimSpace("(" + text + ") " + named)
		if query == "" {
			text = named
		}
	}
	if text == "" {
		return Filter{}, nil
	}
	parsed, err := benchproc.NewFilter(text)
	if err != nil {
		return Filter{}, syntaxError("filter", query, err)
	}
	return Filter{text: text, solvers: solvers, parsed: parsed}, nil
}

// String returns the query in the language of benchproc; "*" chooses all rows.
func (f Filter) String() string {
	if f.parsed == nil {
		return "*"
	}
	return f.text
}

func (f Filter) match(r *benchfmt.Result) bool {
	if f.parsed == nil {
		return true
	}
	match, _ := f.parsed.Match(r)
	return match.Any()
}

// Has reports whether the filter chooses a search by its name. Keys of the configuration are empty.
func (f Filter) Has(s Search) bool {
	family, inst, _ := strings.Cut(s.InstanceID, "/")
	name := "Solve/family=" + family + "/inst=" + inst + "/solver=" + s.Solver
	return f.match(&benchfmt.Result{Name: benchfmt.Name(name), Iters: 1,
		Values: []benchfmt.Value{{Value: 1, Unit: Seconds}}})
}

// Counts returns the counts that the filter chooses.
func (f Filter) Counts(all []Count) []Count {
	if f.parsed == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c Count) bool { return !f.Has(c.Search) })
}
