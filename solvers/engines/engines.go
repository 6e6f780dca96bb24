// Package engines reads descriptions of engines, which are solvers that are other programs, and makes
// variants of them. The descriptions are in an engines file, or on the command line.
//
// Start reading at [Read].
package engines

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"xcbench/cover"
	"xcbench/internal/bounded"
	"xcbench/internal/lazy"
	"xcbench/solvers"
	"xcbench/solvers/external"
)

// File is the name of the engines file that is read if nothing else is named.
const File = "engines.toml"

// Read reads an engines file: a table [[engine]] for each engine, with the fields of
// [external.Spec]. Working directories are relative to the one of the file, which is also the default.
// An error about the text is a [bounded.Error], with the line.
func Read(path string) ([]external.Spec, error) {
	text, err := bounded.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parse(path, text)
}

func parse(path string, text []byte) ([]external.Spec, error) {
	var file struct {
		Engine []external.Spec `toml:"engine"`
	}
	fault := func(line, column int, format string, args ...any) error {
		return &bounded.Error{Name: path, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
	}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err := d.Decode(&file)
	var unknown *toml.StrictMissingError
	var syntax *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		line, column := unknown.Errors[0].Position()
		return nil, fault(line, column, "unknown key %s, expected a key of an engine: name, command, protocol, ...",
			strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &syntax):
		line, column := syntax.Position()
		text := strings.TrimPrefix(syntax.Error(), "toml: ")
		if types := wrongType().FindStringSubmatch(text); types != nil {
			text = types[1] + ", expected " + cmp.Or(typeNames[types[2]], "a table")
		}
		return nil, fault(line, column, "%s", text)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for k := range file.Engine {
		if s := &file.Engine[k]; !filepath.IsAbs(s.Dir) {
			s.Dir = filepath.Join(filepath.Dir(path), s.Dir)
		}
	}
	heads := tableHead().FindAllIndex(text, -1)
	for k, s := range file.Engine {
		if err := s.Validate(); err != nil {
			line := 1
			if k < len(heads) {
				line += bytes.Count(text[:heads[k][0]], []byte("\n"))
			}
			return nil, fault(line, 0, "%v", err)
		}
	}
	return file.Engine, nil
}

// wrongType matches an error of the library about a value of another type, which has the words of Go.
var wrongType = lazy.Regexp(`^cannot decode (TOML \w+) into .* of type (\S+)`)

// typeNames are the types of values. A table is none of them.
var typeNames = map[string]string{"string": "a string", "bool": "true or false", "int": "a whole number", "[]string": "an array of strings"}

// tableHead is the head of the table of an engine.
var tableHead = lazy.Regexp(`(?m)^[ \t]*\[\[[ \t]*engine[ \t]*\]\]`)

// Parse parses an engine on the command line: NAME=COMMAND for the protocol xcb, or
// NAME:PROTOCOL=COMMAND.
func Parse(text string) (external.Spec, error) {
	head, command, ok := strings.Cut(text, "=")
	if !ok {
		return external.Spec{}, fmt.Errorf("engine %q, expected NAME=COMMAND or NAME:PROTOCOL=COMMAND", text)
	}
	s := external.Spec{Command: command}
	s.Name, s.Protocol, _ = strings.Cut(head, ":")
	return s, s.Validate()
}

// Open returns the engines of the descriptions. It starts no program.
func Open(specs []external.Spec) ([]solvers.Variant, error) {
	var all []solvers.Variant
	for _, s := range specs {
		solver, err := external.New(s)
		if err != nil {
			return nil, err
		}
		all = append(all, variant(s, solver))
	}
	return all, nil
}

// variant returns the variant of an engine. Without a choice rule or a counter class it gets one of
// its own, so that nobody's nodes and updates are compared with its own. Engines are of one algorithm
// if their names differ in the rule at the end.
func variant(s external.Spec, solver cover.Solver) solvers.Variant {
	v := solvers.Variant{Solver: solver, Name: s.Name, Rule: cover.Rule(cmp.Or(s.Rule, s.Name)),
		Counter: solvers.Counter(cmp.Or(s.Counter, s.Name)), Engine: &s, Summary: Protocol(s) + " engine"}
	v.Algorithm = strings.TrimSuffix(strings.TrimSuffix(s.Name, solvers.ParallelSuffix), "_"+string(v.Rule))
	if limits := solver.Capabilities().String(); limits != "" {
		v.Summary += "; " + limits
	}
	return v
}

// Protocol returns the name of the protocol of an engine.
func Protocol(s external.Spec) string {
	if s.Protocol == "" {
		return external.Protocols()[0]
	}
	return s.Protocol
}

// Missing returns why the program of an engine cannot be started. It returns nil if it can, and for a
// solver of this program.
func Missing(v solvers.Variant) error {
	if v.Engine == nil {
		return nil
	}
	words, err := external.Words(v.Engine.Command)
	if err != nil {
		return err
	}
	if _, err = exec.LookPath(program(v.Engine, words[0])); err == nil {
		return nil
	}
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		err = cause // without the names of the operation and of the file
	}
	hint := ""
	if len(v.Engine.Build) > 0 {
		hint = fmt.Sprintf("; 'xcbench engine build %s' builds it", v.Name)
	}
	return fmt.Errorf("engine %s: %s: %w%s", v.Name, words[0], err, hint)
}
