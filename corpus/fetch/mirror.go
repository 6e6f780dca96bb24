package fetch

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
)

// Mirror is a place with copies of the files under their own names: a folder or an http address.
// The zero Mirror stands for no mirror.
type Mirror struct {
	dir  string
	base *url.URL
}

// ParseMirror reads a folder, or a file, http or https address.
func ParseMirror(text string) (Mirror, error) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return Mirror{}, errors.New("mirror is empty, expected a folder or an address")
	case err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return Mirror{base: u}, nil
	case err == nil && u.Scheme == "file":
		dir, err := localPath(u)
		return Mirror{dir: dir}, err
	case err == nil && u.Host != "":
		return Mirror{}, fmt.Errorf("mirror %q, expected a folder, file:///FOLDER or http[s]://HOST/FOLDER", text)
	}
	return Mirror{dir: text}, nil
}

// locate returns where a set comes from: a local file, or else an address.
func (m Mirror) locate(s Set) (local string, address *url.URL, err error) {
	switch {
	case m.dir != "":
		return filepath.Join(m.dir, s.file()), nil, nil
	case m.base != nil:
		return "", m.base.JoinPath(url.PathEscape(s.file())), nil
	}
	u, err := url.Parse(s.URL)
	if err == nil && u.Scheme == "file" {
		local, err = localPath(u)
		return local, nil, err
	}
	return "", u, err
}

// localPath returns the path of a file address.
func localPath(u *url.URL) (string, error) {
	if u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return "", fmt.Errorf("address %q, expected file:///FOLDER on this machine", u.Redacted())
	}
	return filepath.FromSlash(u.Path), nil
}
