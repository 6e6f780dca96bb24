package fetch_test

import (
	"net/url"
	"path"
	"regexp"
	"testing"

	"xcbench/corpus/fetch"
)

func TestTableOfSetsIsValid(t *testing.T) {
	names, files := map[string]bool{}, map[string]bool{}
	for _, s := range fetch.Sets() {
		if found, ok := fetch.Find(s.Name); !ok || found != s {
			t.Errorf("%s: got %v, %v, want the set", s.Name, found, ok)
		}
		// An address in a repository names a commit. Then its bytes cannot change.
		address := `^https?://[^/]+/.+`
		if s.Git != "" {
			address = `^https://raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/.+`
		}
		for _, field := range []struct{ name, text, form string }{
			{"name", s.Name, `^[a-z0-9_]+$`},
			{"title", s.Title, `^\S.*\S$`},
			{"url", s.URL, address},
			{"sha256", s.SHA256, `^([0-9a-f]{64})?$`},
			{"git", s.Git, `^([0-9a-f]{40})?$`},
			{"terms", s.Terms, `^\S.*\S$`},
		} {
			if !regexp.MustCompile(field.form).MatchString(field.text) {
				t.Errorf("%s: %s: got %q, want %s", s.Name, field.name, field.text, field.form)
			}
		}
		u, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		file := path.Base(u.Path)
		if !regexp.MustCompile(`^\w[^\\:]*$`).MatchString(file) || files[file] || names[s.Name] {
			t.Errorf("%s: got file name %q, want a valid one, and each name once", s.Name, file)
		}
		names[s.Name], files[file] = true, true
	}
	if _, ok := fetch.Find("nobody"); ok || len(names) == 0 {
		t.Errorf("got a set nobody %v and %d sets, want none and some", ok, len(names))
	}
}
