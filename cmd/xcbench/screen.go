package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"xcbench/format/picture"
	"xcbench/report"
)

// screen has the properties of the output that decide how drawings look.
type screen struct {
	color    string
	terminal bool
	width    int // in characters; 0 for no limit
}

var colorModes = []string{"auto", "always", "never"}

func (s *screen) flags(cmd *cobra.Command) {
	wordFlag(cmd, &s.color, "color", "colour drawings: "+choice(colorModes), colorModes,
		"--color %q, expected "+choice(colorModes))
}

// examine finds out whether the output is a terminal, and how wide.
func (s *screen) examine(out io.Writer) {
	_, s.terminal = terminal(out)
	s.width = widthOf(out)
}

// widthOf returns the width of a terminal in characters. It is 0 if the output is no
// terminal, or if the width is unknown.
func widthOf(out io.Writer) int {
	fd, ok := terminal(out)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		return 0
	}
	return width
}

// fit returns a table as it fits the output, if that is a terminal.
func fit(out io.Writer, form string, t report.Table) report.Table {
	if form != "text" {
		return t
	}
	return t.Fit(widthOf(out))
}

// draw returns a picture as lines of text.
func (s *screen) draw(p picture.Picture) string {
	return p.Terminal(s.width, coloured(s.color, s.terminal, os.Getenv))
}

// coloured reports whether drawings are coloured. In the mode "auto" the environment can forbid
// colours (https://no-color.org). A terminal that shows escape sequences as text gets none.
func coloured(color string, terminal bool, env func(string) string) bool {
	switch {
	case terminal && env("TERM") == "dumb":
		return false
	case color == "auto":
		return terminal && env("NO_COLOR") == ""
	}
	return color == "always"
}

// terminal returns the descriptor of the output, and whether it is a terminal.
func terminal(w io.Writer) (fd int, ok bool) {
	if o, wrapped := w.(*output); wrapped {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}
