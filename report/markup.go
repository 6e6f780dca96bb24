package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

// markdown writes the table for Markdown, with columns that align in a text editor too. Markdown
// has no footer, so the footer is the last row.
func (t Table) markdown(w io.Writer) error {
	escape := func(s string) string { return strings.ReplaceAll(flat(s), "|", `\|`) }
	line := func(cells []Cell) (all []string) {
		for _, c := range cells {
			all = append(all, escape(c.Text))
		}
		return all
	}
	lines := [][]string{nil}
	for _, c := range t.Columns {
		lines[0] = append(lines[0], escape(c.Name))
	}
	for _, row := range t.Rows {
		lines = append(lines, line(row))
	}
	if t.Footer != nil {
		lines = append(lines, line(t.Footer))
	}
	measure, widths := ruler{}, make([]int, len(t.Columns))
	for k := range widths {
		widths[k] = 1
		for _, l := range lines {
			widths[k] = max(widths[k], measure.width(l[k]))
		}
	}

	out := bufio.NewWriterSize(w, 1<<16)
	if t.Title != "" {
		fmt.Fprintf(out, "### %s\n\n", t.Title)
	}
	for _, sentence := range t.Lead {
		fmt.Fprintf(out, "%s\n\n", escape(sentence))
	}
	for n, l := range lines {
		for k, text := range l {
			blanks := strings.Repeat(" ", widths[k]-measure.width(text))
			if t.Columns[k].Right {
				text = blanks + text
			} else {
				text += blanks
			}
			out.WriteString("| " + text + " ")
		}
		out.WriteString("|\n")
		if n > 0 {
			continue
		}
		for k, c := range t.Columns {
			if dashes := strings.Repeat("-", widths[k]+1); c.Right {
				out.WriteString("|" + dashes + ":")
			} else {
				out.WriteString("|:" + dashes)
			}
		}
		out.WriteString("|\n")
	}
	for _, note := range t.Notes {
		fmt.Fprintf(out, "\n%s\n", escape(note))
	}
	return out.Flush()
}

// flat returns a text of a cell on one line.
func flat(s string) string { return printable(strings.ReplaceAll(s, "\n", " ")) }

// html writes the table for an HTML page.
func (t Table) html(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if t.Title != "" {
		fmt.Fprintf(out, "<h3>%s</h3>\n", html.EscapeString(t.Title))
	}
	for _, sentence := range t.Lead {
		fmt.Fprintf(out, "<p>%s</p>\n", html.EscapeString(sentence))
	}
	line := func(element string, cells []Cell) {
		out.WriteString("  <tr>")
		for k, c := range cells {
			side := "left"
			if t.Columns[k].Right {
				side = "right"
			}
			fmt.Fprintf(out, `<%s style="text-align: %s;">%s</%[1]s>`, element, side, html.EscapeString(flat(c.Text)))
		}
		out.WriteString("</tr>\n")
	}
	part := func(name, element string, rows ...[]Cell) {
		fmt.Fprintf(out, "<%s>\n", name)
		for _, row := range rows {
			line(element, row)
		}
		fmt.Fprintf(out, "</%s>\n", name)
	}
	out.WriteString("<table>\n")
	head := make([]Cell, len(t.Columns))
	for k, c := range t.Columns {
		head[k] = Text(c.Name)
	}
	part("thead", "th", head)
	if len(t.Rows) > 0 {
		part("tbody", "td", t.Rows...)
	}
	if t.Footer != nil {
		part("tfoot", "td", t.Footer)
	}
	out.WriteString("</table>\n")
	for _, note := range t.Notes {
		fmt.Fprintf(out, "<p>%s</p>\n", html.EscapeString(note))
	}
	return out.Flush()
}
