package format

import (
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
)

// [NewReader] detects the format of a text as follows. Lines that begin with '#' are skipped,
// except for cnf, which has no such comments. The first of these formats that fits is chosen:
//
//  1. cnf: the line "p cnf ...", after any number of lines whose first word is c; or 64 KiB of such
//     lines, which no other text would have.
//  2. matrix: a line of two whole numbers that are equal, unless a sudoku follows, or that are
//     followed by a line of 0s and 1s. There must be as many 0s and 1s as the second number says, or
//     the line must be impossible as an option of items with these numbers as names. Or the size is
//     left out: two or more lines have equally many 0s and 1s, and one of the first 16 has two 1s.
//     The second must be impossible as an option of the first.
//  3. sudoku: a line in which a sudoku begins, or a number, headings or both, followed by such a
//     line; or the header of a table with puzzles; or a grid with empty cells. A sudoku begins with one
//     of these:
//     - a word of more than 25 signs. If the number of signs is wrong, the error message should be
//       about sudokus. Letters are signs only in words of more than 200 and of 100, 144, 169 or 196,
//       because an item may have a long name;
//     - a shorter word of 4 or more digits and blank signs. It must have 16 of them, or have a
//       blank sign other than 0, or be followed by a different such word in the next line. Or it
//       has 16 or 25 letters and is followed by another such word in the next line;
//     - a row of cells that are separated or in boxes. It must repeat a word, as no item list does,
//       or have a blank sign other than 0, or be followed by another such row in the next line;
//     - a row of cells with commas between all of them;
//     - a border, if the next line is a row.
//  4. dlx: everything else. A text without options is an error unless dlx is named: any line could
//     be a list of items, and the problem of such a list has no solution.

// significant returns the line ahead that is k lines after the first line that is no '#' comment.
// Comments do not count.
func significant(s *lines, k int) (line, error) {
	const most = 64 << 10 // lines that were looked at are kept
	passed := 0
	for i := 0; ; i++ {
		ln, ok := s.peek(i)
		if !ok {
			return line{}, s.err
		}
		if !isComment(ln.text) {
			if k == 0 {
				return ln, nil
			}
			k--
			continue
		}
		if passed += len(ln.text); passed > most {
			return line{}, s.errorAt(ln, 0,
				"more than %d KiB of comments, expected a puzzle; name the format to have it read", most>>10)
		}
	}
}

// bodyAhead returns the text of a significant line without its comment, or "" if there is no such
// line.
func bodyAhead(s *lines, k int) string {
	ln, err := significant(s, k)
	if err != nil {
		return ""
	}
	if strings.Contains(ln.text, "\t\t") { // the tabs may stand for empty cells
		return strings.Trim(body(ln.text), " ")
	}
	return strings.TrimSpace(body(ln.text))
}

func isMatrix(s *lines) bool {
	header := strings.Fields(bodyAhead(s, 0))
	if isRows(s, header) {
		return true
	}
	if len(header) != 2 || !isInteger(header[0]) || !isInteger(header[1]) {
		return false
	}
	if header[0] == header[1] { // an item list has no name twice
		side, _ := strconv.Atoi(header[0])
		for k := 1; 1 < side && k <= side; k++ {
			switch entries := strings.Join(strings.Fields(bodyAhead(s, k)), ""); {
			case entries == "":
				return true
			case strings.Trim(entries, "01") != "":
				return !beginsSudoku(s, k)
			}
		}
		return true
	}
	row := strings.Fields(bodyAhead(s, 1))
	entries := strings.Join(row, "")
	if entries == "" || strings.Trim(entries, "01") != "" {
		return false
	}
	rightNumber := strconv.Itoa(len(entries)) == header[1] && header[0] != "0"
	return rightNumber || !isOption(row, header)
}

// isRows says whether a matrix without its size is ahead, whose first line has these words.
func isRows(s *lines, first []string) bool {
	entries := entriesOf(strings.Join(first, ""))
	if len(entries) < 2 || strings.Trim(entries, "01") != "" {
		return false
	}
	second := strings.Fields(bodyAhead(s, 1))
	if !repeats(first) && isOption(second, first) {
		return false
	}
	for k := range 16 {
		row := entriesOf(bodyAhead(s, k))
		if k >= 2 && row == "" {
			break
		}
		if len(row) != len(entries) || strings.Trim(row, "01") != "" {
			return false
		}
		if k > 0 && strings.Count(row+entries, "1") > 2 {
			return true
		}
	}
	return false
}

func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// isOption says whether the words can be an option of a problem with the given items.
func isOption(words, items []string) bool {
	return !repeats(words) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(items, w) })
}

func repeats(words []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(words)))) < len(words)
}

