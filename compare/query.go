package compare

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
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
	values map[string]map[string]bool // by key
	keys   map[string]bool
}

// literal is a term of a filter: a key and the word that must be its value.
type literal struct{ key, value string }

func newVocabulary(filter string) vocabulary {
	v := vocabulary{wanted: literals(filter), values: map[string]map[string]bool{}, keys: map[string]bool{}}
	for _, l := range v.wanted {
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
	for _, l := range v.wanted {
		switch {
		case l.key == ".unit":
			for _, value := range r.Values {
				v.note(l.key, []byte(value.Unit))
				if value.OrigUnit != "" { // a filter may name this unit too
					v.note(l.key, []byte(value.OrigUnit))
				}
			}
		case l.key == ".name" || l.key == ".fullname":
			name := []byte(r.Name)
			if l.key == ".name" {
				name = r.Name.Base()
			}
			v.note(l.key, name)
		case strings.HasPrefix(l.key, "/"):
			_, parts := r.Name.Parts()
			k := slices.IndexFunc(parts, func(part []byte) bool { return bytes.HasPrefix(part, []byte(l.key+"=")) })
			if k < 0 {
				v.learnKeys(r)
			} else {
				v.note(l.key, parts[k][len(l.key)+1:])
			}
		default:
			if k, ok := r.ConfigIndex(l.key); ok {
				v.note(l.key, r.Config[k].Value)
			} else {
				v.learnKeys(r)
			}
		}
	}
}

func (v *vocabulary) note(key string, value []byte) {
	if known := v.values[key]; !known[string(value)] { // a look-up allocates nothing
		known[string(value)] = true
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
