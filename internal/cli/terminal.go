package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"xcbench/report"
)

// WidthOf returns the width of a terminal in characters. It is 0 if the output is no
// terminal, or if the width is unknown.
func WidthOf(out io.Writer) int {
	fd, ok := Terminal(out)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		return 0
	}
	return width
}

// Fit returns a table as it fits the output, if that is a terminal: with colours, unless NO_COLOR is set.
func Fit(out io.Writer, form string, t report.Table) report.Table {
	if form != "text" {
		return t
	}
	_, onTerminal := Terminal(out)
	t.Colour = Coloured(onTerminal, os.Getenv)
	return t.Fit(WidthOf(out))
}

// Coloured reports whether the environment allows colours (https://no-color.org). A terminal that shows escape
// sequences as text gets none.
func Coloured(terminal bool, env func(string) string) bool {
	return terminal && env("TERM") != "dumb" && env("NO_COLOR") == ""
}

// Terminal returns the descriptor of the output, and whether it is a terminal.
func Terminal(w io.Writer) (fd int, ok bool) {
	if o, wrapped := w.(*output); wrapped {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}
