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

// sets returns the text as a DLX text, or "".
func (s *lines) sets() (text, remark string) {
	var all, joined []string
	var rows [][]int
	if first, _ := s.peek(0); !beginsSets().MatchString(first.text) {
		return "", ""
	}
	for k := range mostSets {
		ln, ok := s.peek(k)
		if !ok {
			break
		}
		row := []int{}
		for _, w := range strings.Fields(ln.text) {
			n, err := strconv.Atoi(w)
			if row = append(row, n); err != nil || n < 0 || n > maxColumns {
				row = nil
				break
			}
		}
		all, joined, rows = append(all, ln.text), append(joined, strings.Fields(ln.text)...), append(rows, row)
	}
	if s.err != io.EOF {
		return "", ""
	}
	head := rows[0]
	counted := func(at int) bool { // whether each row says in this place how many numbers follow
		return !slices.ContainsFunc(rows[1:], func(row []int) bool { return len(row) <= at || row[at] != len(row)-at-1 })
	}
	switch n := len(rows) - 1; {
	case strings.HasPrefix(all[0], "<"):
		primary, rest, _ := strings.Cut(strings.Join(joined, " ")[1:], ">")
		secondary, options, some := strings.Cut(strings.TrimSpace(rest), "]")
		if !some {
			secondary, options = "", rest
		}
		return primary + " | " + strings.TrimPrefix(secondary, "[") + "\n" + strings.ReplaceAll(options, ";", "\n"), ""
	case joined[0] == "p":
		primary, _ := strconv.Atoi(joined[2])
		secondary, _ := strconv.Atoi(joined[3])
		if primary > maxColumns || secondary > maxColumns {
			return "", ""
		}
		items := columnNames(primary + secondary)
		options := strings.ReplaceAll(" "+strings.Join(joined[4:], "  ")+" ", " 0 ", "\n")
		return strings.Join(items[:primary], " ") + " | " + strings.Join(items[primary:], " ") + "\n" + options, ""
	case strings.Contains(all[0], ":"):
		return named(all), ""
	case slices.ContainsFunc(rows, func(row []int) bool { return row == nil }):
		return "", ""
	case len(head) == 2 && head[0] == n && counted(0):
		return numbered(rows[1:], 1, head[1], 1), ""
	case len(head) == 2 && head[1] == n && counted(1):
		return numbered(rows[1:], 2, head[0], 1), "set partitioning; the costs are ignored"
	case len(head) == 1 && head[0] > 1 && n > 1:
		low := slices.Min(slices.Concat(rows[1:]...))
		return numbered(rows[1:], 0, head[0], min(low, 1)), ""
	}
	used := slices.Compact(slices.Sorted(slices.Values(slices.Concat(rows...))))
	low, columns := used[0], len(used)
	unsorted := func(row []int) bool { return !slices.IsSorted(row) }
	if low > 1 || used[columns-1] != low+columns-1 || len(head) == columns || len(rows) < 3 || slices.ContainsFunc(rows, unsorted) {
		return "", ""
	}
	return numbered(rows, 0, columns, low), fmt.Sprintf("read as sets of the numbers %d to %d; --from dlx reads it as a DLX text", low, used[columns-1])
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

// named returns the DLX text of lines with a name, a colon and items, or "".
func named(all []string) string {
	var items, names []string
	options := ""
	for _, text := range all {
		name, set, ok := strings.Cut(text, ":")
		words := strings.FieldsFunc(set, func(c rune) bool { return strings.ContainsRune(" ,[]\t", c) })
		if !ok || len(words) == 0 || strings.ContainsAny(set, ":|") {
			return ""
		}
		items, names = append(items, words...), append(names, name+":")
		options += "\n" + name + " " + strings.Join(words, " ")
	}
	slices.SortFunc(items, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return strings.Join(slices.Compact(items), " ") + " | " + strings.ReplaceAll(strings.Join(names, " "), ":", "") + options
}
