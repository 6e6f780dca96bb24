package drup

import (
	"bufio"
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

// Learn writes a learned clause. Its literals are variables or negatives of variables.
func (w *Writer) Learn(clause []int32) { w.write("", clause) }

// Forget writes that a clause is no longer used.
func (w *Writer) Forget(clause []int32) { w.write("d ", clause) }

// Solution writes the options of a solution. Variable o+1 says that option o is chosen.
func (w *Writer) Solution(options []int) {
	w.line = append(w.line[:0], "s "...)
	for _, o := range options {
		w.line = append(strconv.AppendInt(w.line, int64(o+1), 10), ' ')
	}
	w.end()
}

// Name writes a comment with the name of what is solved.
//
// The first 12 bytes of a proof are letters and blanks: by them drat-trim tells text from binary, and the
// names of files begin with any character.
func (w *Writer) Name(name string) {
	w.line = append(append(w.line[:0], "c a proof of "+name...), '\n')
	w.flushLine()
}

func (w *Writer) write(kind string, clause []int32) {
	w.line = append(w.line[:0], kind...)
	for _, l := range clause {
		w.line = append(strconv.AppendInt(w.line, int64(l), 10), ' ')
	}
	w.end()
}

func (w *Writer) end() {
	w.line = append(w.line, "0\n"...)
	w.flushLine()
}

func (w *Writer) flushLine() {
	if _, err := w.out.Write(w.line); err != nil {
		w.Stop.Store(true)
	}
}

// Flush writes what is buffered. It returns the first error of all the writing.
func (w *Writer) Flush() error { return w.out.Flush() }
