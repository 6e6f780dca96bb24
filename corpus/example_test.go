package corpus_test

import (
	"context"
	"fmt"
	"log"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/dlx"
)

// An instance is found by its id, whether the catalogue has it or not.
func ExampleFind() {
	in, err := corpus.Find("queens/8")
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := in.Puzzle()
	if err != nil {
		log.Fatal(err)
	}
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), puzzle.Problem(), cover.Limits{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Title)
	fmt.Println("expected", in.Solutions, "found", stats.Solutions)
	// Output:
	// 8 queens on a board, none attacking another
	// expected 92 found 92
}

// A filter chooses instances of the catalogue by their family, parameters and other keys.
func ExampleNewFilter() {
	filter, err := corpus.NewFilter("tier:smoke family:(queens OR langford)")
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range corpus.All() {
		if ok, err := filter.Match(in); err == nil && ok {
			fmt.Println(in.ID(), in.Items, "items", in.Options, "options")
		}
	}
	// Output:
	// queens/6 30 items 36 options
	// queens/8 42 items 64 options
	// queens/9 48 items 81 options
	// langford/7 21 items 63 options
	// langford/8 24 items 84 options
}
