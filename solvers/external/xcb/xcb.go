// Package xcb speaks the line protocol xcb with engines: solvers that are other programs. An
// [Engine] is a solver whose searches run in such a program, and [Serve] makes a program of any
// solver. docs/engine-protocol.md describes the protocol for authors of engines.
//
// Start reading here, and then at session.go.
package xcb

import (
	"bufio"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
)

// Variable is the environment variable that has the name of the protocol, in the environment of an
// engine. A program may decide by it to speak the protocol.
const Variable = "XCBENCH_PROTOCOL"

// Name is the name of the protocol, and the first word of a dialogue.
const Name = "xcb"

// Hello is the first line of both sides, with the version of the protocol.
const Hello = Name + " 1"

// A promise is a line of a greeting, and the capability that it stands for.
type promise struct {
	line string
	kept *bool
	less bool // the line says that the engine can do less, not more
}

// promises returns the lines that stand for capabilities.
func promises(can *cover.Capabilities) []promise {
	return []promise{{"takes secondary", &can.Secondary, false}, {"takes colours", &can.Colours, false},
		{"counts only", &can.CountsOnly, true}, {"first only", &can.FirstOnly, true}}
}

// A field is a number in a line, behind its key.
type field struct {
	key    string
	number *int64
}

// An order is what a run is asked for. Zero means no bound.
type order struct {
	show   int64 // 1 for the solutions, 0 for their number
	limits cover.Limits
	time   time.Duration
}

func (o *order) fields() []field {
	return []field{{"show", &o.show}, {"solutions", &o.limits.Solutions}, {"nodes", &o.limits.Nodes},
		{"updates", &o.limits.Updates}, {"time", (*int64)(&o.time)}}
}

// totals returns the fields of an answer besides the number of solutions.
func totals(s *cover.Stats) []field {
	return []field{{"nodes", &s.Nodes}, {"updates", &s.Updates}, {"search", (*int64)(&s.Search)}}
}

// text returns the fields as part of a line, without those that are less than least.
func text(fields []field, least int64) (line string) {
	for _, f := range fields {
		if *f.number >= least {
			line += fmt.Sprintf(" %s %d", f.key, *f.number)
		}
	}
	return line
}

// maxCount bounds counters: rows of results are read as floating-point numbers, which are exact up
// to here.
const maxCount = 1 << 53

// lines are what the other side says. The size of the reader bounds a line.
type lines struct {
	*bufio.Reader
	line string // the last one
}

// next reads the next line, and splits off its first word.
func (l *lines) next() (word, rest string, err error) {
	line, err := l.ReadSlice('\n')
	l.line = strings.TrimRight(string(line), "\r\n")
	word, rest = cut(l.line)
	return word, rest, err
}

// minLine bounds the lines of a server, and those of an engine that has no problem yet.
const minLine = 4 << 10

// cut splits a line at its first blanks.
func cut(line string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimLeft(line, " "), " ")
	return word, strings.TrimLeft(rest, " ")
}

// number reads a number from 0 to maxCount.
func number(word string) (n int64, err error) {
	n, err = strconv.ParseInt(word, 10, 64)
	if err != nil || n < 0 || n > maxCount {
		err = fmt.Errorf("%s, expected a number from 0 to 2^53", child.Quote([]byte(word)))
	}
	return n, err
}

// parse reads the numbers behind keys. Keys that are no fields are ignored. The number of solutions
// may be larger than maxCount: then it is large.
func parse(line string, fields ...field) (large *big.Int, err error) {
	for line != "" {
		key, rest := cut(line)
		word, rest := cut(rest)
		n, err := number(word)
		if err != nil {
			large, _ = new(big.Int).SetString(word, 10)
			if large == nil || key != "solutions" || large.Sign() <= 0 {
				return nil, fmt.Errorf("%s %w", key, err)
			}
		}
		for _, f := range fields {
			if f.key == key {
				*f.number = n
			}
		}
		line = rest
	}
	return large, nil
}
