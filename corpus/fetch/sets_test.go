package fetch

import (
	"regexp"
	"strings"
	"testing"
)

func TestTableOfSetsIsValid(t *testing.T) {
	commit := regexp.MustCompile(`^https://raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/`)
	for _, s := range Sets() {
		if found, ok := Find(s.Name); !ok || found != s {
			t.Errorf("%s: got %v, %v, want the set", s.Name, found, ok)
		}
		if s.Git != "" && !commit.MatchString(s.URL) {
			t.Errorf("%s: got %s, want an address that names a commit", s.Name, s.URL)
		}
	}
	if _, ok := Find("nobody"); ok {
		t.Error("got a set nobody, want none")
	}
}

func TestErrorsInTheTableNameTheirPlace(t *testing.T) {
	const head = "name\ttitle\turl\tbytes\tsha256\tgit\tterms\thome\n"
	row := func(fields ...string) string {
		all := []string{"a", "an a", "http://h/a", "", "", "", "none stated", "http://h/"}
		copy(all, fields)
		return strings.Join(all, "\t") + "\n"
	}
	all, err := parseSets(strings.NewReader("# a comment\n" + head + row() + row("b", "a b", "file:///b", "7")))
	if err != nil || len(all) != 2 || all[1].Bytes != 7 {
		t.Errorf("got %v, %v, want two sets", all, err)
	}
	for text, want := range map[string]string{
		"": "1:1: no heading",
		"title\tname\turl\tbytes\tsha256\tgit\tterms\thome\n": `1:1: column "title", expected "name"`,
		head + "a\tb\n":                              "2:1: wrong number of fields, expected 8 columns",
		head + row("A b"):                            `2:1: name: "A b", expected letters, digits and '_'`,
		head + row("a", " an a"):                     `2:3: title: " an a", expected a phrase`,
		head + row() + row("b", "b", "h/b"):          `3:5: url: "h/b", expected an http, https or file address`,
		head + row("a", "b", "http://h/"):            `2:5: url: "http://h/", expected a file name at its end`,
		head + row("a", "b", "http://h/.."):          `2:5: url: "http://h/..", expected a file name`,
		head + row("a", "b", "http://h"):             `2:5: url: "http://h", expected a file name`,
		head + row("a", "b", "http://h/a", "1e3"):    `2:16: bytes: "1e3", expected a positive number`,
		head + row("a", "b", "http://h/a", "", "ff"): `2:17: sha256: "ff", expected 64 hex digits`,
		head + row() + row():                         `3:1: name: "a" again, expected each once`,
		head + row() + row("b"):                      `3:8: url: file name "a" again, expected each once`,
	} {
		if _, err := parseSets(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