func isSudoku(s *lines) bool {
	if beginsSudoku(s, 0) || tableAt(s) != nil {
		return true
	}
	k := 0
	for ; k < 4; k++ {
		text := bodyAhead(s, k)
		isCount := k == 0 && strings.Trim(text, "0123456789") == ""
		if text == "" || !isCount && !isHeading(text) && !isSection(text) && !new(rules).heading(line{text: text}) {
			break
		}
	}
	return k > 0 && beginsSudoku(s, k) || isSpacedAhead(s)
}

// beginsSudoku says whether a sudoku begins in the significant line k.
func beginsSudoku(s *lines, k int) bool {
	body, next := bodyAhead(s, k), func() string { return bodyAhead(s, k+1) }
	w, n := puzzleWord(body)
	border, _ := drawn(body)
	switch {
	case body == "":
		return false
	case border && isRow(next()):
		return true
	case n > 0 && isRule(body[len(w.text):]) && new(rules).words(line{}, body[len(w.text):]) == "":
		return true
	case n > 200 || n >= 100 && sideOf(n) > 0:
		return isPlain(strings.Map(dropLetter, w.text)) // at least one sign is no letter
	case n > 25:
		return isPlain(w.text)
	case w.text == body || n == 16 && isPlain(w.text) && !strings.Contains(body, "|"):
		return beginsWithWord(w.text, next)
	}
	return beginsWithRow(body, next)
}

// IsSudoku reports whether a line is a sudoku, perhaps of a few cells too many or too few. It is strict, so
// that a name is not taken for a sudoku: it asks for 16 or more digits and blank signs. Letters count too
// if the text has as many cells as a board of side 10 or more.
func IsSudoku(text string) bool {
	w, n := puzzleWord(text)
	return n >= 16 && isPlain(w.text) || isBoard(w.text)
}

// sureBlanks are the signs for blank cells that are hardly ever names of items.
const sureBlanks = "._*-?"

// isPlain says whether a word consists of decimal digits and blank signs.
func isPlain(word string) bool {
	return word != "" && strings.Trim(word, "123456789"+blanks+blankLetters) == ""
}

func dropLetter(c rune) rune {
	if isLetter(c) {
		return -1
	}
	return c
}

func isLetter(c rune) bool { return strings.ContainsRune(letters+strings.ToLower(letters), c) }

// beginsWithWord judges a line of one short word, or of a puzzle of side 4 and its note.
func beginsWithWord(word string, next func() string) bool {
	if !isPlain(word) {
		after := next()
		return isRow(word) && isRow(after) && len(after) == len(word) && after != word
	}
	if len(word) < 4 {
		return false
	}
	if len(word) == 16 || strings.ContainsAny(word, sureBlanks) {
		return true
	}
	after := next()
	return isPlain(after) && after != word
}

// beginsWithRow judges a line of several words.
func beginsWithRow(row string, next func() string) bool {
	cells, n := cutRow(row, 0)
	if n < 4 || !areSigns(cells, n) {
		return false
	}
	if strings.HasPrefix(row, "|") { // it may be a comment of a DLX text
		border, _ := drawn(next())
		return border || isRow(next()) && strings.HasPrefix(next(), "|")
	}
	fields := strings.Fields(row)
	if strings.Contains(row, ",") { // it may be a list of items such as "1,2 2,1"
		return strings.Count(row, ",") >= n-1 && isSide(n) && (n > 4 || isRow(next()) && next() != row)
	}
	inner := func(field string) bool { return strings.LastIndex(field, "|") > 0 }
	switch {
	case repeats(fields) || slices.ContainsFunc(fields, inner):
		return true
	case !isSide(n):
		return false
	case len(fields) == n &&
		slices.ContainsFunc(fields, func(f string) bool { return strings.Contains(sureBlanks, f) }):
		return true
	}
	if after, m := cutRow(next(), 0); m != n || !areSigns(after, m) {
		return false
	}
	return next() != row && (len(cells) == len(words(row, "|")) || !isOption(strings.Fields(next()), fields))
}

// isRow says whether a line can be a row of a grid.
func isRow(text string) bool {
	cells, n := cutRow(text, 0)
	return isSide(n) && areSigns(cells, n)
}

// areSigns says whether the n cells of a row can all be cells. There are no cells if their number
// is wrong and nothing separates them.
func areSigns(cells []word, n int) bool {
	isSign := func(w word) bool {
		if isBlankRun(w.text) || n > 9 && len(w.text) == 1 && isLetter(rune(w.text[0])) {
			return true
		}
		number, err := strconv.ParseUint(w.text, 10, 8)
		return err == nil && (number < 10 || number <= sudoku.MaxSide && n > 9)
	}
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(w word) bool { return !isSign(w) })
}
