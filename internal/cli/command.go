package cli

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/internal/lazy"
)

// ValuesOf returns the values of a flag, of which a list may have any number.
func ValuesOf(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// Command returns the command line as one would type it in a shell.
func Command(cmd *cobra.Command, args []string) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := ValuesOf(f)
		if f.Value.Type() == "stringSlice" { // the other slice type is not split at commas
			values = []string{strings.Join(values, ",")}
		}
		for _, value := range values {
			words = append(words, Quoted("--"+f.Name+"="+value))
		}
	})
	for _, arg := range args {
		words = append(words, Quoted(arg))
	}
	return strings.Join(words, " ")
}

var plainWord = lazy.Regexp(`^[A-Za-z0-9_./:=,+@%-]+$`)

// Quoted quotes a word for a shell, if necessary. A word that cannot be printed as it is has escapes,
// because results with it could not be read.
func Quoted(word string) string {
	if plainWord().MatchString(word) {
		return word
	}
	if !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		text := strconv.Quote(word)
		return "$'" + strings.ReplaceAll(text[1:len(text)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
