package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/bench"
	"xcbench/internal/spelling"
	"xcbench/report"
	"xcbench/solvers"
)

// parsed is the value of a flag that is parsed, and so checked, when it is set. Any mistake in it
// is a usage error.
type parsed[T any] struct {
	text  string
	value *T
	parse func(string) (T, error)
	words []string
}

// Among says which words the value can be, for completions and manual pages.
func (p *parsed[T]) Among(words ...string) { p.words = words }

// Words returns the words of [parsed.Among].
func (p *parsed[T]) Words() []string { return p.words }

func (p *parsed[T]) Set(text string) error {
	value, err := p.parse(text)
	if err != nil {
		return Usage(err) // flagError prints it without the prefix of pflag
	}
	p.text, *p.value = text, value
	return nil
}

func (p *parsed[T]) String() string { return p.text }

// Type names the type of the value. Pflag prints the defaults of strings in quotes.
func (p *parsed[T]) Type() string {
	if _, ok := any(p.value).(*time.Duration); ok {
		return "duration"
	}
	return "string"
}

// ParsedFlag adds a flag that is parsed. The standard value must be valid; "" stands for the value
// that is there already.
func ParsedFlag[T any](
	cmd *cobra.Command, value *T, name, standard, usage string, parse func(string) (T, error),
) *parsed[T] {
	p := &parsed[T]{value: value, parse: parse}
	if standard != "" {
		if err := p.Set(standard); err != nil {
			panic(err)
		}
	}
	cmd.Flags().Var(p, name, usage)
	return p
}

// WordOf returns the word that is this text. The message describes a wrong text, and has places for
// it and for a hint.
func WordOf[W ~string](text string, among []W, message string) (W, error) {
	if slices.Contains(among, W(text)) {
		return W(text), nil
	}
	return "", fmt.Errorf(message, text, spelling.Hint(text, Texts(among)))
}

// WordFlag adds a flag whose value is one of the words. The first word is the default. The message
// is a format that takes a wrong word.
func WordFlag(cmd *cobra.Command, value *string, name, usage string, words []string, message string) {
	ParsedFlag(cmd, value, name, words[0], usage, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf(message, text)
		}
		return text, nil
	}).Among(words...)
}

// FormatFlag adds a flag whose value is one of the formats. The first format is the default.
func FormatFlag(cmd *cobra.Command, value *string, name, usage string, among []string) {
	WordFlag(cmd, value, name, usage, among, "unknown format %q, expected one of "+strings.Join(among, ", "))
}

// TableFlag adds the flag for the output format of tables.
func TableFlag(cmd *cobra.Command, form *string) {
	FormatFlag(cmd, form, "format", Choice(report.Formats), report.Formats)
}

// SolverFlag adds a flag for one solver, and the flags for engines. The variant is set when the
// command runs.
func SolverFlag(cmd *cobra.Command, v *solvers.Variant, name, standard, usage string) {
	EngineFlags(cmd)
	cmd.Flags().Var(&solverValue{standard, v}, name, usage)
}

// TimeFlag adds a flag whose value is a time.
func TimeFlag(cmd *cobra.Command, value *time.Duration, name string, standard time.Duration, usage string) {
	text := ""
	if *value = standard; standard != 0 {
		text = standard.String()
	}
	ParsedFlag(cmd, value, name, text, usage, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("--%s %q, expected a time with its unit, as 5s or 500ms", name, text)
		}
		return d, nil
	})
}

// BoundFlags adds the flags that bound a single search.
func BoundFlags(cmd *cobra.Command, b *bench.Bounds, timeout time.Duration) {
	f := cmd.Flags()
	TimeFlag(cmd, &b.Timeout, "timeout", timeout, "stop a search after `TIME`; 0 for never")
	f.Int64Var(&b.Nodes, "nodes", 0, "stop a search at `N` nodes; 0 for never")
	f.Int64Var(&b.Updates, "updates", 0, "stop a search at `N` updates; 0 for never")
	AtLeast(cmd, "0", "timeout", "nodes", "updates")
}

// LimitFlag adds the flag that bounds the solutions of a search.
func LimitFlag(cmd *cobra.Command, b *bench.Bounds) {
	cmd.Flags().Int64Var(&b.Solutions, "limit", 0, "a search is solved with `N` solutions; 0 for all")
	AtLeast(cmd, "0", "limit")
}

// Choice joins words for a help text: "a, b or c".
func Choice(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
