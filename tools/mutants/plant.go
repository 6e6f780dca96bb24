package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// A mutant is one small change of a package. Its number is its index among the package's mutants.
type mutant struct {
	function string // the declaration around it, for instance "Builder.add"
	line     string // the source line where it begins
	change   string // for instance "a < b -> <="
}

// A planter writes a copy of a package with all mutants in it, each behind a switch.
type planter struct {
	*source
	edits
	mutants  []mutant
	at       []string // by mutant, the file and the line number
	seen     map[mutant]int
	function string
}

// runtime.go.txt is the file with the switches. It becomes a part of the copy.
//
//go:embed runtime.go.txt
var switches string

// plant returns the copy, by path of the file, and its planter with the mutants.
func plant(s *source) (copies map[string]string, p *planter) {
	p = &planter{source: s, seen: map[mutant]int{}}
	copies = map[string]string{}
	for _, file := range s.files {
		p.edits = edits{lines: s.fset}
		for _, decl := range file.Decls {
			p.declaration(decl)
		}
		path := s.fset.Position(file.Package).Filename
		copies[path] = p.apply(s.texts[path])
	}
	copies[filepath.Join(s.dir, "mutants_runtime.go")] = "package " + s.types.Name() + "\n\n" + switches
	return copies, p
}

func (p *planter) declaration(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Body == nil {
			return // it is written in assembly
		}
		p.function = d.Name.Name
		if d.Recv != nil {
			receiver := strings.TrimPrefix(p.text(d.Recv.List[0].Type), "*")
			p.function = receiver + "." + p.function
		}
		p.walk(d.Body)
	case *ast.GenDecl:
		if d.Tok != token.VAR {
			return
		}
		for _, spec := range d.Specs {
			value := spec.(*ast.ValueSpec)
			p.function = value.Names[0].Name
			p.walk(value)
		}
	}
}

// mutant adds a mutant and returns its number.
func (p *planter) mutant(at token.Pos, change string) int {
	m := mutant{p.function, p.line(at), change}
	p.seen[m]++
	if n := p.seen[m]; n > 1 {
		m.change += fmt.Sprintf(" #%d", n)
	}
	position := p.fset.Position(at)
	p.at = append(p.at, fmt.Sprintf("%s:%d", filepath.Base(position.Filename), position.Line))
	p.mutants = append(p.mutants, m)
	return len(p.mutants) - 1
}

// switched wraps a node into a call of a switch of runtime.go.txt. more are further arguments.
func (p *planter) switched(n ast.Node, call string, id int, more string) {
	p.wrap(n, fmt.Sprintf("%s(%d, ", call, id), more+")")
}

// brief returns the source of a node, without the middle if it is long.
func (p *planter) brief(n ast.Node) string {
	const most = 50
	text := p.text(n)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)
	return string(runes[:most*3/4]) + "..." + string(runes[len(runes)-most/4:])
}

func (p *planter) walk(n ast.Node) {
	if n != nil {
		ast.Inspect(n, p.visit)
	}
}

// visit plants the mutants of a node, and reports whether those of its children remain.
func (p *planter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		p.list(n.List)
		return false
	case *ast.CaseClause:
		for _, e := range n.List {
			p.walk(e)
		}
		p.list(n.Body)
		return false
	case *ast.CommClause:
		p.list(n.Body)
		return false
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.ValueSpec:
		for _, e := range n.Values {
			p.walk(e)
		}
		return false
	case *ast.FieldList, *ast.BranchStmt:
		return false
	case *ast.IfStmt:
		p.condition(n.Cond)
	case *ast.ForStmt:
		p.condition(n.Cond)
	case *ast.IncDecStmt:
		p.step(n)
	case *ast.AssignStmt:
		p.sum(n)
	case ast.Expr:
		return p.expression(n)
	}
	return true
}
