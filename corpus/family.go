package corpus

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/internal/spelling"
)

// Family is a generator of problems with parameters. The parameters make up the name of a member,
// so that any member can be asked for, catalogued or not.
type Family struct {
	Name   string // matches [a-z0-9_.]+
	Params []Param
	Form   string // the puzzle, and its items and options in order: the order is part of an instance
	Source string // of the known numbers of solutions, where an instance names no other
	Sample string // the member that the page of families draws; "" if there is no picture

	summary string // what a member is; {n} stands for the value of the parameter n
	title   string // the same in the phrases of the parameters; "" for the summary
	build   func(Values) (*format.Puzzle, error)
	keys    func(Values) map[string]string // to filter by, besides the parameters
}

// Param is a parameter of a family: a whole number, or one of several words.
type Param struct {
	Name     string
	Default  string          // the value that names leave out; "" if names always have the parameter
	About    string          // what it is, in a phrase
	before   string          // what precedes the value in a name, such as the "x" in 6x10
	min, max int             // the bounds of a number
	words    func() []string // lists the choices; nil for a number. Titles may have a phrase for one, behind a =
	file     bool            // any text: the default, or the path of a file; no name has it

	// phrase returns what titles say for a value. It may name parameters that come later, in
	// braces. nil stands for the value itself.
	phrase func(value string) string
}

// param returns a parameter of the given form, such as "x<cols>": what precedes the value in a name,
// and the parameter's own name.
func param(form, about string) Param {
	before, name, _ := strings.Cut(form, "<")
	return Param{Name: strings.TrimSuffix(name, ">"), before: before, About: about}
}

// number returns a parameter that is a number from min to max.
func number(form string, min, max int, about string) Param {
	p := param(form, about)
	p.min, p.max = min, max
	return p
}

// seedParam returns the seed of random choices.
func seedParam(about string) Param { return number("_s<seed>", 0, 999_999_999, about) }

// choice returns a parameter that is one of some words. A word is followed by = and what titles say
// for it, unless that is the word itself.
func choice(form, about string, words ...string) Param {
	p := param(form, about)
	p.words = func() []string { return words }
	return p
}

// chosen returns a parameter that is one of the words of a list. It is made when it is needed.
func chosen(form, about string, list func() []string) Param {
	p := param(form, about)
	p.words = sync.OnceValue(list)
	return p
}

// or returns the parameter with a default, which names leave out.
func (p Param) or(value string) Param {
	p.Default = value
	return p
}

// says returns the parameter with phrases for its values.
func (p Param) says(phrase func(value string) string) Param {
	p.phrase = phrase
	return p
}

// say returns what titles say for a value.
func (p Param) say(value string) string {
	switch {
	case p.phrase != nil:
		return p.phrase(value)
	case p.words != nil:
		for _, w := range p.words() {
			if word, phrase, ok := strings.Cut(w, "="); ok && word == value {
				return phrase
			}
		}
	}
	return value
}

// spaced returns a word with blanks in place of underscores.
func spaced(word string) string { return strings.ReplaceAll(word, "_", " ") }

// Values are all parameters of one member, by name.
type Values map[string]string

// int returns the value of a parameter that is a number.
func (v Values) int(name string) int {
	n, err := strconv.Atoi(v[name])
	if err != nil {
		panic("corpus: no number " + name) // names are parsed before anything is built
	}
	return n
}

// choices returns the words that the parameter can be, if it is no number.
func (p Param) choices() []string {
	return each(p.words(), func(w string) string { word, _, _ := strings.Cut(w, "="); return word })
}

// Values describes the values that the parameter can have.
func (p Param) Values() string {
	if p.file {
		return p.Default + ", or a file"
	}
	if p.words == nil {
		return fmt.Sprintf("%d to %d", p.min, p.max)
	}
	const most = 12
	words := p.choices()
	if len(words) > most {
		return fmt.Sprintf("%s, ... (%d in all)", strings.Join(words[:most], ", "), len(words))
	}
	return strings.Join(words, ", ")
}

// ParamError says which parameter of a member is wrong and what was expected.
type ParamError struct {
	id     string
	reason string
}

func (e *ParamError) Error() string { return e.id + ": " + e.reason }

// allows says whether the parameter can be the value, or a number in the range of all numbers.
func (p Param) allows(value string) bool {
	if p.words == nil {
		return len(value) < 10 && strings.Trim(value, "0123456789") == ""
	}
	return slices.ContainsFunc(p.words(), func(w string) bool {
		phrase, ok := strings.CutPrefix(w, value)
		return ok && (phrase == "" || phrase[0] == '=')
	})
}

// match takes the values of the parameters from a name, the longest one that makes a match of the whole name.
func (v Values) match(params []Param, name string) bool {
	if len(params) == 0 {
		return name == ""
	}
	p := params[0]
	if text, ok := strings.CutPrefix(name, p.before); ok && !p.file {
		for n := len(text); n > 0; n-- {
			if p.allows(text[:n]) && v.match(params[1:], text[n:]) {
				v[p.Name] = text[:n]
				return true
			}
		}
	}
	v[p.Name] = p.Default
	return p.Default != "" && v.match(params[1:], name)
}

// Shape returns the form of the family's names, such as "<rows>x<cols>[_s<seed>]".
func (f *Family) Shape() string {
	var text strings.Builder
	for _, p := range f.Params {
		if p.file {
			continue
		}
		value := p.before + "<" + p.Name + ">"
		if p.Default != "" {
			value = "[" + value + "]"
		}
		text.WriteString(value)
	}
	return text.String()
}

