package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/bench"
	"xcbench/internal/english"
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
}

func (p *parsed[T]) Set(text string) error {
	value, err := p.parse(text)
	if err != nil {
		return usageError{err} // flagError prints it without the prefix of pflag
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

// parsedFlag adds a flag that is parsed. The standard value must be valid; "" stands for the value
// that is there already.
func parsedFlag[T any](cmd *cobra.Command, value *T, name, standard, usage string, parse func(string) (T, error)) {
	p := &parsed[T]{"", value, parse}
	if standard != "" {
		if err := p.Set(standard); err != nil {
			panic(err)
		}
	}
	cmd.Flags().Var(p, name, usage)
}

// wordOf returns the word that is this text. The message describes a wrong text, and has places for
// it and for a hint.
func wordOf[W ~string](text string, among []W, message string) (W, error) {
	if slices.Contains(among, W(text)) {
		return W(text), nil
	}
	return "", fmt.Errorf(message, text, spelling.Hint(text, texts(among)))
}

// A word is the value of a flag that is one of a few words.
type word struct {
	parsed[string]
	words []string
}

// wordFlag adds a flag whose value is one of the words. The first word is the default. The message
// is a format that takes a wrong word.
func wordFlag(cmd *cobra.Command, value *string, name, usage string, words []string, message string) {
	*value = words[0]
	cmd.Flags().Var(&word{parsed[string]{words[0], value, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf(message, text)
		}
		return text, nil
	}}, words}, name, usage)
}

// formatFlag adds a flag whose value is one of the formats. The first format is the default.
func formatFlag(cmd *cobra.Command, value *string, name, usage string, among []string) {
	wordFlag(cmd, value, name, usage, among, "unknown format %q, expected one of "+strings.Join(among, ", "))
}

// tableFlag adds the flag for the output format of tables.
func tableFlag(cmd *cobra.Command, form *string) {
	formatFlag(cmd, form, "format", choice(report.Formats), report.Formats)
}

// viewFlags adds the flags that choose and order the rows of comparisons.
func viewFlags(cmd *cobra.Command, view *report.View) {
	f := cmd.Flags()
	wordFlag(cmd, (*string)(&view.Sort), "sort", "sort rows by "+choice(texts(report.Orders)), texts(report.Orders),
		"--sort %q, expected "+choice(texts(report.Orders)))
	f.BoolVar(&view.Differ, "differ", false, "show only rows that differ")
	f.Float64Var(&view.MinRatio, "min-ratio", 0, "show only rows that differ `R` times or more")
	f.IntVar(&view.Top, "top", 0, "show only the first `N` rows of a table; 0 for all")
}

// baseFlag adds the flag for the solver, or the column, that others are compared with.
func baseFlag(cmd *cobra.Command, base *string) {
	cmd.Flags().StringVar(base, "base", "", "compare with `NAME` (default the first)")
}

// checkView rejects flags that make no sense.
func checkView(view report.View) error {
	switch {
	case view.MinRatio != 0 && !(view.MinRatio >= 1):
		return usagef("--min-ratio %v, expected 1 or more, or 0 for all rows", view.MinRatio)
	case view.Top < 0:
		return usagef("--top %d, expected 0 or more", view.Top)
	}
	return nil
}

// solverFlag adds a flag for one solver, and the flags for engines. The variant is set when the
// command runs.
func solverFlag(cmd *cobra.Command, v *solvers.Variant, name, standard, usage string) {
	engineFlags(cmd)
	cmd.Flags().Var(&solverValue{text(standard), v}, name, usage)
}

// timeFlag adds a flag whose value is a time.
func timeFlag(cmd *cobra.Command, value *time.Duration, name string, standard time.Duration, usage string) {
	text := ""
	if *value = standard; standard != 0 {
		text = standard.String()
	}
	parsedFlag(cmd, value, name, text, usage, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("--%s %q, expected a time with its unit, as 5s or 500ms", name, text)
		}
		return d, nil
	})
}

// boundFlags adds the flags that bound a single search.
func boundFlags(cmd *cobra.Command, b *bench.Bounds, timeout time.Duration) {
	f := cmd.Flags()
	timeFlag(cmd, &b.Timeout, "timeout", timeout, "stop a search after `TIME`; 0 for never")
	f.Int64Var(&b.Nodes, "nodes", 0, "stop a search at `N` nodes; 0 for never")
	f.Int64Var(&b.Updates, "updates", 0, "stop a search at `N` updates; 0 for never")
}

// renamed makes a command understand an earlier name of a flag.
func renamed(cmd *cobra.Command, before, now string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == before {
			name = now
		}
		return pflag.NormalizedName(name)
	})
}

// limitFlag adds the flag that bounds the solutions of a search.
func limitFlag(cmd *cobra.Command, b *bench.Bounds) {
	cmd.Flags().Int64Var(&b.Solutions, "limit", 0, "a search is solved with `N` solutions; 0 for all")
}

// sayUnbounded says which solvers only the timeout bounds, although there is a limit of nodes or updates.
func sayUnbounded(cmd *cobra.Command, all []solvers.Variant, b bench.Bounds) {
	var names []string
	for _, v := range all {
		if b.For(v) != b {
			names = append(names, v.Name)
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "xcbench: %s cannot stop at a number of nodes or updates: only --timeout %v bounds them\n",
			strings.Join(names, ", "), b.Timeout)
	}
}

// checkBounds rejects negative bounds.
func checkBounds(b bench.Bounds) error {
	for _, bound := range []struct {
		flag  string
		value any
		bad   bool
	}{
		{"timeout", b.Timeout, b.Timeout < 0}, {"nodes", b.Nodes, b.Nodes < 0},
		{"updates", b.Updates, b.Updates < 0}, {"limit", b.Solutions, b.Solutions < 0},
	} {
		if bound.bad {
			return usagef("--%s %v is negative, expected 0 (no limit) or more", bound.flag, bound.value)
		}
	}
	return nil
}

// stepBytes is how much a sample takes in a plan.
const stepBytes = 28

// checkSteps rejects more samples of each search than a plan may have in all, and says what they
// would cost.
func checkSteps(samples, searches int, minTime time.Duration) error {
	if searches == 0 || samples <= bench.MaxSteps/searches {
		return nil
	}
	all := float64(samples) * float64(searches)
	return usagef("--samples %d of %s: %s samples need a plan of %s MB and %s s of searching, expected at most %s samples; "+
		"take fewer samples, solvers or instances, or divide the work by xcbench fleet", samples, english.GroupedCount(searches, "search"), english.Whole(all),
		english.Whole(all*stepBytes/1e6), english.Whole(all*minTime.Seconds()), english.Thousands(bench.MaxSteps))
}

// checkPaths rejects an empty path, as of a shell variable that is not set.
func checkPaths(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		values := valuesOf(f)
		if slices.Contains([]string{"DIR", "FILE", "PATHS"}, kind) && (len(values) == 0 || slices.Contains(values, "")) {
			err = usagef("--%s is empty, expected a path", f.Name)
		}
	})
	return err
}

// choice joins words for a help text: "a, b or c".
func choice(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
