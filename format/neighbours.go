package format

import (
	"regexp"
	"strings"

	"xcbench/internal/lazy"
)

// look is a form of text that is not read, by its first lines.
type look struct {
	form func() *regexp.Regexp
	says string
}

// neighbours are the files of other programs, known by their names.
var neighbours = []look{
	{lazy.Regexp(`(?i)<opensudoku`), `a file of OpenSudoku; its puzzles are the words data="...": put each in a line of its own`},
	{lazy.Regexp(`(?i)^(sumocuev1=|3x3::k:)`), killer},
	{lazy.Regexp(`(?i)<instance`), "a file of XCSP3, expected a DLX text"},
	{lazy.Regexp(`(?i)^<(!doctype|html|\?xml|[a-z]+>)`), "HTML or XML, " + expected},
	{lazy.Regexp(`^version https://git-lfs`), "a pointer of Git LFS, expected the file itself; 'git lfs pull' gets it"},
	{lazy.Regexp(`^(c [^\n]*\n)*p wcnf`), "a weighted CNF; weights are not exact cover, expected 'p cnf VARIABLES CLAUSES'"},
	{lazy.Regexp(`^(c [^\n]*\n)+[-\d\s]*-\d[-\d\s]* 0\n`), "a CNF without its header, expected a line 'p cnf VARIABLES CLAUSES' first"},
	{lazy.Regexp(`^p inccnf`), "an incremental CNF, expected 'p cnf VARIABLES CLAUSES'"},
	{lazy.Regexp(`^(c [^\n]*\n)*p (edge|col) `), "a graph in the DIMACS format, expected a DLX text"},
	{lazy.Regexp(`^%%MatrixMarket`), "a file of MatrixMarket, expected a matrix of 0s and 1s"},
	{lazy.Regexp(`(?i)^\* #variable=`), "an OPB file of pseudo-Boolean constraints, expected a DLX text"},
	{lazy.Regexp(`(?is)^(minimize|maximize)\b.*subject to`), "an LP file, expected a DLX text"},
	{lazy.Regexp(`(?im)^\[puzzle\]$`), "a file of sections, such as [Puzzle] and [State], expected the lines of [Puzzle] alone, without the names of the sections"},
	{lazy.Regexp(`^\d+x\d+:[a-z_0-9]+\n`), "a game id of Simon Tatham's puzzles, expected a sign for each cell"},
}

// isNeighbour looks at one line if that cannot be of such a file: the next one of a pipe may take long to come.
func isNeighbour(s *lines, _ Options) error {
	if first, _ := s.peek(0); strings.IndexAny(first.text, "<cmM[#") == 0 {
		return s.looksLike(neighbours, 8)
	}
	return s.looksLike(neighbours, 1)
}

// looksLike declines a text whose first lines have one of the forms.
func (s *lines) looksLike(forms []look, lines int) error {
	first, _ := s.peek(0)
	var text strings.Builder
	for k := range lines {
		ln, ok := s.peek(k)
		if !ok {
			break
		}
		text.WriteString(ln.text[:min(len(ln.text), 1<<10)] + "\n")
	}
	for _, f := range forms {
		if f.form().MatchString(text.String()) {
			return s.errorAt(first, 0, "looks like %s", f.says)
		}
	}
	return errOther
}
