package main

import (
	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

func fleetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "fleet",
		Short: "Search on many machines: see xcbench-fleet",
		Long: `Many searches, or one giant search, on many machines are the work of another
program, xcbench-fleet. It is a module of its own, in the folder fleet:

  cd fleet && go build ./cmd/xcbench-fleet

Array jobs of a cluster need only 'xcbench run --shard K/N'.`,
		Example:            "  xcbench-fleet run queens/16 --divide --workers 4 --dir runs/queens",
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "--help" {
				return cmd.Help()
			}
			return cli.Usagef("fleet is another program, xcbench-fleet: 'cd fleet && go build ./cmd/xcbench-fleet' makes it")
		},
	}
}
