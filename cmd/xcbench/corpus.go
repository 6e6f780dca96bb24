package main

import (
	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

func corpusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Work on instances: show, generate, fetch and more",
		Long: `Corpus has the commands for instances: the catalogue, the generators of the
families, files of puzzles, and published sets of sudokus.`,
		Example: "  xcbench corpus show queens/8",
		Args:    cobra.ArbitraryArgs,
		RunE:    cli.ShowHelp,
	}
	cmd.AddCommand(became("corpus list", "list instances")(), showCommand(), checkCommand(), generateCommand(), convertCommand(),
		fetchCommand(), archiveCommand())
	return cmd
}
