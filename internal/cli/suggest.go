package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/corpus"
	"xcbench/internal/lazy"
	"xcbench/internal/spelling"
)

// ShowHelp runs a command that only has subcommands. A word that is not one of them is an error.
func ShowHelp(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return Usagef("unknown command %q%s", args[0], spelling.Hint(args[0], names))
}

// flagError makes an error in the flags a usage error. For an unknown flag it suggests the nearest
// name. Cobra calls it.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[Failure](err); ok { // it has a message of its own
		return wrong
	}
	if value, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f := value.GetFlag()
		what, ok := map[string]string{"bool": "true or false", "float64": "a number", "uint64": "a whole number of 0 or more",
			"int": "a whole number", "int64": "a whole number", "duration": "a time with its unit, as 5s or 500ms"}[f.Value.Type()]
		if !ok { // see [Parsed]
			return Usagef("--%s %q, %w", f.Name, value.GetValue(), value.Unwrap())
		}
		return Usagef("--%s %q, expected %s", f.Name, value.GetValue(), what)
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || unknown.GetSpecifiedShortnames() != "" {
		return Usage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	// A list of all flags would be as long as the help.
	return Usagef("%w%s", err, spelling.Near(unknown.GetSpecifiedName(), names))
}

// CheckFilter rejects a filter that ends in AND, which the language of benchstat takes for nothing.
func CheckFilter(query string) error {
	if words := strings.Fields(query); len(words) > 0 && words[len(words)-1] == "AND" {
		return Usagef("filter %q, column %d: nothing follows AND, expected a term such as inst:8", query, strings.LastIndex(query, "AND")+1)
	}
	return nil
}

// filterWord matches "key:value" in a filter, if the value is one word.
var filterWord = lazy.Regexp(`([a-z_]+):([a-z0-9_.]*)`)

// filterHint names the first key or family in a filter that no instance has, or returns "".
func filterHint(filter string) string {
	keys := []string{"family", "inst", "tier", "size", "items", "options"}
	for _, f := range corpus.Families() {
		for _, p := range f.Params {
			keys = append(keys, p.Name)
		}
	}
	families := corpus.FamilyNames()
	for _, m := range filterWord().FindAllStringSubmatch(filter, -1) {
		switch key, value := m[1], m[2]; {
		case !slices.Contains(keys, key):
			return ": no instance has the key " + key + spelling.Hint(key, keys)
		case key == "family" && value != "" && !slices.Contains(families, value):
			return ": there is no family " + value + spelling.Hint(value, families)
		}
	}
	return ""
}
