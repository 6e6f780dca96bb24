package fetch

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"xcbench/internal/lazy"
)

// Set is a published collection of puzzles, in one file.
type Set struct {
	Name   string // what the user types
	Title  string // what it is, in a phrase
	URL    string // its address: http, https or file
	Bytes  int64  // the size of the file; 0: not known
	SHA256 string // of the file, in lower case hex; "": not known
	// Git is the object id of the file in the publisher's repository. It vouches for bytes that
	// nobody here has seen. SHA-1 is enough against accidents. It is "" if the file is in no
	// repository.
	Git   string
	Terms string // as the publisher states them
	home  string // where the set is described
}

// file returns the name of the file, the last part of its address.
func (s Set) file() string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return ""
	}
	return path.Base(u.Path)
}

//go:embed sets.tsv
var table string

var sets = sync.OnceValue(func() []Set {
	all, err := parseSets(strings.NewReader(table))
	if err != nil {
		panic("sets.tsv:" + err.Error())
	}
	return all
})

// Sets returns all sets, in the order of the table.
func Sets() []Set { return slices.Clone(sets()) }

// Find returns the set with the given name.
func Find(name string) (Set, bool) {
	all := sets()
	k := slices.IndexFunc(all, func(s Set) bool { return s.Name == name })
	if k < 0 {
		return Set{}, false
	}
	return all[k], true
}

// columns are the columns of the table, with the function that reads each field.
var columns = []struct {
	name string
	set  func(s *Set, text string) error
}{
	{"name", func(s *Set, text string) error {
		s.Name = text
		return match(text, nameForm(), "letters, digits and '_'")
	}},
	{"title", func(s *Set, text string) error { s.Title = text; return match(text, someForm(), "a phrase") }},
	{"url", func(s *Set, text string) error { s.URL = text; return checkURL(text) }},
	{"bytes", func(s *Set, text string) error { return parseBytes(&s.Bytes, text) }},
	{"sha256", func(s *Set, text string) error { s.SHA256 = text; return match(text, sha256Form(), "64 hex digits") }},
	{"git", func(s *Set, text string) error { s.Git = text; return match(text, gitForm(), "40 hex digits") }},
	{"terms", func(s *Set, text string) error { s.Terms = text; return match(text, someForm(), "a phrase") }},
	{"home", func(s *Set, text string) error { s.home = text; return match(text, homeForm(), "an http address") }},
}

var (
	nameForm   = lazy.Regexp(`^[a-z0-9_]+$`)
	someForm   = lazy.Regexp(`^\S(.*\S)?$`)
	sha256Form = lazy.Regexp(`^([0-9a-f]{64})?$`)
	gitForm    = lazy.Regexp(`^([0-9a-f]{40})?$`)
	homeForm   = lazy.Regexp(`^https?://\S+$`)
)

// parseSets reads the table. Errors begin with line and column.
func parseSets(r io.Reader) ([]Set, error) {
	c := csv.NewReader(r)
	c.Comma = '\t'
	c.Comment = '#'
	c.FieldsPerRecord = len(columns)
	heading, err := c.Read()
	if err != nil {
		return nil, tableError(err)
	}
	at := func(k int, format string, args ...any) error {
		line, column := c.FieldPos(k)
		return fmt.Errorf("%d:%d: %w", line, column, fmt.Errorf(format, args...))
	}
	for k, column := range columns {
		if heading[k] != column.name {
			return nil, at(k, "column %q, expected %q", heading[k], column.name)
		}
	}
	var all []Set
	for {
		fields, err := c.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, tableError(err)
		}
		var s Set
		for k, column := range columns {
			if err := column.set(&s, fields[k]); err != nil {
				return nil, at(k, "%s: %w", column.name, err)
			}
		}
		for _, o := range all {
			if o.Name == s.Name {
				return nil, at(0, "name: %q again, expected each once", s.Name)
			}
			if o.file() == s.file() { // both would have the same path
				return nil, at(2, "url: file name %q again, expected each once", s.file())
			}
		}
		all = append(all, s)
	}
}

func tableError(err error) error {
	var p *csv.ParseError
	switch {
	case err == io.EOF:
		return errors.New("1:1: no heading")
	case errors.As(err, &p):
		return fmt.Errorf("%d:%d: %w, expected %d columns", p.Line, p.Column, p.Err, len(columns))
	}
	return err
}

func match(text string, form *regexp.Regexp, want string) error {
	if !form.MatchString(text) {
		return fmt.Errorf("%q, expected %s", text, want)
	}
	return nil
}

func parseBytes(n *int64, text string) (err error) {
	if text == "" {
		return nil
	}
	if *n, err = strconv.ParseInt(text, 10, 64); err != nil || *n <= 0 {
		return fmt.Errorf("%q, expected a positive number", text)
	}
	return nil
}

// checkURL accepts addresses that end in a valid file name.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil {
		return err
	}
	file := path.Base(u.Path)
	switch {
	case u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "file",
		u.Scheme != "file" && u.Host == "":
		return fmt.Errorf("%q, expected an http, https or file address", text)
	case strings.HasSuffix(u.Path, "/"), file == ".", file == "..", strings.ContainsAny(file, `\:`):
		return fmt.Errorf("%q, expected a file name at its end", text)
	}
	return nil
}
