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

// A sudoku is answered in the drawing that it came in.
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
	cover.Solve(context.Background(), dlx.Index(cover.MRV), puzzle.Problem(), cover.Limits{Solutions: 1}, func(options []int) bool {
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

// Bad input is reported by its place.
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
