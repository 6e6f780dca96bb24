//go:build amd64 && !purego

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
	if !hasAVX2 {
		t.Skip("the processor has no AVX2")
	}
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
		p    *cover.Problem
		want string
	}{
		"40 items":                  {square(40, 100, 3), "fields"},
		"41 items":                  {square(41, 100, 3), "fields"},
		"options of 2 items":        {square(41, 100, 2), "fields"},
		"63 options an item":        {square(42, 63*14, 3), "fields"},
		"64 options an item":        {square(42, 64*14, 3), "filter"},
		"127 options an item":       {square(42, 127*14, 3), "filter"},
		"128 options":               {crowded(9, 4, 124), "dense"},
		"129 options":               {crowded(9, 4, 125), "filter"},
		"too many items for filter": {crowded(520, 4, 140), "dense"},
		"a single option an item":   {crowded(17, 17, 130), "dense"},
		"an option short":           {crowded(17, 16, 130), "filter"},
		"single, in 400 options":    {crowded(17, 17, 383), "dense"},
		"single, in 401 options":    {crowded(17, 17, 384), "filter"},
		"single, of 16 items":       {crowded(16, 16, 130), "filter"},
	} {
		eachProcessor(func(processor string) {
			got, err := choose(c.p)(c.p, cover.MRV)
			if err != nil || fmt.Sprintf("%T", got) != "*bitset."+c.want {
				t.Errorf("%s, %s: got %T, %v, want %s", name, processor, got, err, c.want)
			}
		})
	}
	defer func(before bool) { hasAVX2 = before }(hasAVX2)
	hasAVX2 = false
	if got, err := New(cover.MRV).Prepare(corpustest.Problem("queens/6")); err != nil || fmt.Sprintf("%T", got) != "*bitset.dense" {
		t.Errorf("without AVX2: got %T, %v, want dense", got, err)
	}
}
