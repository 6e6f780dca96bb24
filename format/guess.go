package format

import "strings"

// expected is what a text should be.
const expected = "expected a sudoku, a matrix, a CNF or a DLX text"

// looksLike says what the lines ahead look like if they are no DLX text, or returns "". It also returns
// the first of them.
func (s *lines) looksLike() (first line, looks string) {
	const most = 20 // lines, to see more than a header
	var all []string
	for k := range most {
		ln, ok := s.peek(k)
		if !ok {
			break
		}
		if k == 0 {
			first = ln
		}
		all = append(all, ln.text)
	}
	return first, looksLike(all)
}

func looksLike(all []string) string {
	text := strings.ToLower(strings.Join(all, "\n"))
	first, _, _ := strings.Cut(text, "\n")
	every := func(signs string) bool { return strings.Trim(text, signs) == "" }
	switch {
	case strings.Contains(text, "opensudoku"):
		return "looks like a file of OpenSudoku; its puzzles are the words data=\"...\": put each in a line of its own"
	case strings.Contains(text, "killer") || strings.Contains(text, "sumocue") || strings.Contains(text, "cage") ||
		strings.Contains(text, "::k:"):
		return "looks like a killer sudoku; the sums of its cages are not exact cover, so it cannot be read"
	case strings.HasPrefix(first, "<"):
		return "looks like HTML or XML, " + expected
	case strings.HasPrefix(first, "{"), strings.HasPrefix(first, "[") && strings.ContainsAny(first, "[{,") && !strings.HasSuffix(first, "]"):
		return "looks like JSON, " + expected
	case strings.HasPrefix(first, "version https://git-lfs"):
		return "looks like a pointer of Git LFS, expected the file itself; 'git lfs pull' gets it"
	case every("01, \t\n"):
		return "looks like a matrix of 0s and 1s, expected rows of equal length, or a line with the numbers of rows and columns first"
	case len(all) > 2 && strings.Trim(strings.TrimPrefix(text, first), "01, \t\n") == "":
		return "looks like a matrix of 0s and 1s below a line of names, expected the matrix without the names"
	case len(all) > 1 && !strings.Contains(first, " ") && strings.Contains(first, ",") &&
		strings.Count(first, ",") == strings.Count(all[1], ","):
		return "looks like a table without a column of puzzles, expected a board such as 53..7.... in each row"
	case candidates(all):
		return "looks like the candidates of a sudoku, expected one sign for each cell, such as 53..7...."
	case every("0123456789.|-+*=? \t\n") && len(all) > 3:
		return "looks like a sudoku with blank cells left out, expected a sign such as '.' for each, " +
			"or rows whose cells stand below each other"
	}
	return ""
}

// candidates says whether nine lines have nine words of digits each.
func candidates(all []string) bool {
	rows := 0
	for _, text := range all {
		cells := words(text, "|[]{},")
		if len(cells) != 9 || strings.Trim(strings.Join(strings.Fields(text), ""), "123456789|[]{},.u") != "" {
			continue
		}
		rows++
	}
	return rows >= 9
}
