package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
)

func fleetSubmitCommand() *cobra.Command {
	var s fleetServer
	replicas := 1
	cmd := &cobra.Command{
		Use:   "submit [flags] DIR",
		Short: "Write a plan to a NATS server",
		Long: `Submit puts the tasks of a folder on a NATS server with JetStream, as the plan
with the name of the folder. Then workers need the server only. 'xcbench fleet
join' with --nats brings the results back into the folder. With --replicas 3, a
cluster of three can lose a server.`,
		Example: "  xcbench fleet submit jobs --nats nats://queue.example:4222\n" +
			"  xcbench fleet work jobs --nats nats://queue.example:4222\n" +
			"  xcbench fleet join jobs --nats nats://queue.example:4222",
		Args: cli.Arguments(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if replicas < 1 || replicas > 5 {
				return cli.Usagef("--replicas %d, expected 1 to 5", replicas)
			}
			f, err := fleet.Open(args[0])
			if err != nil {
				return err
			}
			server, err := s.connect(args[0])
			if err != nil {
				return err
			}
			defer server.Close()
			show := cli.NewProgress(cmd.ErrOrStderr())
			defer show.Clear()
			info, err := f.Info()
			if err != nil {
				return err
			}
			err = server.Submit(cmd.Context(), f, replicas, func(packs int) { show.Step(packs, info.Packs, "submitted") })
			if err != nil {
				return err
			}
			show.Clear()
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s of plan %s on the server\n", english.Count(f.Tasks(), "task"), filepath.Base(args[0]))
			return err
		},
	}
	cmd.Flags().IntVar(&replicas, "replicas", 1, "keep `N` copies in a cluster")
	s.flags(cmd)
	return cmd
}

func fleetDropCommand() *cobra.Command {
	var s fleetServer
	cmd := &cobra.Command{
		Use:   "drop [flags] DIR",
		Short: "Delete a plan from a NATS server, with its results",
		Long: `Drop deletes from the server what 'xcbench fleet submit' and the workers put
there. The folder stays as it is.`,
		Example: "  xcbench fleet drop jobs --nats nats://queue.example:4222",
		Args:    cli.Arguments(1, 1, "the name of a plan, or its folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			server, err := s.connect(args[0])
			if err != nil {
				return err
			}
			defer server.Close()
			return server.Drop(cmd.Context())
		},
	}
	s.flags(cmd)
	return cmd
}
