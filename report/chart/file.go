package chart

import (
	"path/filepath"
	"slices"
	"strings"

	"xcbench/internal/atomicfile"
	"xcbench/results"
)

// Made says how a plot was made. Every file records it.
type Made struct {
	Command string
	Commit  string // of the program that measured
	Date    string // of the measurement: a date of drawing would make files of the same input differ
}

// MadeBy returns how a plot of some runs is made.
func MadeBy(command string, runs []results.Run) Made {
	made := Made{Command: command}
	var commits, dates []string
	for _, r := range runs {
		if r.Commit != "" {
			commits = append(commits, r.Commit)
		}
		if !r.Date.IsZero() {
			dates = append(dates, r.Date.UTC().Format("2006-01-02 15:04:05Z"))
		}
	}
	made.Commit, made.Date = strings.Join(commits, ", "), strings.Join(dates, ", ")
	return made
}

// fields returns the known facts, as names and values.
func (m Made) fields() [][2]string {
	all := [][2]string{{"Software", "xcbench"}, {"Command", m.Command}, {"Commit", m.Commit}, {"Date", m.Date}}
	return slices.DeleteFunc(all, func(f [2]string) bool { return f[1] == "" })
}

// Formats are the file extensions that a plot can be written to.
var Formats = []string{".svg", ".png", ".pdf"}

// Save writes the plot to a file, in the format of its extension, completely or not at all.
func (p *Plot) Save(path string, made Made) error {
	data, err := p.Encode(filepath.Ext(path), made)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, data, 0o644)
}

// Encode returns the plot in the format of a file extension.
func (p *Plot) Encode(ext string, made Made) ([]byte, error) {
	l := p.layOut()
	switch ext {
	case ".svg":
		return l.svg(made), nil
	case ".png":
		return l.png(made)
	case ".pdf":
		return l.pdf(made)
	}
	return nil, optionf("a plot cannot be written as %q, expected one of %s", ext, strings.Join(Formats, ", "))
}
