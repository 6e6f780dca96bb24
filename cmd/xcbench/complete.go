package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xcbench/corpus"
	"xcbench/corpus/fetch"
	"xcbench/internal/cli"
	"xcbench/report/chart"
	"xcbench/results"
	"xcbench/solvers/engines"
)

// completions returns the shell completions of arguments, by command path without "xcbench".
var completions = sync.OnceValue(func() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"cmp":             completeRuns,
		"engine init":     completeWords(engines.Languages()...),
		"corpus check":    completeInstances,
		"corpus convert":  completeInstances,
		"corpus fetch":    completeSets,
		"corpus generate": completeFamily,
		"corpus show":     completeInstances,
		"estimate":        completeInstances,
		"gate":            completeRuns,
		"list":            completeWords("solvers", "instances", "run"),
		"plot":            completePlot,
		"rank":            completeRuns,
		"report":          completeRuns,
		"run":             completeInstances,
		"solve":           completeInstances,
		"verify":          completeInstances,
	}
})

// flagCompletions returns the shell completions of flags, by name. Flags whose values are a few words
// complete themselves; see [cli.WordFlag].
var flagCompletions = sync.OnceValue(func() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"base":     completeSolvers,
		"beside":   completeRuns,
		"filter":   completeFilter,
		"givens":   completeWords("omit", "single"),
		"instance": completeInstances,
		"repeat":   completeRuns,
		"resume":   completeRuns,
		"solver":   completeSolvers,
		"tier":     completeWords(cli.Texts(corpus.Tiers())...),
		"unit":     completeWords(unitFlags()...),
		"width":    completeWords("one", "two"),

		"time-unit": completeWords("time", "total", "cpu", "instructions"),
	}
})

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
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	if complete, ok := completions()[path]; ok {
		cmd.ValidArgsFunction = complete
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		complete, ok := flagCompletions()[f.Name]
		if w, isWord := f.Value.(*cli.Word); isWord {
			complete, ok = completeWords(w.Words...), true
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
	at := strings.LastIndexByte(text, ',') + 1
	names := withPrefix(cli.NamesOf(cli.Known(cmd).Listed(), cli.SolverName), text[at:])
	for k := range names {
		names[k] = text[:at] + names[k]
	}
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
	at += len(key)
	names := withPrefix(corpus.FamilyNames(), text[at:])
	for k := range names {
		names[k] = text[:at] + names[k]
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completePlot completes the kind of plot, and then the runs.
func completePlot(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return completeRuns(cmd, args, text)
	}
	kinds := cli.NamesOf(chart.Kinds(), func(k chart.Kind) string { return k.Name })
	return withPrefix(kinds, text), cobra.ShellCompDirectiveNoFileComp
}

// completeRuns completes run directories, and the directories that lead to them. If a folder has
// neither, the shell completes files.
func completeRuns(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	label := ""
	if name, path, ok := strings.Cut(text, "="); ok {
		label, text = name+"=", path
	}
	folder, start := filepath.Split(text)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var runs, folders []string
	for _, e := range entries {
		path := folder + e.Name()
		if !e.IsDir() || !strings.HasPrefix(e.Name(), start) || strings.HasPrefix(e.Name(), ".") && start == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(path, results.RowsFile)); err == nil {
			runs = append(runs, label+path)
		} else if below, _ := filepath.Glob(filepath.Join(path, "*", results.RowsFile)); below != nil {
			folders = append(folders, label+path+"/")
		}
	}
	switch {
	case len(folders) > 0:
		return append(runs, folders...), cobra.ShellCompDirectiveNoSpace
	case len(runs) > 0:
		return runs, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// completeWords completes one of the words.
func completeWords(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(words, text), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeSets completes the names of the published sets.
func completeSets(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	return withPrefix(cli.NamesOf(fetch.Sets(), setName), text), cobra.ShellCompDirectiveNoFileComp
}

// withPrefix returns the names that begin with the prefix.
func withPrefix(names []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}