// Summary says what the members are, with parameters written as in [Family.Shape].
func (f *Family) Summary() string { return strings.NewReplacer("{", "<", "}", ">").Replace(f.summary) }

// parse returns the parameters that a name stands for.
func (f *Family) parse(name string) (Values, error) {
	id := f.Name + "/" + name
	v := Values{}
	if !v.match(f.Params, name) {
		return nil, &ParamError{id, fmt.Sprintf("not a name of the family %s, expected %s", f.Name, f.usage(id))}
	}
	return v, f.check(v)
}

// usage describes the names in one line. If they are single words, it suggests the member nearest to a wrong id.
func (f *Family) usage(id string) string {
	if p := f.Params[0]; len(f.Params) == 1 && p.words != nil {
		return "one of " + p.Values() + spelling.Near(id, each(p.choices(), func(word string) string { return f.Name + "/" + word }))
	}
	return f.Shape()
}

// check reports a value that is out of range. It normalises numbers, so that 08 becomes 8.
func (f *Family) check(v Values) error {
	for _, p := range f.Params {
		value, ok := v[p.Name]
		if !ok {
			value = p.Default
		}
		if p.words != nil {
			if !p.allows(value) {
				return &ParamError{f.Name, fmt.Sprintf("%s is %q, expected one of %s", p.Name, value, p.Values())}
			}
		} else if !p.file {
			n, err := strconv.Atoi(value)
			if err != nil || n < p.min || n > p.max {
				return &ParamError{f.Name, fmt.Sprintf("%s is %s, expected %s", p.Name, value, p.Values())}
			}
			value = strconv.Itoa(n)
		}
		v[p.Name] = value
	}
	return nil
}

// name returns the name of the member with the given values.
func (f *Family) name(v Values) string {
	var text strings.Builder
	for _, p := range f.Params {
		if v[p.Name] != p.Default && !p.file {
			text.WriteString(p.before + v[p.Name])
		}
	}
	return text.String()
}

// Member returns the member with the given parameters. Parameters with a default may be missing.
// The error is a [ParamError].
func (f *Family) Member(v Values) (Instance, error) {
	for key := range v {
		if !slices.ContainsFunc(f.Params, func(p Param) bool { return p.Name == key }) {
			return Instance{}, &ParamError{f.Name, fmt.Sprintf("no parameter %s, expected %s", key, f.paramNames())}
		}
	}
	for _, p := range f.Params {
		if v[p.Name] == "" && p.Default == "" {
			return Instance{}, &ParamError{f.Name, fmt.Sprintf("no value for %s (%s)", p.Name, p.About)}
		}
	}
	if err := f.check(v); err != nil {
		return Instance{}, err
	}
	return f.instance(v), nil
}

func (f *Family) paramNames() string {
	return strings.Join(each(f.Params, func(p Param) string { return p.Name }), ", ")
}

// instance makes the member with the given values, which are in range. Nothing else is known about
// it yet.
func (f *Family) instance(v Values) Instance {
	title, keys := cmp.Or(f.title, f.summary), map[string]string(v)
	for _, p := range f.Params {
		title = strings.ReplaceAll(title, "{"+p.Name+"}", p.say(v[p.Name]))
	}
	if f.keys != nil {
		keys = maps.Clone(keys)
		maps.Copy(keys, f.keys(v))
	}
	return Instance{
		Family: f.Name, Name: f.name(v), Tier: Full, Title: title, Solutions: Count{N: Unknown},
		Nodes: Unknown, Updates: Unknown, Source: f.Source, keys: keys,
		open: func() (*format.Puzzle, error) {
			puzzle, err := f.build(v)
			var syntax *format.SyntaxError
			var path *fs.PathError
			if errors.As(err, &syntax) || errors.As(err, &path) { // in the file of a parameter
				return nil, err
			}
			if err != nil {
				return nil, &ParamError{f.Name + "/" + f.name(v), err.Error()}
			}
			return puzzle, nil
		},
	}
}

// builder makes the problem of a member.
type builder struct {
	cover.Builder
	problem *cover.Problem // once it is made
}

// drawn returns the puzzle of the problem. draw makes the picture of a solution.
func (b *builder) drawn(draw func(options []int) picture.Picture) (_ *format.Puzzle, err error) {
	if b.problem, err = b.Problem(); err != nil {
		return nil, err
	}
	return format.NewDrawing(b.problem, draw), nil
}

// table returns a picture of squares with the same label, row by row. The columns of its text are
// width characters wide.
func table(rows, cols, width int, label string) (p picture.Picture) {
	for k := range rows * cols {
		p.Cells = append(p.Cells, tableCell(k/cols, k%cols, width, label, picture.None))
	}
	return p
}

// tableCell returns a square of a table whose columns are width characters wide.
func tableCell(row, col, width int, label string, part int) picture.Cell {
	return picture.Cell{Outline: picture.Square(row, col), Part: part, Label: label, Row: row, Col: width * col}
}

// numbered returns the names of items: each kind with so many numbers, from the first one on.
func numbered(first, count int, kinds ...string) (names []string) {
	for _, kind := range kinds {
		for k := range count {
			names = append(names, kind+strconv.Itoa(first+k))
		}
	}
	return names
}

// embedded returns the text of an embedded file.
func embedded(files embed.FS, name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// each returns what f makes of each element.
func each[T, U any](list []T, f func(T) U) []U {
	all := make([]U, len(list))
	for k, e := range list {
		all[k] = f(e)
	}
	return all
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// keys lists the keys of a map that is made when it is needed.
func keys[V any](table func() map[string]V) func() []string {
	return func() []string { return sortedKeys(table()) }
}
