package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A source is a package with its types, as this machine builds it.
type source struct {
	name  string // relative to the module, for instance "results/compare"
	path  string // the import path
	dir   string
	fset  *token.FileSet
	files []*ast.File
	texts map[string][]byte // by path of the file
	types *types.Package
	info  types.Info
}

// listed is what load reads of go list.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles                       []string
	DepOnly                       bool
	Module                        *struct{ Path string }
}

// load reads and checks the packages that the patterns name in the module at root.
func load(root string, patterns []string) ([]*source, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Name,Export,GoFiles,DepOnly,Module", "--"},
		patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", strings.Join(patterns, " "), err)
	}
	exports := map[string]string{}
	var named []listed
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly && l.Module != nil && len(l.GoFiles) > 0 {
			named = append(named, l)
		}
	}
	var all []*source
	for _, l := range named {
		s, err := check(l, exports)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// check parses the files of a package and finds the types of all expressions.
func check(l listed, exports map[string]string) (*source, error) {
	s := &source{
		name: strings.TrimPrefix(strings.TrimPrefix(l.ImportPath, l.Module.Path), "/"), path: l.ImportPath, dir: l.Dir,
		fset: token.NewFileSet(), texts: map[string][]byte{},
		info: types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
			Scopes: map[ast.Node]*types.Scope{},
		},
	}
	for _, name := range l.GoFiles {
		path := filepath.Join(l.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files, s.texts[path] = append(s.files, file), text
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	conf := types.Config{
		Importer: importer.ForCompiler(s.fset, "gc", open),
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
	}
	var err error
	s.types, err = conf.Check(l.ImportPath, s.fset, s.files, &s.info)
	return s, err
}

// text returns the source of a node, in one line.
func (s *source) text(n ast.Node) string {
	return strings.Join(strings.Fields(s.raw(n)), " ")
}

// raw returns the source of a node as it is.
func (s *source) raw(n ast.Node) string {
	begin, end := s.fset.Position(n.Pos()), s.fset.Position(n.End())
	return string(s.texts[begin.Filename][begin.Offset:end.Offset])
}

// line returns the source line of a position, without the blanks around it.
func (s *source) line(pos token.Pos) string {
	p := s.fset.Position(pos)
	text := s.texts[p.Filename]
	begin := bytes.LastIndexByte(text[:p.Offset], '\n') + 1
	line, _, _ := bytes.Cut(text[begin:], []byte("\n"))
	return strings.Join(strings.Fields(string(line)), " ")
}

// typeName returns how the source writes a type at a position, or "" if it has no name there.
func (s *source) typeName(t types.Type, pos token.Pos) string {
	var object types.Object
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Info()&types.IsUntyped != 0 || t.Kind() == types.UnsafePointer {
			return ""
		}
		object = types.Universe.Lookup(t.Name())
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			return ""
		}
		object = t.Obj()
	case *types.TypeParam:
		object = t.Obj()
	default:
		return ""
	}
	scope := s.types.Scope().Innermost(pos)
	if scope == nil || object == nil {
		return ""
	}
	if object.Pkg() == nil || object.Pkg() == s.types {
		if _, found := scope.LookupParent(object.Name(), pos); found != object {
			return ""
		}
		return object.Name()
	}
	for ; scope != nil; scope = scope.Parent() {
		for _, name := range scope.Names() {
			imported, ok := scope.Lookup(name).(*types.PkgName)
			if ok && imported.Imported() == object.Pkg() {
				return name + "." + object.Name()
			}
		}
	}
	return ""
}
