package compare

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
	"xcbench/internal/spelling"
)

// QueryError reports a filter or a choice of keys that is invalid, or that matches nothing.
type QueryError struct{ text string }

func (e *QueryError) Error() string { return e.text }

func queryf(format string, args ...any) error { return &QueryError{fmt.Sprintf(format, args...)} }

// cause returns the first line of a syntax error. Further lines point at the place.
func cause(err error) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "syntax error: "), "\n")
	return first
}

// vocabulary collects the keys of all results, and the values of the keys that the filter names. So
// a word of the filter that no result has can be reported.
type vocabulary struct {
	wanted []literal
	of     map[string]*benchproc.Projection // the values of each wanted key; nil of units
	values map[string]map[string]bool       // by key
	keys   map[string]bool
}

// literal is a term of a filter: a key and the word that must be its value.
type literal struct{ key, value string }

func newVocabulary(filter string) vocabulary {
	v := vocabulary{literals(filter), map[string]*benchproc.Projection{}, map[string]map[string]bool{}, map[string]bool{}}
	for _, l := range v.wanted {
		var parser benchproc.ProjectionParser
		v.of[l.key], _ = parser.Parse(strconv.Quote(l.key), nil) // an error means units
		v.values[l.key] = map[string]bool{}
	}
	return v
}

var term = lazy.Regexp(`"?([^\s:()"-][^\s:()"]*)"?:(\([^)]*\)|"[^"]*"|[^\s()"]+)`)

// literals returns the terms of a filter that are not regular expressions.
func literals(filter string) []literal {
	var all []literal
	for _, m := range term().FindAllStringSubmatch(filter, -1) {
		for _, word := range strings.Fields(strings.Trim(m[2], "()")) {
			if word = strings.Trim(word, `"`); word != "OR" && !strings.HasPrefix(word, "/") {
				all = append(all, literal{m[1], word})
			}
		}
	}
	return all
}

// learn adds the values of the keys that the filter names.
func (v *vocabulary) learn(r *benchfmt.Result) {
	for key, p := range v.of {
		if p == nil {
			for _, value := range r.Values {
				v.values[key][value.Unit] = true
				if value.OrigUnit != "" { // a filter may name this unit too
					v.values[key][value.OrigUnit] = true
				}
			}
		} else if value := p.Project(r).StringValues(); value != "" {
			v.values[key][value] = true
		} else {
			v.learnKeys(r)
		}
	}
}

// learnKeys adds the keys of a result.
func (v *vocabulary) learnKeys(r *benchfmt.Result) {
	for _, c := range r.Config {
		v.keys[c.Key] = true
	}
	_, parts, _ := bytes.Cut(r.Name, []byte("/"))
	for part := range bytes.SplitSeq(parts, []byte("/")) { // Name.Parts allocates, and there may be a million names
		if key, _, ok := bytes.Cut(part, []byte("=")); ok && !v.keys["/"+string(key)] {
			v.keys["/"+string(key)] = true
		}
	}
}

// unknown returns a message for each word of the filter that no result has.
func (v *vocabulary) unknown() []string {
	var all []string
	for _, l := range v.wanted {
		switch values := v.values[l.key]; {
		case len(values) == 0 && !v.keys[l.key]:
			hint := spelling.Hint(l.key, append(slices.Sorted(maps.Keys(v.keys)), ".name", ".unit"))
			all = append(all, fmt.Sprintf("no result has the key %s%s", l.key, hint))
		case !values[l.value]:
			hint := spelling.Hint(l.value, slices.Sorted(maps.Keys(values)))
			all = append(all, fmt.Sprintf("no result has %s:%s%s", l.key, l.value, hint))
		}
	}
	return all
}

// knownKeys returns an error if a key of the options occurs in no result. The default keys of
// tables and columns need not occur.
func (c *collector) knownKeys(opts Options) error {
	for _, by := range []struct {
		flag string
		p    *benchproc.Projection
	}{{"row", c.row}, {"col", c.col}, {"table", c.table}, {"ignore", c.ignore}} {
		if by.flag == "table" && opts.Table == Defaults().Table || by.flag == "col" && opts.Col == "" {
			continue
		}
		for _, f := range by.p.Fields() {
			if !strings.HasPrefix(f.Name, ".") && f.Name != "/gomaxprocs" && !c.words.keys[f.Name] {
				hint := spelling.Hint(f.Name, slices.Sorted(maps.Keys(c.words.keys)))
				return queryf("%s: no result has the key %s%s", by.flag, f.Name, hint)
			}
		}
	}
	return nil
}
