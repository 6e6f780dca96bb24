package format

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"xcbench/internal/lazy"
)

// Sets are options that other programs write in other ways than a DLX text. They are read as one:
//
//   - <a b c>[d e]; a b d; c e; with the primary items, the secondary ones and the options, or DIMACS
//     lines after "p xc PRIMARY SECONDARY", both of miniexact.
//   - A: 1 4 7, with a name for each option, also as YAML. The name becomes a secondary item.
//   - "ROWS COLUMNS" and lines with the number of columns and the columns of a row; or set partitioning
//     of the OR-Library, which has a cost before that. Costs are ignored.
//   - Lines of ascending numbers, also below the number of columns.

// mostSets bounds the lines of a text of sets, which is kept.
const mostSets = 1 << 20

var beginsSets = lazy.Regexp(`^(<[^<>]*>|p xc \d+ \d+\s*$|[\w.-]+: *\[?[\w., -]+\]?\s*$|\d{1,7}( +\d{1,7})*\s*$)`)

func isSets(s *lines, _ Options) error {
	s.comment = isComment
	if text, _ := s.sets(); text == "" {
		return errOther
	}
	return nil
}

type setsReader struct {
	*dlxReader
	remark string
}

func openSets(s *lines, _ Options) Reader {
	s.comment = isComment
	text, remark := s.sets()
	if text == "" && (s.err == nil || s.err == io.EOF) {
		s.err = s.errorAt(line{number: 1}, 0, "expected sets: <items>[secondary items]; options, or 'A: 1 4 7', or rows of ascending numbers")
	}
	if text == "" {
		return &setsReader{&dlxReader{lines: &lines{err: s.err}}, ""}
	}
	return &setsReader{&dlxReader{lines: newLines(s.name, strings.NewReader(text))}, remark}
}

func (r *setsReader) Read() (*Puzzle, error) {
	p, err := r.dlxReader.Read()
	if err == nil && r.remark != "" {
		p.Warnings = append(p.Warnings, r.lines.name+": "+r.remark)
	}
	return p, err
}

// setsText is a text of sets: its lines, and the numbers of each, or nil where it has something else.
type setsText struct {
	all  []string
	rows [][]int
}

// setsForms return a text of their form as a DLX text, which is "" if it has a fault, and a remark.
var setsForms = []func(setsText) (text, remark string, ok bool){
	setsText.angled, setsText.xc, setsText.named, setsText.counted, setsText.below, setsText.bare,
}

// sets returns the text as a DLX text, and a remark; or "".
func (s *lines) sets() (text, remark string) {
	if first, _ := s.peek(0); !beginsSets().MatchString(first.text) {
		return "", ""
	}
	t, err := s.setsText()
	if err != io.EOF || t.isDLX() {
		return "", ""
	}
	for _, form := range setsForms {
		if text, remark, ok := form(t); ok {
			return text, remark
		}
	}
	return "", ""
}

// setsText reads up to the end of the file, or until the text is seen to be none of sets.
func (s *lines) setsText() (t setsText, err error) {
	for k := range mostSets {
		ln, err := s.next()
		if err != nil {
			return t, err
		}
		t.all, t.rows = append(t.all, ln.text), append(t.rows, numbersOf(ln.text))
		if k == enoughOptions && t.isDLX() || t.rows[0] != nil && t.rows[k] == nil {
			break
		}
	}
	return t, nil
}

// numbersOf returns the numbers of a line, or nil if it has something else.
func numbersOf(text string) []int {
	row := []int{}
	for _, w := range strings.Fields(text) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > maxColumns {
			return nil
		}
		row = append(row, n)
	}
	return row
}

// enoughOptions is how many options that consist of items make a DLX text.
const enoughOptions = 1000

// isDLX says whether the rows after the first one are options of its numbers as items.
func (t setsText) isDLX() bool {
	items := map[int]bool{}
	for _, n := range t.rows[0] {
		items[n] = true
	}
	for _, row := range t.rows[1:] {
		if row == nil || slices.ContainsFunc(row, func(n int) bool { return !items[n] }) {
			return false
		}
	}
	return len(t.rows) > 1
}

// words returns all words of the text.
func (t setsText) words() []string { return strings.Fields(strings.Join(t.all, " ")) }

// areNumbers says whether all lines have numbers only.
func (t setsText) areNumbers() bool {
	return !slices.ContainsFunc(t.rows, func(row []int) bool { return row == nil })
}

