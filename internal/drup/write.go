package drup

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
)

// Writer writes a proof as [Check] reads it.
type Writer struct {
	// Stop becomes true when writing fails. Nothing is written after that.
	Stop atomic.Bool

	out  *bufio.Writer
	line []byte
}

// NewWriter returns a writer whose lines may be complete in w only after [Writer.Flush].
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(w, 1<<16)} }

// Step writes a line. The kind is what it begins with: "" for a learned clause, "d " for one that is no
// longer used, or "s " for a solution. Literals are variables or negatives of variables.
func (w *Writer) Step(kind string, clause []int32) {
	w.line = append(w.line[:0], kind...)
	for _, l := range clause {
		w.line = append(strconv.AppendInt(w.line, int64(l), 10), ' ')
	}
	if _, err := w.out.Write(append(w.line, "0\n"...)); err != nil {
		w.Stop.Store(true)
	}
}

// Name writes a comment with the name of what is solved. An error shows in the next step.
//
// The first 12 bytes of a proof are letters and blanks: by them drat-trim tells text from binary, and the
// names of files begin with any character.
func (w *Writer) Name(name string) { fmt.Fprintf(w.out, "c a proof of %s\n", name) }

// Flush writes what is buffered. It returns the first error of all the writing.
func (w *Writer) Flush() error { return w.out.Flush() }
