// Package xcb speaks the line protocol xcb with engines: solvers that are other programs. An
// [Engine] is a solver whose searches run in such a program, and [Serve] makes a program of any
// solver. docs/engine-protocol.md describes the protocol for authors of engines.
//
// Start reading here, and then at search.go.
package xcb

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"

	"xcbench/cover"
	"xcbench/internal/child"
)

// Version is the version of the protocol. An engine answers the first line of a dialogue with the
// version that it speaks.
const Version = 1

// Variable is the environment variable that has the name of the protocol, in the environment of an
// engine. A program may decide by it to speak the protocol.
const Variable = "XCBENCH_PROTOCOL"

// Name is the name of the protocol, and the first word of a dialogue.
const Name = "xcb"

// hello is the first line of both sides.
var hello = fmt.Sprint(Name, " ", Version)

// A promise is a line of a greeting, and the capability that it stands for.
type promise struct {
	line string
	kept *bool
}

// promises returns the lines that stand for capabilities.
func promises(can *cover.Capabilities) []promise {
	return []promise{{"takes secondary", &can.Secondary}, {"takes colours", &can.Colours}, {"counts only", &can.CountsOnly},
		{"first only", &can.FirstOnly}}
}

// maxCount bounds counters: rows of results are read as floating-point numbers, which are exact up
// to here.
const maxCount = 1 << 53

// cut splits a line at its first blanks.
func cut(line []byte) (word string, rest []byte) {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte(" "))
	return string(first), bytes.TrimLeft(rest, " ")
}

// parseCount parses a number from 0 to maxCount.
func parseCount(word string) (int64, error) {
	n, err := strconv.ParseUint(word, 10, 63)
	if err != nil || n > maxCount {
		return 0, fmt.Errorf("%s, expected a number from 0 to 2^53", child.Quote([]byte(word)))
	}
	return int64(n), nil
}

// parsePairs returns the numbers behind keys. The number of solutions may be larger than maxCount:
// then it is large.
func parsePairs(rest []byte) (numbers map[string]int64, large *big.Int, err error) {
	numbers = map[string]int64{}
	for len(rest) > 0 && err == nil {
		var key, value string
		key, rest = cut(rest)
		value, rest = cut(rest)
		if numbers[key], err = parseCount(value); err == nil {
			continue
		}
		if exact, ok := new(big.Int).SetString(value, 10); ok && key == "solutions" && exact.Sign() > 0 {
			large, err = exact, nil
		} else {
			err = fmt.Errorf("%s %w", key, err)
		}
	}
	return numbers, large, err
}
