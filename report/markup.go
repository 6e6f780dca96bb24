package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

// writeMarkdown writes the title as a heading, the lead, the table, and the notes. Columns are
// padded, so the source is readable. Markdown has no footer: it is the last row.
func (t Table) writeMarkdown(w io.Writer) error {
	ruler := ruler{}
	cells := func(row []Cell) []string {
		all := make([]string, len(row))
		for k, c := range row {
			all[k] = escapeBars(oneLine(c.Text))
		}
		return all
	}
	lines := [][]string{cells(t.heads())}
	for _, row := range t.Rows {
		lines = append(lines, cells(row))
	}
	if t.Footer != nil {
		lines = append(lines, cells(t.Footer))
	}
	widths := make([]int, len(t.Columns))
	for k := range widths {
		widths[k] = 1
		for _, line := range lines {
			widths[k] = max(widths[k], ruler.width(line[k]))
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if t.Title != "" {
		out.WriteString("### " + t.Title + "\n\n")
	}
	for _, sentence := range t.Lead {
		out.WriteString(escapeBars(sentence) + "\n\n")
	}
	for n, line := range lines {
		for k, text := range line {
			blank := strings.Repeat(" ", widths[k]-ruler.width(text))
			if t.Columns[k].Right {
				out.WriteString("| " + blank + text + " ")
			} else {
				out.WriteString("| " + text + blank + " ")
			}
		}
		out.WriteString("|\n")
		if n > 0 {
			continue
		}
		for k, width := range widths { // the line below the heads, which aligns the columns
			rule := strings.Repeat("-", width+1)
			if t.Columns[k].Right {
				out.WriteString("|" + rule + ":")
			} else {
				out.WriteString("|:" + rule)
			}
		}
		out.WriteString("|\n")
	}
	for _, note := range t.Notes {
		out.WriteString("\n" + escapeBars(note) + "\n")
	}
	return out.Flush()
}

// oneLine returns a text with blanks in place of line breaks, and without other control characters.
func oneLine(s string) string { return printable(strings.ReplaceAll(s, "\n", " ")) }

// escapeBars escapes the bars of a text, which Markdown takes for the ends of cells.
func escapeBars(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// writeHTML writes a heading, the lead as paragraphs, the table, and the notes as paragraphs.
func (t Table) writeHTML(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if t.Title != "" {
		out.WriteString("<h3>" + html.EscapeString(t.Title) + "</h3>\n")
	}
	for _, sentence := range t.Lead {
		out.WriteString("<p>" + html.EscapeString(sentence) + "</p>\n")
	}
	row := func(tag string, cells []Cell) {
		out.WriteString("  <tr>")
		for k, c := range cells {
			align := "left"
			if t.Columns[k].Right {
				align = "right"
			}
			fmt.Fprintf(out, `<%s style="text-align: %s;">%s</%s>`, tag, align, html.EscapeString(oneLine(c.Text)), tag)
		}
		out.WriteString("</tr>\n")
	}
	out.WriteString("<table>\n<thead>\n")
	row("th", t.heads())
	out.WriteString("</thead>\n")
	if len(t.Rows) > 0 {
		out.WriteString("<tbody>\n")
		for _, cells := range t.Rows {
			row("td", cells)
		}
		out.WriteString("</tbody>\n")
	}
	if t.Footer != nil {
		out.WriteString("<tfoot>\n")
		row("td", t.Footer)
		out.WriteString("</tfoot>\n")
	}
	out.WriteString("</table>\n")
	for _, note := range t.Notes {
		out.WriteString("<p>" + html.EscapeString(note) + "</p>\n")
	}
	return out.Flush()
}
