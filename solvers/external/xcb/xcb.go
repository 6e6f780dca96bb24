// Package xcb speaks the line protocol xcb with engines: solvers that are other programs. An
// [Engine] is a solver whose searches run in such a program, and [Serve] makes a program of any
// solver. docs/engine-protocol.md describes the protocol for authors of engines.
//
// Start reading here, and then at search.go.
package xcb

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"

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

// maxCount bounds counters: rows of results are read as floating-point numbers, which are exact up
// to here.
const maxCount = 1 << 53

// cut splits a line at its first blanks.
func cut(line []byte) (word, rest []byte) {
	line = bytes.TrimLeft(line, " ")
	if at := bytes.IndexByte(line, ' '); at >= 0 {
		return line[:at], bytes.TrimLeft(line[at:], " ")
	}
	return line, nil
}

// parseCount parses a number from 0 to maxCount.
func parseCount(word []byte) (int64, error) {
	n, err := strconv.ParseUint(string(word), 10, 63) // does not allocate: the string does not escape
	if err != nil || n > maxCount {
		return 0, fmt.Errorf("%s, expected a number from 0 to 2^53", child.Quote(word))
	}
	return int64(n), nil
}

// parsePairs calls take with each pair of a key and a number. The number of solutions may be larger
// than maxCount; large has it then, and n is no smaller than maxCount.
func parsePairs(rest []byte, take func(key []byte, n int64, large *big.Int)) error {
	for len(rest) > 0 {
		var key, value []byte
		key, rest = cut(rest)
		value, rest = cut(rest)
		n, err := parseCount(value)
		var large *big.Int
		if err != nil && string(key) == "solutions" {
			if exact, ok := new(big.Int).SetString(string(value), 10); ok && exact.Sign() > 0 {
				n, large, err = math.MaxInt64, exact, nil
			}
		}
		if err != nil {
			return fmt.Errorf("%s %w", key, err)
		}
		take(key, n, large)
	}
	return nil
}

// parseNumbers appends the numbers of a list. Each is from 1 to most.
func parseNumbers(to []int, rest []byte, most int) ([]int, error) {
	for len(rest) > 0 {
		var word []byte
		word, rest = cut(rest)
		n, err := strconv.ParseUint(string(word), 10, 31)
		if err != nil || n < 1 || n > uint64(min(most, math.MaxInt32)) {
			return to, fmt.Errorf("%s, expected an option from 1 to %d", child.Quote(word), most)
		}
		to = append(to, int(n))
	}
	return to, nil
}
