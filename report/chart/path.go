package chart

import (
	"bytes"

	"xcbench/internal/lazy"
)

var (
	pathData    = lazy.Regexp(` d="[^"]*"`)
	pathCommand = lazy.Regexp(`([A-Za-z])([^A-Za-z"]*)`)
)

// shortPaths shortens the paths of an SVG document: horizontal and vertical lines get one number
// instead of two. This halves stairs of a thousand steps.
func shortPaths(document []byte) []byte {
	return pathData().ReplaceAllFunc(document, func(data []byte) []byte {
		out := []byte(` d="`)
		var x, y []byte // the place of the pen, if the last command gives it
		for _, c := range pathCommand().FindAllSubmatch(data[len(out):], -1) {
			command, places := c[1], c[2]
			toX, toY, one := bytes.Cut(places, []byte(","))
			switch {
			case !one || bytes.ContainsAny(toY, ", ") || command[0] != 'M' && command[0] != 'L':
				toX, toY = nil, nil
			case command[0] == 'L' && x != nil && bytes.Equal(x, toX):
				command, places = []byte("V"), toY
			case command[0] == 'L' && y != nil && bytes.Equal(y, toY):
				command, places = []byte("H"), toX
			}
			out = append(append(out, command...), places...)
			x, y = toX, toY
		}
		return append(out, '"')
	})
}
