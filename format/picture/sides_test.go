package picture_test

import (
	"fmt"
	"testing"

	"xcbench/format/picture"
)

func TestSidesKnowTheirCellsAndBoundsTheirCorners(t *testing.T) {
	p := picture.Picture{Cells: []picture.Cell{{Outline: picture.Square(0, 0)}, {Outline: picture.Square(0, 1)}}}
	var got string
	for _, s := range p.Sides() {
		got += fmt.Sprintf("%v-%v%v", s.From, s.To, s.Cells)
	}
	want := "{0 0}-{1 0}[0]{1 0}-{1 1}[0 1]{0 1}-{1 1}[0]{0 0}-{0 1}[0]" + "{1 0}-{2 0}[1]{2 0}-{2 1}[1]{1 1}-{2 1}[1]"
	if got != want {
		t.Errorf("got sides %s, want %s", got, want)
	}
	if from, to := p.Bounds(); from != (picture.Point{}) || to != (picture.Point{X: 2, Y: 1}) {
		t.Errorf("got a drawing from %v to %v, want one from {0 0} to {2 1}", from, to)
	}
	if all := picture.Palette(); len(all) != 12 || all[0] != "#f0c05a" || all[0] == all[1] {
		t.Errorf("got the palette %q, want 12 colours", all)
	}
}
