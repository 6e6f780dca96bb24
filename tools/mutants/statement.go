package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// list plants the mutants of the statements of a block.
func (p *planter) list(all []ast.Stmt) {
	for _, s := range all {
		if p.deletable(s) {
			id := p.mutant(s.Pos(), "delete "+p.brief(s))
			p.wrap(s, fmt.Sprintf("if !mutantIs(%d) { ", id), " }")
		}
		p.opposite(s)
		p.walk(s)
	}
}

// deletable reports whether the package compiles without the statement, and may behave differently.
func (p *planter) deletable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			if name, ok := e.(*ast.Ident); s.Tok != token.DEFINE && (!ok || name.Name != "_") {
				return true
			}
		}
		return false
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && p.removable(call)
	case *ast.DeferStmt:
		return p.removable(s.Call)
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	case *ast.IncDecStmt, *ast.GoStmt, *ast.SendStmt:
		return true
	}
	return false
}

// removable is false for panics, which may end a function, and for locks, whose absence only the
// race detector finds.
func (p *planter) removable(call *ast.CallExpr) bool {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		_, builtin := p.info.Uses[f].(*types.Builtin)
		return !builtin || f.Name != "panic"
	case *ast.SelectorExpr:
		method := p.info.Uses[f.Sel]
		return method == nil || method.Pkg() == nil || method.Pkg().Path() != "sync" ||
			!strings.HasSuffix(strings.ToLower(f.Sel.Name), "lock")
	}
	return true
}

// opposites are the assignments that a statement is exchanged for as a whole.
var opposites = map[token.Token]token.Token{
	token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN,
	token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN,
	token.XOR_ASSIGN: token.AND_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.REM_ASSIGN: token.MUL_ASSIGN,
}

// opposite plants another operator into an assignment such as x |= y.
func (p *planter) opposite(s ast.Stmt) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || opposites[assign.Tok] == 0 || strings.Contains(p.raw(s), "\n") {
		return
	}
	other := opposites[assign.Tok].String()
	id := p.mutant(s.Pos(), p.brief(s)+" -> "+other)
	changed := p.raw(assign.Lhs[0]) + " " + other + " " + p.raw(assign.Rhs[0])
	p.wrap(s, fmt.Sprintf("if mutantIs(%d) { %s } else { ", id, changed), " }")
}

// step plants x-- for x++, and x++ for x--.
func (p *planter) step(n *ast.IncDecStmt) {
	t := p.number(n.X)
	if t == "" {
		return
	}
	other, sum := "--", "+="
	if n.Tok == token.DEC {
		other, sum = "++", "-="
	}
	id := p.mutant(n.Pos(), p.brief(n)+" -> "+p.brief(n.X)+other)
	p.replace(n.TokPos, n.Tok, fmt.Sprintf(" %s mutantNegate[%s](%d, 1)", sum, t, id))
}

// sum plants x -= y for x += y, and x += y for x -= y.
func (p *planter) sum(n *ast.AssignStmt) {
	if n.Tok != token.ADD_ASSIGN && n.Tok != token.SUB_ASSIGN {
		return
	}
	if t := p.number(n.Lhs[0]); t != "" {
		other := "-="
		if n.Tok == token.SUB_ASSIGN {
			other = "+="
		}
		id := p.mutant(n.Pos(), p.brief(n)+" -> "+other)
		p.switched(n.Rhs[0], "mutantNegate["+t+"]", id, "")
	}
}
