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
		"KIND":      words(cli.NamesOf(chart.Kinds(), func(k chart.Kind) string { return k.Name })),
		"LANGUAGE":  words(engines.Languages()),
		"PARAMETER": completeFamily,
		"QUERY":     completeFilter,
		"RUN":       cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault), // the shell completes files
		"SET":       words(cli.NamesOf(fetch.Sets(), setName)),
		"SOLVER":    completeSolvers,
		"SOLVERS":   completeSolvers,
	}
})

// words completes one of the words.
func words(all []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)
}

// placeholder matches the placeholders of a usage line.
var placeholder = lazy.Regexp(`[A-Z]+`)

// completeArguments completes arguments by the placeholders of the command's usage line, in their order.
// The last one stands for all further arguments.
func completeArguments(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	complete, left := kinds()["RUN"], len(args)
	for _, name := range placeholder().FindAllString(cmd.Use, -1) {
		if next, ok := kinds()[name]; ok && left >= 0 {
			complete, left = next, left-1
		}
	}
	return complete(cmd, args, text)
}

// completes reports whether the arguments are a question of a shell.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// addCompletions adds shell completions to a command and to the commands below it. Cobra keeps them,
// and with them the commands, as long as the process runs. It takes the backquotes out of the descriptions
// of flags: a shell would show them.
func addCompletions(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		addCompletions(c)
	}
	if cmd.ValidArgs == nil {
		cmd.ValidArgsFunction = beginning(completeArguments)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		kind, usage := pflag.UnquoteUsage(f)
		f.Usage = usage
		complete := kinds()[kind]
		if w, ok := f.Value.(interface{ Words() []string }); ok && w.Words() != nil {
			complete = words(w.Words())
		}
		if complete != nil {
			cmd.RegisterFlagCompletionFunc(f.Name, beginning(complete)) // an error says that it has one
		}
	})
}

// beginning leaves the completions that begin with the text.
func beginning(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		names, directive := complete(cmd, args, text)
		other := func(name string) bool { return !strings.HasPrefix(name, text) }
		return slices.DeleteFunc(slices.Clone(names), other), directive
	}
}

// completeInstances completes instances: first the family and its slash, then the member. Files
// complete too.
func completeInstances(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	name, _, member := strings.Cut(text, "/")
	if !member {
		families := cli.NamesOf(corpus.FamilyNames(), func(name string) string { return name + "/" })
		return families, cobra.ShellCompDirectiveNoSpace
	}
	f, ok := corpus.FindFamily(name)
	if !ok {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return f.IDs(), cobra.ShellCompDirectiveNoFileComp
}

// completeFamily completes the family, or the names of its parameters.
func completeFamily(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return corpus.FamilyNames(), cobra.ShellCompDirectiveNoFileComp
	}
	f, ok := corpus.FindFamily(args[0])
	if !ok {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := cli.NamesOf(f.Params, func(p corpus.Param) string { return p.Name + "=" })
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSolvers completes the last name of a list of solvers.
func completeSolvers(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	return after(text, ",", cli.NamesOf(cli.Known(cmd).Listed(), cli.SolverName))
}

// completeFilter completes the family in the last term of a filter.
func completeFilter(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(text, "family:") {
		names, _ := after(text, ":", corpus.FamilyNames())
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return after(text, " (-", []string{"family:"})
}

// after returns what the text has up to the last separator, followed by each of the names.
func after(text, separators string, names []string) ([]string, cobra.ShellCompDirective) {
	begin := text[:strings.LastIndexAny(text, separators)+1]
	return cli.NamesOf(names, func(name string) string { return begin + name }), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
