package format_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

// The answer of a sudoku has the drawing of the puzzle.
func Example() {
	const text = `
+-----+-----+
| 1 2 | . 4 |
| . . | . . |
+-----+-----+
| . . | 4 . |
| . . | . . |
+-----+-----+
`
	r, err := format.NewReader("easy.txt", strings.NewReader(text), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, err := r.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, first := dlx.Index(cover.MRV), cover.Limits{Solutions: 1}
	cover.Solve(context.Background(), solver, puzzle.Problem(), first, func(options []int) bool {
		os.Stdout.Write(puzzle.Answer.Append(nil, options))
		return true
	})
	// Output:
	// +-----+-----+
	// | 1 2 | 3 4 |
	// | 3 4 | 1 2 |
	// +-----+-----+
	// | 2 1 | 4 3 |
	// | 4 3 | 2 1 |
	// +-----+-----+
}

// An error about bad input names the place.
func ExampleSyntaxError() {
	r, err := format.NewReader("tiny.dlx", strings.NewReader("a b c\na b\nb d\n"), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = r.Read()
	fmt.Println(err)
	// Output:
	// tiny.dlx:3:3: unknown item "d", expected one of the item list
}

// People count rows, columns and digits from 1.
func ExamplePuzzle_Naming() {
	r, err := format.NewReader("easy.txt", strings.NewReader("12.4............"), format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, err := r.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	names := puzzle.Naming()
	fmt.Println(names.Item(0), names.Option(0))
	fmt.Println(strings.Join(names.Entries(0), "; "))
	// Output:
	// r1c3 r1c3=3
	// r1c3; 3 in row 1; 3 in column 3; 3 in box 2
}
