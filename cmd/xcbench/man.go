//go:build man

package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"xcbench/internal/cli"
)

// The package that writes manual pages makes every start of a program 0.5 ms longer. So the command
// is part only of the program that 'make man' builds.
func init() { optional = append(optional, manCommand) }

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Make the manual pages of all commands",
		Long: `Man writes a manual page for each command into DIR: xcbench.1, xcbench-solve.1
and so on.`,
		Example: "  xcbench man ~/.local/share/man/man1",
		Args:    cli.Arguments(1, 1, "a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			keepLayout(root)
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "xcbench"}, args[0])
		},
	}
}

var brackets = strings.NewReplacer("[", `\[`, "]", `\]`)

// keepLayout indents the lists in the long texts as far as Markdown expects of literal text. In the
// usage, it takes the brackets of "[flags] (RUN | FILE)" for a link unless they are escaped.
func keepLayout(cmd *cobra.Command) {
	use := cmd.UseLine()
	if cmd.HasParent() {
		use = strings.TrimPrefix(use, cmd.Parent().CommandPath()+" ")
	}
	cmd.Use, cmd.DisableFlagsInUseLine = brackets.Replace(use), true
	cmd.DisableAutoGenTag = true
	cmd.Long = strings.ReplaceAll(cmd.Long, "\n  ", "\n      ")
	for _, c := range cmd.Commands() {
		keepLayout(c)
	}
}
