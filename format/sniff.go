package format

import (
	"slices"
	"strconv"
	"strings"
)

// How [NewReader] tells what a text is. Lines that begin with '#' are passed
// over, but for cnf, which knows no such comments. The first of these that fits
// decides:
//
//  1. cnf: the line "p cnf ...", after lines that begin with the word c or
//     none; or 64 KiB of such lines, as no other text would have them.
//  2. matrix: a line of two whole numbers that are equal, or with a next line of
//     0s and 1s that are as many as the second number says or could not be
//     an option of items so called.
//  3. sudoku: a line in which a sudoku begins, or a number, a heading or both and
//     then such a line.
//     A sudoku begins with
//     - a word of more than 25 signs, whatever their number: if that is wrong,
//     the message is to be about sudokus. Letters are signs only in words of
//     more than 200, since an item can have a long name;
//     - a shorter word of 4 or more digits and blank signs that has 16 of them,
//     or a blank sign other than 0, or a different such word after it in the
//     next line; or of 16 or 25 letters with another in the next line;
//     - a row of cells apart or in boxes that cannot be an item list since it
//     has a word twice, that has a blank sign other than 0, or that has
//     another such row in the next line;
//     - a row of cells with commas between all of them;
//     - a border, if the next line is a row.
//  4. dlx: all else.

// significant returns the line ahead that is k lines after the first one that
// is no '#' comment, comments not counted.
func significant(s *lines, k int) (line, error) {
	const most = 64 << 10 // what is looked at has to be kept
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
			return line{}, s.errorAt(ln, 0, "more than %d KiB of comments before a puzzle, name the format to have it read", most>>10)
		}
	}
}

// bodyAhead returns the text of a significant line without its comment, or "" if
// there is no such line.
func bodyAhead(s *lines, k int) string {
	ln, err := significant(s, k)
	if err != nil {
		return ""
	}
	body, _ := cutComment(ln.text)
	return strings.TrimSpace(body)
}

func isMatrix(s *lines) bool {
	header := strings.Fields(bodyAhead(s, 0))
	if len(header) != 2 || !isInteger(header[0]) || !isInteger(header[1]) {
		return false
	}
	if header[0] == header[1] {
		return true // an item list would not have one twice
	}
	row := strings.Fields(bodyAhead(s, 1))
	entries := strings.Join(row, "")
	if entries == "" || strings.Trim(entries, "01") != "" {
		return false
	}
	rightNumber := strconv.Itoa(len(entries)) == header[1] && header[0] != "0"
	return rightNumber || !isOption(row, header)
}

func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// isOption says whether the words can be an option of a problem with the
// given items.
func isOption(words, items []string) bool {
	return !repeats(words) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(items, w) })
}

func repeats(words []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(words)))) < len(words)
}

func isSudoku(s *lines) bool {
	k := 0
	if strings.Trim(bodyAhead(s, k), "0123456789") == "" {
		k++
	}
	if isHeading(bodyAhead(s, k)) {
		k++
	}
	return beginsSudoku(s, 0) || k > 0 && beginsSudoku(s, k)
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
	case n > 200:
		return isPlain(strings.Map(dropLetter, w.text)) // at least one sign is no letter
	case n > 25:
		return isPlain(w.text)
	case w.text == body || n == 16 && isPlain(w.text) && !strings.Contains(body, "|"):
		return beginsWithWord(w.text, next)
	}
	return beginsWithRow(body, next)
}

// sureBlanks are the signs that are blank cells and hardly ever items.
const sureBlanks = "._*-"

// isPlain says whether all of a word is decimal digits and blank signs.
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

// beginsWithWord is about a line of one short word, or a puzzle of side 4
// and its note.
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

// beginsWithRow is about a line of several words.
func beginsWithRow(row string, next func() string) bool {
	cells, n := cutRow(row, 0)
	if n < 4 || !areSigns(cells, n) {
		return false
	}
	if strings.HasPrefix(row, "|") { // or a comment of a DLX text
		border, _ := drawn(next())
		return border || isRow(next()) && strings.HasPrefix(next(), "|")
	}
	fields := strings.Fields(row)
	if strings.Contains(row, ",") { // or items like "1,2 2,1"
		return strings.Count(row, ",") >= n-1 && isSide(n) && (n > 4 || isRow(next()) && next() != row)
	}
	inner := func(field string) bool { return strings.LastIndex(field, "|") > 0 }
	switch {
	case repeats(fields) || slices.ContainsFunc(fields, inner):
		return true
	case !isSide(n):
		return false
	case len(fields) == n && slices.ContainsFunc(fields, func(f string) bool { return strings.Contains(sureBlanks, f) }):
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

// areSigns says whether all of the n cells of a row can be cells. They are not
// there at all if their number is wrong and they do not stand apart.
func areSigns(cells []word, n int) bool {
	isSign := func(w word) bool {
		if isBlankRun(w.text) || n >= 16 && len(w.text) == 1 && isLetter(rune(w.text[0])) {
			return true
		}
		number, err := strconv.ParseUint(w.text, 10, 8)
		return err == nil && (number < 10 || number <= 25 && n > 9)
	}
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(w word) bool { return !isSign(w) })
}
