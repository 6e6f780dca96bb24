package main

import (
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/corpus"
	"xcbench/corpus/fetch"
	"xcbench/internal/cli"
	"xcbench/internal/lazy"
	"xcbench/report/chart"
	"xcbench/solvers/engines"
)

// kinds completes what a placeholder stands for: INSTANCE in "solve [flags] INSTANCE...", or `SOLVER` in the
// description of a flag. So the definition of a command or flag says what completes it.
var kinds = sync.OnceValue(func() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"FAMILY":    completeFamily,
		"INSTANCE":  completeInstances,
		"KIND":      completeNames(cli.NamesOf(chart.Kinds(), func(k chart.Kind) string { return k.Name })),
		"LANGUAGE":  completeNames(engines.Languages()),
		"PARAMETER": completeFamily,
		"QUERY":     completeFilter,
		"RUN":       completeFiles,
		"SET":       completeNames(cli.NamesOf(fetch.Sets(), setName)),
		"SOLVER":    completeSolvers,
		"SOLVERS":   completeSolvers,
	}
})

// placeholder matches the placeholders of a usage line.
var placeholder = lazy.Regexp(`[A-Z]+`)

// completeArguments completes arguments by the placeholders of the command's usage line, in their order.
// The last one stands for all further arguments.
func completeArguments(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	var known []cobra.CompletionFunc
	for _, name := range placeholder().FindAllString(cmd.Use, -1) {
		if complete, ok := kinds()[name]; ok {
			known = append(known, complete)
		}
	}
	if len(known) == 0 {
		return completeFiles(cmd, args, text)
	}
	return known[min(len(args), len(known)-1)](cmd, args, text)
}

// plainUsage takes the backquotes out of the descriptions of all flags. They mark the name of the
// value, which only help understands, and a shell would show them.
func plainUsage(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		plainUsage(c)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") })
}

// completes reports whether the arguments are a question of a shell.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// addCompletions adds shell completions to a command and to the commands below it. Cobra keeps them,
// and with them the commands, as long as the process runs.
func addCompletions(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		addCompletions(c)
	}
	if cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = completeArguments
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		complete, ok := kinds()[kind]
		if w, listed := f.Value.(interface{ Words() []string }); listed && w.Words() != nil {
			complete, ok = completeNames(w.Words()), true
		}
		if _, taken := cmd.GetFlagCompletionFunc(f.Name); !ok || taken {
			return
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
			panic(err)
		}
	})
}

// completeInstances completes instances: first the family and its slash, then the member. Files
// complete too.
func completeInstances(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	if !strings.Contains(text, "/") {
		families := withPrefix(corpus.FamilyNames(), text)
		for k := range families {
			families[k] += "/"
		}
		return families, cobra.ShellCompDirectiveNoSpace
	}
	name, _, _ := strings.Cut(text, "/")
	f, ok := corpus.FindFamily(name)
	if !ok {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return withPrefix(cli.NamesOf(f.Catalogued(), corpus.Instance.ID), text), cobra.ShellCompDirectiveNoFileComp
}

// completeFamily completes the family, and then the names of its parameters.
func completeFamily(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return withPrefix(corpus.FamilyNames(), text), cobra.ShellCompDirectiveNoFileComp
	}
	f, ok := corpus.FindFamily(args[0])
	if !ok {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := cli.NamesOf(f.Params, func(p corpus.Param) string { return p.Name + "=" })
	return withPrefix(names, text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSolvers completes the last name of a list of solvers.
func completeSolvers(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	names := completeAfter(text, strings.LastIndexByte(text, ',')+1, cli.NamesOf(cli.Known(cmd).Listed(), cli.SolverName))
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeFilter completes the family in a filter.
func completeFilter(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	const key = "family:"
	at := strings.LastIndex(text, key)
	if at < 0 && (text == "" || strings.HasSuffix(text, " ")) {
		return []string{text + key}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if at < 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeAfter(text, at+len(key), corpus.FamilyNames()), cobra.ShellCompDirectiveNoFileComp
}

// completeAfter completes what a text has from a place on by one of the names.
func completeAfter(text string, at int, names []string) []string {
	names = withPrefix(names, text[at:])
	for k := range names {
		names[k] = text[:at] + names[k]
	}
	return names
}

// completeFiles leaves it to the shell to complete files and folders.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeNames completes one of the names.
func completeNames(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(names, text), cobra.ShellCompDirectiveNoFileComp
	}
}

// withPrefix returns the names that begin with the prefix.
func withPrefix(names []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}
