package cli

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkFlags rejects flags that are given and break their rules: see [Flags.Add].
func checkFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && isGiven(f) {
			err = checkFlag(cmd, f)
		}
	})
	return err
}

// checkFlag looks at a flag that is given. The values of a least one are finite.
func checkFlag(cmd *cobra.Command, f *pflag.Flag) error {
	kind, _ := pflag.UnquoteUsage(f)
	values := ValuesOf(f)
	if slices.Contains([]string{"DIR", "FILE", "PATHS", "RUN"}, kind) && (len(values) == 0 || slices.Contains(values, "")) {
		return Usagef("--%s is empty, expected a path", f.Name) // as of a shell variable that is not set
	}
	for _, bound := range f.Annotations["least"] {
		if x := number(values[0]); !(x >= number(bound)) || math.IsInf(x, 0) {
			return Usagef("--%s %s, expected %s or more", f.Name, values[0], bound)
		}
	}
	for _, other := range f.Annotations["needs"] {
		if Given(cmd, other) == "" {
			return Usagef("--%s needs --%s", f.Name, other)
		}
	}
	if other := Given(cmd, f.Annotations["excludes"]...); other != "" {
		return Usagef("--%s excludes --%s", f.Name, other)
	}
	return nil
}

// Given returns the first of some flags that is given, or "".
func Given(cmd *cobra.Command, names ...string) string {
	for _, name := range names {
		if isGiven(cmd.Flags().Lookup(name)) {
			return name
		}
	}
	return ""
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
