package main

import (
	"github.com/spf13/cobra"
)

func corpusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "work on instances",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(corpusListCommand(), showCommand(), checkCommand(), generateCommand(), convertCommand(), fetchCommand(), huntCommand())
	return cmd
}
