package drup

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A checker keeps the clauses. A literal is 2v for the variable v, and 2v+1 for its negation.
//
//   - The literals on the trail are true. Those before head have been propagated. Except while a
//     clause is being tested, all of them follow without any assumption.
//   - A clause that has two literals that do not follow to be false is watched by its first two
//     literals. If one of them is false and propagated, then the other one is true, or a conflict has
//     ended the propagation.
type checker struct {
	ctx     context.Context
	shown   func([]int) error
	clauses [][]int32          // by number
	free    []int32            // numbers of deleted clauses
	named   map[string][]int32 // numbers, by the literals in order
	watches [][]watch          // by literal
	value   []int8             // by literal: 1 true, -1 false, 0 open; nil before the heading
	trail   []int32
	head    int
	refuted bool  // a conflict follows without any assumption
	done    bool  // the empty clause was learned
	memory  int64 // bytes left
	looked  int   // steps, of which each 1024th looks at the context
}

// A watch leads from a literal to a clause. While other, a literal of the clause, is true, the clause
// needs no visit.
type watch struct{ clause, other int32 }

// exclude adds the clause that one of the variables of a solution is false.
func (c *checker) exclude(solution []int32) error {
	variables := make([]int, len(solution))
	for k, l := range solution {
		if l%2 == 1 {
			return errors.New("a solution with a negative literal, expected variables")
		}
		variables[k], solution[k] = int(l/2), l+1
	}
	if c.shown == nil {
		return errors.New("a solution, expected none")
	}
	if err := c.shown(variables); err != nil {
		return fmt.Errorf("no solution that was shown: %w", err)
	}
	return c.add(solution)
}

// learn tests a clause and adds it.
func (c *checker) learn(clause []int32) error {
	fixed, conflict := len(c.trail), c.refuted
	for _, l := range clause {
		conflict = conflict || c.value[l] > 0
		if c.value[l] == 0 {
			c.assign(l ^ 1)
		}
	}
	conflict = conflict || c.propagate()
	for _, l := range c.trail[fixed:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail, c.head = c.trail[:fixed], fixed
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if !conflict {
		return errors.New("the clause does not follow by unit propagation")
	}
	c.done = len(clause) == 0
	return c.add(clause)
}

// add keeps a clause, and draws its consequences.
func (c *checker) add(clause []int32) error {
	if err := c.take(size(clause)); err != nil {
		return err
	}
	n := int32(len(c.clauses))
	if last := len(c.free) - 1; last >= 0 {
		n, c.free = c.free[last], c.free[:last]
	} else {
		c.clauses = append(c.clauses, nil)
	}
	name := nameOf(clause)
	c.named[name] = append(c.named[name], n)
	c.clauses[n] = clause
	open := 0
	for k, l := range clause {
		if c.value[l] >= 0 {
			clause[open], clause[k] = l, clause[open]
			open++
		}
	}
	switch {
	case open == 0:
		c.refuted = true
	case open > 1:
		c.watch(clause[0], watch{n, clause[1]})
		c.watch(clause[1], watch{n, clause[0]})
	case c.value[clause[0]] == 0:
		c.assign(clause[0])
		c.refuted = c.propagate() || c.refuted
	}
	return c.ctx.Err()
}

// remove forgets one clause with these literals.
func (c *checker) remove(clause []int32) error {
	name := nameOf(clause)
	same := c.named[name]
	if len(same) == 0 {
		return errors.New("there is no such clause to delete")
	}
	n := same[0]
	if c.named[name] = same[1:]; len(same) == 1 {
		delete(c.named, name)
	}
	for _, l := range c.clauses[n][:min(2, len(clause))] {
		c.watches[l] = slices.DeleteFunc(c.watches[l], func(w watch) bool { return w.clause == n })
	}
	c.clauses[n], c.free = nil, append(c.free, n)
	return c.take(-size(clause))
}

func (c *checker) watch(l int32, w watch) { c.watches[l] = append(c.watches[l], w) }

func (c *checker) assign(l int32) {
	c.value[l], c.value[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// propagate draws all consequences of the trail, and reports whether all literals of a clause are
// false. It gives up when the context ends.
func (c *checker) propagate() (conflict bool) {
	for ; c.head < len(c.trail); c.head++ {
		if c.looked++; c.looked%1024 == 0 && c.ctx.Err() != nil {
			return false
		}
		gone := c.trail[c.head] ^ 1
		all := c.watches[gone]
		kept := all[:0]
		for k, w := range all {
			if c.value[w.other] > 0 {
				kept = append(kept, w)
				continue
			}
			clause := c.clauses[w.clause]
			if clause[0] == gone {
				clause[0], clause[1] = clause[1], gone
			}
			w.other = clause[0]
			next := 2
			for next < len(clause) && c.value[clause[next]] < 0 {
				next++
			}
			if next < len(clause) {
				clause[1], clause[next] = clause[next], gone
				c.watch(clause[1], w)
				continue
			}
			kept = append(kept, w)
			switch c.value[w.other] {
			case 0:
				c.assign(w.other)
			case -1:
				c.watches[gone] = append(kept, all[k+1:]...)
				return true
			}
		}
		c.watches[gone] = kept
	}
	return false
}

// take takes memory, or gives it back if bytes is negative.
func (c *checker) take(bytes int64) error {
	if c.memory -= bytes; c.memory < 0 {
		return ErrMemory
	}
	return nil
}

// size returns about how many bytes a clause takes, with its name and its watches.
func size(clause []int32) int64 { return int64(8*len(clause) + 150) }

// nameOf returns the literals of a clause, which are in order, as a key.
func nameOf(clause []int32) string {
	name := make([]byte, 0, 4*len(clause))
	for _, l := range clause {
		name = binary.NativeEndian.AppendUint32(name, uint32(l))
	}
	return string(name)
}
