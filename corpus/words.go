package corpus

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/internal/bounded"
)

// englishWords has common words of three to five letters, written for this corpus.
//
//go:embed words/english.txt
var englishWords string

var words = Family{
	Name:    "words",
	summary: "word rectangles of {rows} by {cols} letters, {draws}",
	Params: []Param{
		number("<rows>", 2, 8, "words across, and letters of a word down"),
		number("x<cols>", 2, 8, "words down, and letters of a word across"),
		number("_w<draws>", 0, 9999, "random words drawn of each length, repeated ones too; 0 for the words of the list").
			or("0").says(func(draws string) string {
			if draws == "0" {
				return "words of the list {list}"
			}
			return draws + " random words over {letters} letters (seed {seed})"
		}),
		number("_a<letters>", 2, 26, "letters of random words: the first ones of the alphabet").or("26"),
		seedParam("seed of random words").or("0"),
		{Name: "list", file: true, Default: englishList,
			About: "words of three to five letters that come with xcbench, or a file of yours with a word a line"},
	},
	Form: `Every row and every column of a board of letters is a word, and no word occurs twice. The
words come from a list, or are random. Random words are drawn with the dice of
Python's random.Random(seed), letter by letter, first the words across and then the
words down; if the board is a square, both are the same.

Primary items are the words across A0, A1, ... and the words down D0, D1, .... Secondary
items are the cells <row><column>, coloured by their letters, and then the words: w and
the word for words across, x and the word for words down if those have another length.
Options are the words across in alphabetical order, each at every place, and then the
words down: the place, its cells, and the word.`,
	Source: "counted",
	Sample: "4x4",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols := v.int("rows"), v.int("cols")
		across, down, err := wordLists(v)
		if err != nil {
			return nil, err
		}
		mark := "x"
		if rows == cols {
			mark = "w"
		}
		var b builder
		b.Primary(numbered(0, rows, "A")...)
		b.Primary(numbered(0, cols, "D")...)
		cells := each(rectangle(rows, cols), squareGrid.name)
		b.Secondary(cells...)
		b.Secondary(each(across, func(w string) string { return "w" + w })...)
		if rows != cols {
			b.Secondary(each(down, func(w string) string { return mark + w })...)
		}
		type placed struct {
			word       string
			from, step int // the first cell, and from a cell to the next; cells count row by row
		}
		var all []placed
		var option []string
		put := func(line string, words []string, lines, from, step int, mark string) {
			places := numbered(0, lines, line)
			for _, w := range words {
				item := mark + w
				for l, place := range places {
					option = append(option[:0], place)
					for k := range w {
						option = append(option, cells[l*from+k*step]+":"+w[k:k+1])
					}
					b.Option(append(option, item)...)
					all = append(all, placed{w, l * from, step})
				}
			}
		}
		put("A", across, rows, cols, 1, "w")
		put("D", down, cols, 1, cols, mark)
		return b.drawn(func(options []int) picture.Picture {
			p := table(rows, cols, 2, picture.Empty)
			for _, o := range options {
				for k, sign := range strings.ToUpper(all[o].word) {
					at := all[o].from + k*all[o].step
					p.Cells[at].Label, p.Cells[at].Part = string(sign), at/cols
				}
			}
			return p
		})
	},
}

const englishList = "english"

// wordLists returns the words across and the words down, in alphabetical order.
func wordLists(v Values) (across, down []string, err error) {
	rows, cols, draws := v.int("rows"), v.int("cols"), v.int("draws")
	if draws > 0 && v["list"] != englishList || draws == 0 && (v["letters"] != "26" || v["seed"] != "0") {
		return nil, nil, fmt.Errorf("expected draws, letters and seed for random words, or a list and none of them")
	}
	d := pythonDice(v.int("seed"))
	list, name := englishWords, v["list"]
	if name != englishList && draws == 0 {
		text, err := bounded.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		list = string(text)
	}
	lists, err := readWords(name, list)
	if err != nil {
		return nil, nil, err
	}
	get := func(length int) []string {
		if draws > 0 {
			lists[length] = nil
			for range draws {
				var w strings.Builder
				for range length {
					w.WriteByte('a' + byte(d.below(v.int("letters"))))
				}
				lists[length] = append(lists[length], w.String())
			}
		}
		slices.Sort(lists[length])
		return slices.Compact(lists[length])
	}
	across = get(cols)
	if down = across; rows != cols {
		down = get(rows)
	}
	if len(across) == 0 || len(down) == 0 {
		return nil, nil, fmt.Errorf("no words of %d or of %d letters in the list %s, expected both", cols, rows, name)
	}
	return across, down, nil
}

// readWords returns the words of a list, a word a line, by their lengths. The error is a
// [format.SyntaxError].
func readWords(name, list string) (map[int][]string, error) {
	lists, number := map[int][]string{}, 0
	for line := range strings.Lines(list) {
		number++
		w := strings.TrimSpace(line)
		for k, r := range w {
			if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
				before := line[:strings.Index(line, w)+k]
				return nil, &format.SyntaxError{File: name, Line: number, Col: utf8.RuneCountInString(before) + 1,
					Msg: fmt.Sprintf("%q, expected a word of letters a to z", w)}
			}
		}
		lists[len(w)] = append(lists[len(w)], strings.ToLower(w))
	}
	return lists, nil
}
