package report

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/renderer"
)

// word draws a text of any width: what tables have, and what they should not.
func word(r *rand.Rand) string {
	some := []string{"", "~ (p=0.030 Holm=0.900 n=10)", "1.025 ± 2%", "3.5 ± ∞", "timeout", "漢字", "é", "e\u0301", "a|b", "-1", "👩‍👩‍👧"}
	if r.IntN(2) == 0 {
		return some[r.IntN(len(some))]
	}
	letters := []rune("abcxyzABC0189/_=.-+%()[]{}<>\"'\\|#  éµ±∞─漢¡…\u00a0\u200b")
	var text strings.Builder
	for range r.IntN(12) {
		text.WriteRune(letters[r.IntN(len(letters))])
	}
	if r.IntN(20) == 0 {
		text.WriteString([]string{"\n", "\t", " ", "\x1b[31m", "\xff", "\x7f"}[r.IntN(6)])
	}
	return text.String()
}

func TestTheShortWayToTextHasTheBytesOfTheLongWay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	simple := 0
	for range 3000 {
		table := Table{}
		if r.IntN(2) == 0 {
			table.Title = "A title"
			table.Notes = []string{"a note"}
		}
		columns := 1 + r.IntN(5)
		for range columns {
			table.Columns = append(table.Columns, Column{Name: word(r), Right: r.IntN(2) == 0})
		}
		row := func() (cells []Cell) {
			for range columns {
				cells = append(cells, Text(word(r)))
			}
			return cells
		}
		for range 1 + r.IntN(4) {
			table.Rows = append(table.Rows, row())
		}
		if r.IntN(2) == 0 {
			table.Footer = row()
		}
		if !table.simple() {
			continue
		}
		simple++
		var short, long strings.Builder
		if err := table.simpleText(&short); err != nil {
			t.Fatal(err)
		}
		title := ""
		if table.Title != "" {
			title = table.Title + "\n"
		}
		if err := table.text(&long, renderer.NewBlueprint(plain), title); err != nil {
			t.Fatal(err)
		}
		if short.String() != long.String() {
			t.Fatalf("got\n%q, want\n%q", short.String(), long.String())
		}
	}
	if simple < 500 {
		t.Errorf("got %d simple tables, want 500", simple)
	}
}
