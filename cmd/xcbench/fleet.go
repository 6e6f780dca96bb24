package main

import (
	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

const fleetName = "fleet"

func fleetCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   fleetName,
		Short: "Work on many searches, or one giant search, with many workers",
		Long: `Fleet hands out searches to workers in processes of one machine, or of several
machines that share a folder, and adds up the results:

  plan    writes a folder of tasks
  work    does tasks until none are left; start it on any number of machines
  status  shows how far the work is
  join    adds up the results
  slurm   writes a Slurm array job
  k8s     writes Kubernetes jobs

A search may be divided into parts. The sums of nodes, updates, solutions and
levels are those of a search by one worker, to the last digit.`,
		Example: "  xcbench fleet plan jobs queens/16 --divide\n  xcbench fleet work jobs --workers 4\n" +
			"  xcbench fleet join jobs",
		Args: cobra.ArbitraryArgs,
		RunE: cli.ShowHelp,
	}
	cmd.AddCommand(fleetPlanCommand(), fleetSubmitCommand(), fleetWorkCommand(), fleetStatusCommand(), fleetJoinCommand(),
		fleetDropCommand(), fleetSlurmCommand(), fleetK8sCommand())
	return cmd
}
