package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
			words = append(words, quoted("--"+f.Name+"="+value))
		}
	})
	for _, arg := range args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
}
