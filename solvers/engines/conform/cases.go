package conform

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"xcbench/cover"
)

// build makes a problem. Each letter is an item, and each text an option. A letter after ':' is the colour
// of the item before it.
func build(primary, secondary string, options ...string) *cover.Problem {
	var b cover.Builder
	split := func(text string) (names []string) {
		for text != "" {
			n := 1
			if strings.HasPrefix(text[n:], ":") {
				n = 3
			}
			names, text = append(names, text[:n]), text[n:]
		}
		return names
	}
	b.Primary(split(primary)...)
	b.Secondary(split(secondary)...)
	for _, o := range options {
		b.Option(split(o)...)
	}
	return made(&b)
}

// made returns the problem of a builder whose names are right.
func made(b *cover.Builder) *cover.Problem {
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// An edgeCase is a problem where engines go wrong.
type edgeCase struct {
	name    string
	problem *cover.Problem
}

func cases() []edgeCase {
	return []edgeCase{
		{"Knuth's example", build("abcdefg", "", "ce", "adg", "bcf", "adf", "bg", "deg")},
		{"a problem without items", build("", "")},
		{"a problem without options", build("ab", "")},
		{"an item without options", build("abc", "", "ab", "a", "b")},
		{"one option for all items", build("abc", "", "abc")},
		{"two equal options", build("ab", "", "a", "a", "b")},
		{"options in no order", build("abc", "", "c", "ba", "cb", "a")},
		{"secondary items", build("ab", "xy", "ax", "bx", "ay", "by", "b")},
		{"a secondary item that nothing contains", build("a", "x", "a")},
		{"secondary items only", build("", "xy")},
		{"colours", build("ab", "x", "ax:r", "ax:g", "ax", "bx:r", "b")},
		{"a problem with 4140 solutions", partitions(8)},
	}
}

// endlessItems makes a problem with 27,644,437 solutions and a tree of twice as many nodes.
const endlessItems = 13

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// partitions returns the problem to partition a set of n items into parts: every set is an option.
func partitions(n int) *cover.Problem {
	sets := []string{""}
	for _, item := range letters[:n] {
		for _, set := range sets {
			sets = append(sets, set+string(item))
		}
	}
	return build(letters[:n], "", sets[1:]...)
}

// matchings returns the problem to pair n items. If n is odd, it has no solution and a tree of more
// than 2*4*6*...*(n-1) nodes.
func matchings(n int) *cover.Problem {
	var pairs []string
	for i := range n {
		for j := range i {
			pairs = append(pairs, letters[j:j+1]+letters[i:i+1])
		}
	}
	return build(letters[:n], "", pairs...)
}

// random returns a small problem, with secondary items or without.
func random(seed uint64) *cover.Problem {
	dice := rand.New(rand.NewPCG(seed, 17))
	var b cover.Builder
	primary, secondary := 1+dice.IntN(7), dice.IntN(2)*dice.IntN(4)
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for range dice.IntN(20) {
		var items []int
		for i := range primary + secondary {
			if dice.IntN(3) == 0 {
				items = append(items, i)
			}
		}
		b.OptionOf(items...)
	}
	return made(&b)
}
