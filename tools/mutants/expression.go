package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// expression plants the mutants of an expression, and reports whether those of its parts remain.
func (p *planter) expression(e ast.Expr) bool {
	switch tv := p.info.Types[e]; {
	case tv.IsType():
		return false
	case tv.Value != nil:
		p.constant(e)
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		p.binary(e)
	case *ast.UnaryExpr:
		p.unary(e)
	case *ast.CallExpr:
		p.extreme(e)
	case *ast.CompositeLit:
		p.literal(e)
		return false
	case *ast.SelectorExpr:
		p.walk(e.X)
		return false
	}
	return true
}

// literal plants the mutants of the elements. The keys of arrays have to be constants.
func (p *planter) literal(e *ast.CompositeLit) {
	_, isMap := p.info.Types[e].Type.Underlying().(*types.Map)
	for _, element := range e.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if isMap {
				p.walk(pair.Key)
			}
			element = pair.Value
		}
		p.walk(element)
	}
}

// Durations below this many nanoseconds are factors rather than times.
const shortest = 1000

// constant plants neighbours of an integer, twice a float, no time for a duration, and the other
// truth value.
func (p *planter) constant(e ast.Expr) {
	t, value := p.info.Types[e].Type, p.info.Types[e].Value
	if p.isBool(e) {
		p.switched(e, "mutantNot", p.mutant(e.Pos(), p.brief(e)+" -> "+fmt.Sprint(!constant.BoolVal(value))), "")
		return
	}
	name := p.number(e)
	if name == "" || isParameter(t) {
		return
	}
	was := p.brief(e)
	mutant := func(becomes string) int { return p.mutant(e.Pos(), was+" -> "+becomes) }
	if t.Underlying().(*types.Basic).Info()&types.IsFloat != 0 {
		if constant.Sign(value) == 0 {
			p.switched(e, "mutantPlus["+name+"]", mutant("1"), "")
		} else {
			p.switched(e, "mutantConst["+name+"]", mutant("2 * "+was), ", 2*("+p.raw(e)+")")
		}
		return
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	if exact && n >= shortest && types.TypeString(t, nil) == "time.Duration" {
		p.switched(e, "mutantConst["+name+"]", mutant("0"), ", 0")
		return
	}
	next := func(by int) string {
		if isLiteral(e) && exact {
			return fmt.Sprint(n + int64(by))
		}
		return fmt.Sprintf("%s%+d", was, by)
	}
	p.switched(e, "mutantPlus["+name+"]", mutant(next(1)), "")
	if constant.Sign(value) != 0 {
		p.switched(e, "mutantMinus["+name+"]", mutant(next(-1)), "")
	}
}

// isLiteral reports whether an expression is a number, as in 1 or -1.
func isLiteral(e ast.Expr) bool {
	if minus, ok := e.(*ast.UnaryExpr); ok {
		e = minus.X
	}
	_, ok := e.(*ast.BasicLit)
	return ok
}

// number returns the name of the type of a number that is no complex one, or "".
func (p *planter) number(e ast.Expr) string {
	t := p.info.Types[e].Type
	if t == nil {
		return ""
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsFloat) == 0 {
		return ""
	}
	return p.typeName(t, e.Pos())
}

func (p *planter) integer(e ast.Expr) bool {
	basic, ok := p.info.Types[e].Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// isBool is false for types with a name of their own, which the switches do not take.
func (p *planter) isBool(e ast.Expr) bool {
	t := p.info.Types[e].Type
	return t != nil && (types.Identical(t, types.Typ[types.Bool]) || t == types.Typ[types.UntypedBool])
}

func isParameter(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// condition plants the opposite of a condition without an operator.
func (p *planter) condition(e ast.Expr) {
	if e == nil || p.info.Types[e].Value != nil || !p.isBool(e) {
		return
	}
	switch bare := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
	case *ast.UnaryExpr:
		if bare.Op == token.ARROW {
			p.not(e)
		}
	default:
		p.not(e)
	}
}

func (p *planter) not(e ast.Expr) {
	p.switched(e, "mutantNot", p.mutant(e.Pos(), p.brief(e)+" -> !"+p.brief(e)), "")
}

// unary plants an expression without its operator.
func (p *planter) unary(e *ast.UnaryExpr) {
	change := p.brief(e) + " -> " + p.brief(e.X)
	t := p.number(e)
	switch {
	case e.Op == token.NOT && p.isBool(e):
		p.switched(e, "mutantNot", p.mutant(e.Pos(), change), "")
	case e.Op == token.SUB && t != "":
		p.switched(e, "mutantNegate["+t+"]", p.mutant(e.Pos(), change), "")
	case e.Op == token.XOR && t != "":
		p.switched(e, "mutantFlip["+t+"]", p.mutant(e.Pos(), change), "")
	}
}

// extreme plants max for min, and min for max.
func (p *planter) extreme(e *ast.CallExpr) {
	f, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok {
		return
	}
	if _, builtin := p.info.Uses[f].(*types.Builtin); !builtin {
		return
	}
	other := map[string]string{"min": "max", "max": "min"}[f.Name]
	t := p.typeName(p.info.Types[e].Type, e.Pos())
	if other == "" || t == "" || len(e.Args) < 2 {
		return
	}
	id := p.mutant(e.Pos(), p.brief(e)+" -> "+other)
	call := map[string]string{"min": "mutantMin", "max": "mutantMax"}[f.Name]
	p.exchange(f.Pos(), len(f.Name), call+"["+t+"]")
	p.exchange(e.Lparen+1, 0, fmt.Sprintf("%d, ", id))
}
