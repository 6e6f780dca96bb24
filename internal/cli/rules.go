package cli

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The rules of a flag stand at its definition, as annotations. They are checked before a command runs,
// if the flag is given.
const (
	least    = "xcbench_least"
	needs    = "xcbench_needs"
	excludes = "xcbench_excludes"
)

// AtLeast rejects values of flags that are below the least one, a number or a time, and infinite ones.
func AtLeast(cmd *cobra.Command, value string, flags ...string) {
	for _, flag := range flags {
		rule(cmd, flag, least, value)
	}
}

// Needs rejects flags that are given without another one.
func Needs(cmd *cobra.Command, other string, flags ...string) {
	for _, flag := range flags {
		rule(cmd, flag, needs, other)
	}
}

// Excludes rejects a flag that is given with one of the others.
func Excludes(cmd *cobra.Command, flag string, others ...string) {
	rule(cmd, flag, excludes, others...)
}

func rule(cmd *cobra.Command, flag, kind string, values ...string) {
	if err := cmd.Flags().SetAnnotation(flag, kind, values); err != nil {
		panic(err)
	}
}

// checkFlags rejects flags that break their rules.
func checkFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && isGiven(f) {
			err = checkFlag(cmd, f)
		}
	})
	return err
}

func checkFlag(cmd *cobra.Command, f *pflag.Flag) error {
	kind, _ := pflag.UnquoteUsage(f)
	values := ValuesOf(f)
	if slices.Contains([]string{"DIR", "FILE", "PATHS", "RUN"}, kind) && (len(values) == 0 || slices.Contains(values, "")) {
		return Usagef("--%s is empty, expected a path", f.Name) // as of a shell variable that is not set
	}
	for _, bound := range f.Annotations[least] {
		if x := number(values[0]); !(x >= number(bound)) || math.IsInf(x, 0) {
			return Usagef("--%s %s, expected %s or more", f.Name, values[0], bound)
		}
	}
	for _, other := range f.Annotations[needs] {
		if !isGiven(cmd.Flags().Lookup(other)) {
			return Usagef("--%s needs --%s", f.Name, other)
		}
	}
	for _, other := range f.Annotations[excludes] {
		if other != f.Name && isGiven(cmd.Flags().Lookup(other)) {
			return Usagef("--%s excludes --%s", f.Name, other)
		}
	}
	return nil
}

// isGiven reports whether a flag is set. A switch that is set to false is as one that is left out.
func isGiven(f *pflag.Flag) bool { return f != nil && f.Changed && f.Value.String() != "false" }

// number returns the number in a text, or the seconds of a time.
func number(text string) float64 {
	if d, err := time.ParseDuration(text); err == nil {
		return d.Seconds()
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}
