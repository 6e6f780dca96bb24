package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"xcbench/format/picture"
	"xcbench/internal/cli"
)

// screen has the properties of the output that decide how drawings look.
type screen struct {
	color    string
	terminal bool
	width    int // in characters; 0 for no limit
}

func (s *screen) flags(cmd *cobra.Command) {
	cli.WordFlag(cmd, &s.color, "color", "colour drawings: ", "auto", "always", "never")
}

// examine finds out whether the output is a terminal, and how wide.
func (s *screen) examine(out io.Writer) {
	_, s.terminal = cli.Terminal(out)
	s.width = cli.WidthOf(out)
}

// draw returns a picture as lines of text.
func (s *screen) draw(p picture.Picture) string {
	return p.Terminal(s.width, s.color == "always" || s.color == "auto" && cli.Coloured(s.terminal, os.Getenv))
}
