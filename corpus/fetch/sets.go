package fetch

import (
	_ "embed"
	"encoding/csv"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Set is a published collection of puzzles, in one file.
type Set struct {
	Name   string // what the user types
	Title  string // what it is, in a phrase
	URL    string // its address, http or https
	Bytes  int64  // the size of the file; 0: not known
	SHA256 string // of the file, in lower case hex; "": not known
	// Git is the object id of the file in the publisher's repository. It vouches for bytes that
	// nobody here has seen. SHA-1 is enough against accidents. It is "" if the file is in no
	// repository.
	Git   string
	Terms string // as the publisher states them
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

// sets reads the table. The tests check its fields.
var sets = sync.OnceValue(func() []Set {
	c := csv.NewReader(strings.NewReader(table))
	c.Comma, c.Comment = '\t', '#'
	rows, err := c.ReadAll()
	if err != nil {
		panic("sets.tsv: " + err.Error())
	}
	var all []Set
	for _, f := range rows[1:] {
		size, err := strconv.ParseInt("0"+f[3], 10, 64) // an empty field is 0
		if err != nil {
			panic("sets.tsv: " + f[0] + ": " + err.Error())
		}
		all = append(all, Set{Name: f[0], Title: f[1], URL: f[2], Bytes: size, SHA256: f[4], Git: f[5], Terms: f[6]})
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
