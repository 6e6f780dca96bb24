package main

import (
	"fmt"
	"go/ast"
	"go/token"
)

// An operator has a switch, and the operators that the mutants have instead.
type operator struct {
	call  string
	other []token.Token
}

var comparisons = map[token.Token]operator{
	token.LSS: {"mutantLess", []token.Token{token.LEQ, token.GEQ}},
	token.LEQ: {"mutantLessEqual", []token.Token{token.LSS, token.GTR}},
	token.GTR: {"mutantGreater", []token.Token{token.GEQ, token.LEQ}},
	token.GEQ: {"mutantGreaterEqual", []token.Token{token.GTR, token.LSS}},
	token.EQL: {"", []token.Token{token.NEQ}},
	token.NEQ: {"", []token.Token{token.EQL}},
}

var arithmetic = map[token.Token]operator{
	token.ADD:     {"mutantAdd", []token.Token{token.SUB}},
	token.SUB:     {"mutantSub", []token.Token{token.ADD}},
	token.MUL:     {"mutantMul", []token.Token{token.QUO}},
	token.QUO:     {"mutantDiv", []token.Token{token.MUL}},
	token.REM:     {"mutantRem", []token.Token{token.MUL}},
	token.AND:     {"mutantAnd", []token.Token{token.OR}},
	token.OR:      {"mutantOr", []token.Token{token.AND}},
	token.XOR:     {"mutantXor", []token.Token{token.AND}},
	token.AND_NOT: {"mutantAndNot", []token.Token{token.AND}},
	token.SHL:     {"mutantShl", []token.Token{token.SHR}},
	token.SHR:     {"mutantShr", []token.Token{token.SHL}},
}

// binary plants other operators.
func (p *planter) binary(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LAND:
		p.leaves(e, "mutantTrue")
	case token.LOR:
		p.leaves(e, "mutantFalse")
	default:
		if compare, ok := comparisons[e.Op]; ok {
			p.comparison(e, compare)
		} else if o, ok := arithmetic[e.Op]; ok {
			p.arithmetic(e, o)
		}
	}
}

// leaves plants an expression without one of its operands. If an operand has the same operator, its
// own operands are left out instead.
func (p *planter) leaves(e *ast.BinaryExpr, call string) {
	for _, operand := range []ast.Expr{e.X, e.Y} {
		inner, ok := ast.Unparen(operand).(*ast.BinaryExpr)
		if ok && inner.Op == e.Op || p.info.Types[operand].Value != nil || !p.isBool(operand) {
			continue
		}
		id := p.mutant(operand.Pos(), fmt.Sprintf("without %s %s", e.Op, p.brief(operand)))
		p.switched(operand, call, id, "")
	}
}

// comparison plants the boundary and the opposite of a comparison. For a constant integer the
// boundary is left out: the constant's own mutants are the same.
func (p *planter) comparison(e *ast.BinaryExpr, o operator) {
	if !p.isBool(e) {
		return
	}
	constant := p.info.Types[e.X].Value != nil || p.info.Types[e.Y].Value != nil
	t := p.info.Types[e.X].Type
	name := p.typeName(t, e.Pos())
	if o.call == "" || name == "" || constant && !isParameter(t) && p.integer(e.X) {
		id := p.mutant(e.Pos(), p.becomes(e, o.other[len(o.other)-1]))
		p.switched(e, "mutantNot", id, "")
		return
	}
	id := p.mutant(e.Pos(), p.becomes(e, o.other[0]))
	p.mutant(e.Pos(), p.becomes(e, o.other[1]))
	p.switched(e, o.call+"["+name+"]", id, "")
	p.replace(e.OpPos, e.Op, ",")
}

func (p *planter) arithmetic(e *ast.BinaryExpr, o operator) {
	t := p.number(e)
	if t == "" || isParameter(p.info.Types[e].Type) {
		return
	}
	id := p.mutant(e.Pos(), p.becomes(e, o.other[0]))
	p.switched(e, o.call+"["+t+"]", id, "")
	p.replace(e.OpPos, e.Op, ",")
}

// becomes describes an expression with another operator.
func (p *planter) becomes(e *ast.BinaryExpr, other token.Token) string {
	x, y := p.brief(e.X), p.brief(e.Y)
	return fmt.Sprintf("%s %s %s -> %s", x, e.Op, y, other)
}
