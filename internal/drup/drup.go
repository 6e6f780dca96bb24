// Package drup checks proofs that a formula has no models but those that a solver has shown. It
// shares no code with any solver. Start reading at [Check].
package drup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ErrMemory says that the clauses take more memory than allowed.
var ErrMemory = errors.New("the clauses take more memory than allowed")

const (
	maxLine      = 16 << 20 // bytes
	maxVariables = 1 << 29  // a literal has 32 bits
)

// Check checks a proof that a formula in DIMACS CNF has no models but the solutions that the proof
// names. The proof is in the format DRUP (M. Heule, W. Hunt and N. Wetzler, Trimming while checking
// clausal proofs, FMCAD 2013) with one more kind of line, for solutions:
//
//	-3 5 0       a learned clause: not variable 3, or variable 5
//	d -3 5 0     a clause that is no longer used
//	s 2 7 12 0   a solution: from here on, not all of the variables 2, 7 and 12 are true
//	0            the empty clause, which ends the proof: there are no other models
//
// A learned clause must follow by unit propagation. All its literals are assumed to be false. If a
// clause has only one literal that is not false, this literal is true, and so on, until all literals
// of one clause are false. Deletions do not take back what follows without any assumption.
//
// The function shown says why variables are not a solution that was shown. If it is nil, the proof
// may name no solutions. The clauses may take up to memory bytes. The error names the line of the
// proof that fails. It wraps [ErrMemory], or the error of the context or of reading, if it is one.
func Check(ctx context.Context, formula, proof io.Reader, memory int64, shown func(variables []int) error) error {
	c := checker{ctx: ctx, memory: memory, shown: shown, named: map[string][]int32{}}
	if err := eachLine("formula", formula, c.define); err != nil {
		return err
	}
	if c.value == nil {
		return errors.New("the formula has no heading")
	}
	if err := eachLine("proof", proof, c.step); err != nil || c.done {
		return err
	}
	return errors.New("the proof ends without the empty clause")
}

// eachLine calls do with the words of each line that is neither blank nor a comment.
func eachLine(name string, in io.Reader, do func(words []string) error) error {
	lines, n := bufio.NewScanner(in), 1
	lines.Buffer(nil, maxLine)
	for ; lines.Scan(); n++ {
		if words := strings.Fields(lines.Text()); len(words) > 0 && words[0][0] != 'c' {
			if err := do(words); err != nil {
				return fmt.Errorf("line %d of the %s: %w", n, name, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d of the %s: %w", n, name, err)
	}
	return nil
}

// define reads a line of the formula.
func (c *checker) define(words []string) error {
	if c.value == nil {
		if len(words) != 4 || words[0] != "p" || words[1] != "cnf" {
			return errors.New("expected p cnf, the number of variables and the number of clauses")
		}
		n, err := strconv.Atoi(words[2])
		if err != nil || n < 0 || n > maxVariables {
			return fmt.Errorf("%q variables, expected 0 to %d", words[2], maxVariables)
		}
		if err := c.take(64 * int64(n+1)); err != nil {
			return err
		}
		c.watches, c.value = make([][]watch, 2*n+2), make([]int8, 2*n+2)
		return nil
	}
	clause, err := c.parse(words)
	if err != nil {
		return err
	}
	return c.add(clause)
}

// step reads a line of the proof.
func (c *checker) step(words []string) error {
	kind := words[0]
	if kind == "d" || kind == "s" {
		words = words[1:]
	}
	clause, err := c.parse(words)
	switch {
	case c.done || err != nil:
		return err
	case kind == "d":
		return c.remove(clause)
	case kind == "s":
		return c.exclude(clause)
	}
	return c.learn(clause)
}

// parse returns the literals of a clause in order, each once.
func (c *checker) parse(words []string) ([]int32, error) {
	last := len(words) - 1
	if last < 0 || words[last] != "0" {
		return nil, errors.New("the line does not end with 0")
	}
	clause := make([]int32, last)
	for k, word := range words[:last] {
		x, err := strconv.Atoi(word)
		if n := len(c.value)/2 - 1; err != nil || x == 0 || x < -n || x > n {
			return nil, fmt.Errorf("%.20q, expected a variable from 1 to %d or its negative", word, n)
		}
		clause[k] = int32(2 * x)
		if x < 0 {
			clause[k] = int32(1 - 2*x)
		}
	}
	slices.Sort(clause)
	return slices.Compact(clause), nil
}