// angled is the form <items>[secondary items]; options.
func (t setsText) angled() (text, remark string, ok bool) {
	inner, ok := strings.CutPrefix(strings.Join(t.words(), " "), "<")
	if !ok {
		return "", "", false
	}
	primary, rest, _ := strings.Cut(inner, ">")
	secondary, options, some := strings.Cut(strings.TrimSpace(rest), "]")
	if !some {
		secondary, options = "", rest
	}
	return primary + " | " + strings.TrimPrefix(secondary, "[") + "\n" + strings.ReplaceAll(options, ";", "\n"), "", true
}

// xc is the form "p xc PRIMARY SECONDARY", and options that end in 0.
func (t setsText) xc() (text, remark string, ok bool) {
	words := t.words()
	if words[0] != "p" {
		return "", "", false
	}
	primary, _ := strconv.Atoi(words[2])
	secondary, _ := strconv.Atoi(words[3])
	if primary > maxColumns || secondary > maxColumns {
		return "", "", true
	}
	items := columnNames(primary + secondary)
	options := strings.ReplaceAll(" "+strings.Join(words[4:], "  ")+" ", " 0 ", "\n")
	return strings.Join(items[:primary], " ") + " | " + strings.Join(items[primary:], " ") + "\n" + options, "", true
}

// counted is the form of a line with two sizes, and rows that say how many numbers follow.
func (t setsText) counted() (text, remark string, ok bool) {
	head, n := t.rows[0], len(t.rows)-1
	says := func(at int) bool { // whether each row says it in this place
		return !slices.ContainsFunc(t.rows[1:], func(row []int) bool { return len(row) <= at || row[at] != len(row)-at-1 })
	}
	switch {
	case !t.areNumbers() || len(head) != 2:
		return "", "", false
	case head[0] == n && says(0):
		return numbered(t.rows[1:], 1, head[1], 1), "", true
	case head[1] == n && says(1):
		return numbered(t.rows[1:], 2, head[0], 1), "set partitioning; the costs are ignored", true
	}
	return "", "", false
}

// below is the form of rows below the number of columns.
func (t setsText) below() (text, remark string, ok bool) {
	if head := t.rows[0]; t.areNumbers() && len(head) == 1 && head[0] > 1 && len(t.rows) > 2 {
		return numbered(t.rows[1:], 0, head[0], min(slices.Min(slices.Concat(t.rows[1:]...)), 1)), "", true
	}
	return "", "", false
}

// bare is the form of ascending rows alone.
func (t setsText) bare() (text, remark string, ok bool) {
	if !t.areNumbers() || len(t.rows) < 3 || slices.ContainsFunc(t.rows, func(row []int) bool { return !slices.IsSorted(row) }) {
		return "", "", false
	}
	used := slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.rows...))))
	low, columns := used[0], len(used)
	if low > 1 || used[columns-1] != low+columns-1 {
		return "", "", false
	}
	return numbered(t.rows, 0, columns, low), fmt.Sprintf("read as sets of the numbers %d to %d; --from dlx reads it as a DLX text", low, used[columns-1]), true
}

// numbered returns the DLX text of rows of numbers from low on, without the first few numbers of each, or "".
func numbered(rows [][]int, skip, columns, low int) string {
	var text strings.Builder
	for c := range columns {
		fmt.Fprint(&text, low+c, " ")
	}
	for _, row := range rows {
		text.WriteByte('\n')
		for _, n := range row[skip:] {
			if n < low || n >= low+columns {
				return ""
			}
			fmt.Fprint(&text, n, " ")
		}
	}
	return text.String()
}

// named is the form of lines with a name, a colon and items.
func (t setsText) named() (text, remark string, ok bool) {
	var items, names []string
	var options strings.Builder
	for _, line := range t.all {
		name, set, ok := strings.Cut(line, ":")
		words := strings.FieldsFunc(set, func(c rune) bool { return strings.ContainsRune(" ,[]\t", c) })
		if !ok || len(words) == 0 || strings.ContainsAny(set, ":|") {
			return "", "", false
		}
		items, names = append(items, words...), append(names, name+":")
		options.WriteString("\n" + name + " " + strings.Join(words, " "))
	}
	slices.SortFunc(items, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return strings.Join(slices.Compact(items), " ") + " | " + strings.ReplaceAll(strings.Join(names, " "), ":", "") + options.String(), "", true
}
