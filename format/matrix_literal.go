package format

import "strings"

// A matrix may also be a literal of JSON or Python in one line, such as [[1,0],[0,1]].

func isMatrixLiteral(s *lines, _ Options) error {
	if s.literal() == "" {
		return errOther
	}
	return nil
}

func openMatrixLiteral(s *lines, o Options) Reader {
	return openMatrix(newLines(s.name, strings.NewReader(s.literal())), o)
}

// literal returns the rows of a matrix in the first line, each in a line, or "".
func (s *lines) literal() string {
	first, _ := s.peek(0)
	text := strings.TrimSpace(first.text)
	if !strings.HasPrefix(text, "[[") || !strings.HasSuffix(text, "]]") {
		return ""
	}
	rows := strings.Split(strings.TrimSuffix(text, "]]"), "]")
	width := -1
	for _, text := range rows {
		row, wrong := entries(text)
		if wrong >= 0 || strings.Contains(row, ".") || width >= 0 && len(row) != width {
			return ""
		}
		width = len(row)
	}
	if len(rows) < 2 || width < 1 {
		return ""
	}
	return strings.Join(rows, "\n")
}
