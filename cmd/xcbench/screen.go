package main

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"xcbench/format/picture"
)

// screen is how drawings come out where they are printed.
type screen struct {
	color    string
	terminal bool
	width    int // in characters, 0 for any
}

var colorModes = []string{"auto", "always", "never"}

func (s *screen) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.color, "color", "auto", "colours of a drawing: always, never, or auto, on a terminal unless NO_COLOR is set")
}

// check finds out what the output is.
func (s *screen) check(out io.Writer) error {
	if !slices.Contains(colorModes, s.color) {
		return usagef("unknown value %q of --color, expected one of %s", s.color, strings.Join(colorModes, ", "))
	}
	var fd int
	if fd, s.terminal = terminal(out); s.terminal {
		if width, _, err := term.GetSize(fd); err == nil {
			s.width = width
		}
	}
	return nil
}

// draw returns a picture as lines.
func (s *screen) draw(p picture.Picture) string {
	return p.Terminal(s.width, coloured(s.color, s.terminal, os.Getenv))
}

// coloured says whether an output has colours. In "auto" the environment has a say:
// https://no-color.org.
func coloured(color string, terminal bool, env func(string) string) bool {
	if color == "auto" {
		return terminal && env("NO_COLOR") == "" && env("TERM") != "dumb"
	}
	return color == "always"
}

// terminal returns the descriptor of an output that is a terminal.
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
