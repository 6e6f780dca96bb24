package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"xcbench/corpus"
	"xcbench/format"
	"xcbench/internal/bounded"
	"xcbench/report/splice"
	"xcbench/results"
	"xcbench/results/tree"
)

// The exit statuses.
const (
	ExitOK     = 0
	ExitWrong  = 1 // a wrong answer, a disagreement, no solution, or a failed gate
	ExitUsage  = 2 // wrong usage, bad input, or an input that does not exist
	ExitFailed = 3 // the operation failed
)

// Failure is an error with an exit status. Without the error, the status says all.
type Failure struct {
	error
	Status int
}

// Usage makes an error a mistake in the command line.
func Usage(err error) error { return Failure{err, ExitUsage} }

// Usagef returns a mistake in the command line.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// IsUsage reports whether an error is, or wraps, a mistake in the command line.
func IsUsage(err error) bool {
	f, ok := errors.AsType[Failure](err)
	return ok && f.Status == ExitUsage
}

// Wrong makes an error a wrong answer, a disagreement, or a failed gate.
func Wrong(err error) error { return Failure{err, ExitWrong} }

// Is reports whether an error is, or wraps, one of a type.
func Is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// StatusOf returns the exit status for an error.
func StatusOf(err error) int {
	if f, ok := errors.AsType[Failure](err); ok {
		return f.Status
	}
	switch {
	case Is[*bounded.Error](err), Is[*format.SyntaxError](err), Is[*corpus.ParamError](err), Is[*corpus.ArchiveError](err), Is[*tree.Error](err), Is[*splice.SyntaxError](err),
		errors.Is(err, fs.ErrNotExist), errors.Is(err, errNoInput), errors.Is(err, results.ErrNotFound):
		return ExitUsage
	}
	return ExitFailed
}

// OneLine returns the text of an error on one line, as [Brief] writes it, without the name of a system call.
func OneLine(err error) string { return Brief(strings.TrimPrefix(First(err).Error(), "stat ")) }

// Brief makes a message fit to be printed. It may quote a flag or a file of any length, with any
// bytes, so Brief leaves out the middle of a long message and escapes control characters and changes
// of direction.
func Brief(message string) string {
	const most, begin, end = 1000, 600, 300
	all := []rune(strings.ReplaceAll(message, "\n", " "))
	if len(all) > most {
		gap := fmt.Sprintf(" ... (%d characters left out) ... ", len(all)-begin-end)
		all = slices.Concat(all[:begin], []rune(gap), all[len(all)-end:])
	}
	var text strings.Builder
	for _, r := range all {
		if unicode.In(r, unicode.Cc, unicode.Bidi_Control) && r != '\t' {
			text.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			text.WriteRune(r)
		}
	}
	return text.String()
}

// First returns the first of joined errors. The others often follow from it, as when a disk is
// full.
func First(err error) error {
	for {
		several, ok := err.(interface{ Unwrap() []error })
		if !ok || len(several.Unwrap()) == 0 {
			return err
		}
		err = several.Unwrap()[0]
	}
}
