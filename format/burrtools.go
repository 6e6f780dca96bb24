package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
)

// burrTools is a file of BurrTools: shapes made of cubes, and problems, in which some shapes fill another shape.
// Each problem is read as a board and its pieces. BurrTools counts one of the solutions that differ by a
// turn of the board, and these are counted each.
type burrTools struct {
	Grid struct {
		Type int `xml:"type,attr"` // 0 for cubes
	} `xml:"gridType"`
	Shapes   []voxels `xml:"shapes>voxel"`
	Problems []struct {
		MaxHoles string     `xml:"maxHoles,attr"`
		Shapes   []voxelUse `xml:"shapes>shape"`
		Result   voxelUse   `xml:"result"`
	} `xml:"problems>problem"`
}

// voxelUse names a shape by its index, with the number of its copies or the range of that.
type voxelUse struct {
	ID    int `xml:"id,attr"`
	Count int `xml:"count,attr"`
	Min   int `xml:"min,attr"`
	Max   int `xml:"max,attr"`
}

// voxels is a shape, with a sign for each place: '#' is filled, '+' may be filled, '_' is empty.
type voxels struct {
	X     int    `xml:"x,attr"`
	Y     int    `xml:"y,attr"`
	Z     int    `xml:"z,attr"`
	Signs string `xml:",chardata"`
}

// mostXML bounds the bytes of a file, which may have thousands of solutions beside its problems.
const mostXML = 64 << 20

// isBurrTools accepts a file of XML whose outer element is a puzzle.
func isBurrTools(s *lines, _ Options) error {
	for k := range 2 { // a declaration may be in front
		ln, _ := s.peek(k)
		if !strings.HasPrefix(ln.text, "<") {
			break
		}
		if strings.Contains(ln.text, "<puzzle version=") {
			return nil
		}
	}
	return errOther
}

func openBurrTools(s *lines, o Options) Reader {
	first, _ := s.peek(0)
	text, err := s.burrTools()
	if err != nil {
		return s.fail(s.errorAt(first, 0, "a file of BurrTools: %v", err))
	}
	made := newLines(s.name, strings.NewReader(text))
	made.origin = first.number
	return openPieces(made, o)
}

// burrTools reads a file, and returns its problems as texts of pieces and boards.
func (s *lines) burrTools() (string, error) {
	var in, out strings.Builder
	for ln, ok := s.peek(0); ok && in.Len() < mostXML; ln, ok = s.peek(0) {
		in.WriteString(ln.text + "\n")
		s.next()
	}
	var file burrTools
	if xml.Unmarshal([]byte(in.String()), &file) != nil {
		return "", errors.New("cut off or damaged, expected XML as BurrTools writes it")
	}
	if file.Grid.Type != 0 || len(file.Problems) == 0 {
		return "", errors.New("another grid, or no problem, expected a problem in cubes")
	}
	for n := range file.Problems {
		if err := file.problem(&out, n); err != nil {
			return "", fmt.Errorf("problem %d has %v", n+1, err)
		}
	}
	return out.String(), nil
}

// problem writes a problem. A piece that is turned in space may be turned over where it lies flat.
func (b *burrTools) problem(out *strings.Builder, n int) error {
	p := b.Problems[n]
	result, board, err := b.shape(p.Result.ID)
	if err == nil && p.MaxHoles != "" && strings.Contains(result.Signs, "+") {
		err = errors.New("a number of holes, expected that each place which may be filled may be empty")
	}
	if err != nil {
		return err
	}
	out.WriteString("board\n" + board)
	for _, s := range p.Shapes {
		shape, drawing, err := b.shape(s.ID)
		if err != nil {
			return err
		}
		words := fmt.Sprintf("x%d", s.Count)
		switch {
		case s.Min == s.Max && s.Count == 0:
			continue
		case s.Min == 0 && s.Max == 1:
			words = "maybe"
		case s.Min == 0 && s.Max > 0 && s.Max*strings.Count(shape.Signs, "#") >= len(result.Signs):
			words = "any"
		case s.Min != s.Max:
			return fmt.Errorf("%d to %d copies of shape %d, expected a number, 0 to 1, or as many as fit", s.Min, s.Max, s.ID)
		}
		if result.Z == 1 {
			words += " flip"
		}
		fmt.Fprintf(out, "piece S%d %s\n%s", s.ID, words, drawing)
	}
	return nil
}

// shape returns a shape and its drawing.
func (b *burrTools) shape(id int) (v voxels, drawing string, err error) {
	if id < 0 || id >= len(b.Shapes) {
		return v, "", fmt.Errorf("no shape %d", id)
	}
	v = b.Shapes[id]
	v.Signs = strings.Join(strings.Fields(v.Signs), "")
	if min(v.X, v.Y, v.Z) < 1 || max(v.X, v.Y, v.Z, v.X*v.Y) > mostPoints || len(v.Signs) != v.X*v.Y*v.Z {
		return v, "", fmt.Errorf("shape %d of %d x %d x %d places with %d signs, expected a sign without a colour for each place",
			id, v.X, v.Y, v.Z, len(v.Signs))
	}
	var out strings.Builder
	for k := 0; k < len(v.Signs); k += v.X {
		if k > 0 && k%(v.X*v.Y) == 0 {
			out.WriteString("--\n")
		}
		out.WriteString(strings.NewReplacer("+", "o", "_", ".").Replace(v.Signs[k:k+v.X]) + "\n")
	}
	return v, out.String(), nil
}
