package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// An edit inserts text into a file, or replaces a token by it. Edits add no lines, so the compiler
// and the tests report the lines of the source.
type edit struct {
	at, cut int // the offset, and how many bytes the text replaces
	order   int // among the edits at an offset
	text    string
}

// edits are the edits of one file.
type edits struct {
	lines *token.FileSet
	all   []edit
	made  int
}

// wrap puts text before and after a node. The first wrap of a node is the outermost.
func (e *edits) wrap(n ast.Node, before, after string) {
	e.made++
	e.add(n.Pos(), 0, e.made, before)
	e.add(n.End(), 0, -e.made, after)
}

// exchange puts text in the place of some bytes, after the texts of earlier edits.
func (e *edits) exchange(pos token.Pos, cut int, text string) {
	e.made++
	e.add(pos, cut, e.made, text)
}

// replace puts text in the place of an operator, after what ends before it.
func (e *edits) replace(pos token.Pos, old token.Token, text string) {
	e.add(pos, len(old.String()), 0, text)
}

func (e *edits) add(pos token.Pos, cut, order int, text string) {
	e.all = append(e.all, edit{e.lines.Position(pos).Offset, cut, order, text})
}

// apply returns the text with all edits.
func (e *edits) apply(text []byte) string {
	slices.SortStableFunc(e.all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order))
	})
	var out strings.Builder
	at := 0
	for _, one := range e.all {
		out.Write(text[at:one.at])
		out.WriteString(one.text)
		at = one.at + one.cut
	}
	out.Write(text[at:])
	return out.String()
}
