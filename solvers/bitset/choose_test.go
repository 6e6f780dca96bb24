package bitset

import (
	"fmt"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// The representation depends on the processor and on the shape of the problem.
func TestNewPicksTheRepresentationByTheShapeOfTheProblem(t *testing.T) {
	square := func(primary, options, size int) *cover.Problem { // each option has so many items
		var all [][]int
		for o := range options {
			var items []int
			for k := range size {
				items = append(items, (o*size+k)%primary)
			}
			all = append(all, items)
		}
		return textbook.Problem(primary, all...)
	}
	// crowded has an item of 64 options, so that it does not fit fields, and options of one item.
	crowded := func(primary, singles, others int) *cover.Problem {
		all := textbook.Singles(primary, singles)
		for k := range others {
			all = append(all, []int{0, 1 + k%(primary-1)})
		}
		return textbook.Problem(primary, all...)
	}
	for name, c := range map[string]struct {
		p           *cover.Problem
		simd, plain string
	}{
		"40 items":                  {square(40, 100, 3), "fields", "dense"},
		"41 items":                  {square(41, 100, 3), "fields", "rows"},
		"options of 2 items":        {square(41, 100, 2), "fields", "dense"},
		"63 options an item":        {square(42, 63*14, 3), "fields", "rows"},
		"64 options an item":        {square(42, 64*14, 3), "filter", "rows"},
		"127 options an item":       {square(42, 127*14, 3), "filter", "dense"},
		"128 options":               {crowded(9, 4, 124), "dense", "dense"},
		"129 options":               {crowded(9, 4, 125), "filter", "dense"},
		"too many items for filter": {crowded(520, 4, 140), "dense", "dense"},
		"a single option an item":   {crowded(17, 17, 130), "dense", "dense"},
		"an option short":           {crowded(17, 16, 130), "filter", "dense"},
		"single, in 400 options":    {crowded(17, 17, 383), "dense", "dense"},
		"single, in 401 options":    {crowded(17, 17, 384), "filter", "dense"},
		"single, of 16 items":       {crowded(16, 16, 130), "filter", "dense"},
	} {
		for simd, want := range map[bool]string{true: c.simd, false: c.plain} {
			got, err := choose(c.p, simd)(c.p, cover.MRV)
			if err != nil || fmt.Sprintf("%T", got) != "*bitset."+want {
				t.Errorf("%s, vector instructions %v: got %T, %v, want %s", name, simd, got, err, want)
			}
		}
	}
	p := corpustest.Problem("queens/6")
	eachProcessor(func(processor string) {
		want := map[bool]string{true: "*bitset.dense", false: "*bitset.fields"}[processor == "plain"]
		if got, err := prepare(p, cover.MRV); err != nil || fmt.Sprintf("%T", got) != want {
			t.Errorf("%s: got %T, %v, want %s", processor, got, err, want)
		}
	})
}
