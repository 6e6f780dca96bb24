package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/bench"
	"xcbench/internal/spelling"
	"xcbench/report"
	"xcbench/solvers"
	"xcbench/solvers/engines"
)

// Flags are the flags of a command.
type Flags struct{ *pflag.FlagSet }

// FlagsOf returns the flags of a command, to add some.
func FlagsOf(cmd *cobra.Command) Flags { return Flags{cmd.Flags()} }

// Add adds a flag, whose default is what the variable has. A rule is a word and what it is about:
//
//	least 1            a number or a time
//	needs plot         is given only with another flag
//	excludes all show  is given with none of them
//
// See [checkFlag]. A name such as "out o" has a short form.
func (f Flags) Add(variable any, name, usage string, rules ...string) {
	name, short, _ := strings.Cut(name, " ")
	switch v := variable.(type) {
	case *bool:
		f.BoolVar(v, name, *v, usage)
	case *int:
		f.IntVar(v, name, *v, usage)
	case *int64:
		f.Int64Var(v, name, *v, usage)
	case *uint64:
		f.Uint64Var(v, name, *v, usage)
	case *float64:
		f.Float64Var(v, name, *v, usage)
	case *time.Duration:
		f.DurationVar(v, name, *v, usage)
	case *string:
		f.StringVarP(v, name, short, *v, usage)
	case *[]string:
		f.StringSliceVar(v, name, *v, usage)
	default:
		f.Var(v.(pflag.Value), name, usage)
	}
	for _, rule := range rules {
		words := strings.Fields(rule)
		if err := f.SetAnnotation(name, words[0], words[1:]); err != nil {
			panic(err)
		}
	}
}

// parsed is the value of a flag that is parsed, and so checked, when it is set. Its errors say what
// was expected.
type parsed[T any] struct {
	text  string
	value *T
	parse func(string) (T, error)
	words []string
}

// Words returns what the value can be, for completions.
func (p *parsed[T]) Words() []string { return p.words }
func (p *parsed[T]) String() string  { return p.text }
func (p *parsed[T]) Type() string    { return "string" } // pflag prints the defaults of strings in quotes

func (p *parsed[T]) Set(text string) (err error) {
	p.text = text
	*p.value, err = p.parse(text)
	return err
}

// Parsed returns a variable that is parsed, for [Flags.Add]. The standard text must be valid; "" stands for
// the value that is there already. The words complete it.
func Parsed[T any](value *T, standard string, parse func(string) (T, error), words ...string) pflag.Value {
	p := &parsed[T]{value: value, parse: parse, words: words}
	if standard != "" {
		if err := p.Set(standard); err != nil {
			panic(err)
		}
	}
	return p
}

// Among returns what parses the words that stand for some values.
func Among[T any](words []string, values ...T) func(string) (T, error) {
	return func(text string) (value T, err error) {
		if k := slices.Index(words, text); k >= 0 {
			return values[k], nil
		}
		return value, fmt.Errorf("expected %s%s", Choice(words), spelling.Near(text, words))
	}
}

// OneOf returns a variable that is set by words, for [Flags.Add]. The first word is the default.
func OneOf[T any](value *T, words []string, values ...T) pflag.Value {
	return Parsed(value, words[0], Among(words, values...), words...)
}

// WordFlag adds a flag whose value is one of the words. The first word is the default.
func WordFlag[W ~string](cmd *cobra.Command, value *W, name, usage string, words ...W) {
	FlagsOf(cmd).Add(OneOf(value, Texts(words), words...), name, usage+Choice(words))
}

// TableFlag adds the flag for the output format of tables: see [Print].
func TableFlag(cmd *cobra.Command) { FormatFlag(cmd, "", report.Formats...) }

// FormatFlag adds the flag for the output format: see [Format].
func FormatFlag(cmd *cobra.Command, usage string, forms ...string) {
	WordFlag(cmd, new(string), "format", usage, forms...)
}

// Format returns the output format of a command.
func Format(cmd *cobra.Command) string { return cmd.Flags().Lookup("format").Value.String() }

// SolverFlag adds a flag for one solver, and the flags for engines. The variant is set before the
// command runs, when the engines are known.
func SolverFlag(cmd *cobra.Command, v *solvers.Variant, name, usage string) {
	EngineFlags(cmd)
	FlagsOf(cmd).Add(&name, "solver", usage)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		if name == "" { // as of a shell variable that is not set
			return Usagef("--solver is empty, expected a solver")
		}
		if *v, err = FindSolver(cmd, name); err == nil {
			err = engines.Missing(*v)
		}
		return err
	}
}

// BoundFlags adds the flags that bound a single search.
func BoundFlags(cmd *cobra.Command, b *bench.Bounds) {
	f := FlagsOf(cmd)
	f.Add(&b.Timeout, "timeout", "stop a search after `TIME`; 0 for never", "least 0")
	f.Add(&b.Nodes, "nodes", "stop a search at `N` nodes; 0 for never", "least 0")
	f.Add(&b.Updates, "updates", "stop a search at `N` updates; 0 for never", "least 0")
}

// LimitFlag adds the flag that bounds the solutions of a search.
func LimitFlag(cmd *cobra.Command, b *bench.Bounds) {
	FlagsOf(cmd).Add(&b.Solutions, "limit", "a search is solved with `N` solutions; 0 for all", "least 0")
}

// Choice joins words for a help text: "a, b or c".
func Choice[W ~string](words []W) string {
	last := len(words) - 1
	return strings.Join(Texts(words[:last]), ", ") + " or " + string(words[last])
}
