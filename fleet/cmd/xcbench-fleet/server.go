package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"xcbench/fleet"
	"xcbench/internal/cli"
	"xcbench/internal/english"
	"xcbench/report"
)

// place has the flags that name a plan on a server.
type place struct{ options fleet.Options }

func (p *place) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.options.URL, "server", "", "use the NATS server at `URL`, or a cluster: URL,URL")
	f.StringVar(&p.options.Plan, "plan", "plan", "name the plan `NAME`, if the server has several")
	f.StringVar(&p.options.Credentials, "creds", "", "log in to the server with the credentials in `FILE`")
}

// connect calls do with the server.
func (p *place) connect(do func(*fleet.Server) error) error {
	if p.options.URL == "" {
		return cli.Usagef("no server is named, expected --server URL, as 'xcbench-fleet serve' prints it")
	}
	server, err := fleet.Connect(p.options)
	if err != nil {
		return err
	}
	return errors.Join(do(server), server.Close())
}

// onPlan makes a command that does something with the server and the plan that its flags name.
func onPlan(cmd *cobra.Command, do func(*cobra.Command, *fleet.Server, *fleet.Plan) error) *cobra.Command {
	var where place
	where.flags(cmd)
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return where.connect(func(server *fleet.Server) error {
			plan, err := server.Plan(cmd.Context())
			if err != nil {
				return err
			}
			return do(cmd, server, plan)
		})
	}
	return cmd
}

func serveCommand() *cobra.Command {
	var store, listen string
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve plans to the workers of other machines",
		Long: `Serve starts a NATS server with JetStream, which keeps its files in --store. It
prints its URL with a token; the token is in DIR/token. Any NATS server from
2.10 on with JetStream can stand in for it.

The server listens to this machine only, unless --listen names another address.
It can be killed at any moment and started again.`,
		Example: "  xcbench-fleet serve --store /data/fleet --listen 0.0.0.0:4222",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if store == "" || listen == "" {
				return cli.Usagef("--store %q and --listen %q, expected a folder and an address", store, listen)
			}
			server, err := fleet.Embed(store, listen)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n", server.URL())
			<-cmd.Context().Done()
			return server.Close()
		},
	}
	cmd.Flags().StringVar(&store, "store", "", "keep all files in `DIR`")
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "listen at `HOST:PORT`; port 0 is any free one")
	return cmd
}

func submitCommand() *cobra.Command {
	var p planning
	var where place
	replicas := 1
	cmd := &cobra.Command{
		Use:   "submit [flags] [INSTANCE | FILE]...",
		Short: "Put a plan on a server",
		Long: `Submit puts a task for every solver on every instance on a server. The flags
select solvers and instances as they do for 'xcbench run'; see also
'xcbench-fleet run --help'. With --replicas 3, a cluster of three can lose a
server.`,
		Example: "  xcbench-fleet submit queens/16 --divide --server nats://TOKEN@queue.example:4222",
		RunE: func(cmd *cobra.Command, args []string) error {
			if replicas < 1 || replicas > 5 {
				return cli.Usagef("--replicas %d, expected 1 to 5", replicas)
			}
			return where.connect(func(server *fleet.Server) error {
				plan, err := p.submit(cmd, server, replicas, args)
				if errors.Is(err, fleet.ErrPlanned) {
					return fmt.Errorf("%w; 'xcbench-fleet drop' deletes it, and --plan names another", err)
				}
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s on the server\n", english.Count(plan.Tasks, "task"))
				return p.Verdict()
			})
		},
	}
	p.flags(cmd, time.Minute)
	where.flags(cmd)
	cmd.Flags().IntVar(&replicas, "replicas", 1, "keep `N` copies in a cluster")
	return cmd
}

func dropCommand() *cobra.Command {
	var where place
	cmd := &cobra.Command{
		Use:     "drop [flags]",
		Short:   "Delete a plan from a server, with its answers",
		Long:    "Drop deletes from the server what submit and the workers put there.",
		Example: "  xcbench-fleet drop --server nats://TOKEN@queue.example:4222",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return where.connect(func(server *fleet.Server) error { return server.Drop(cmd.Context()) })
		},
	}
	where.flags(cmd)
	return cmd
}

func statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [flags]",
		Short: "Show how far the work on a plan is",
		Long: `Status counts the tasks that are done, running, set aside and left. A worker that
died counts as running until its lease is over.`,
		Example: "  xcbench-fleet status --server nats://TOKEN@queue.example:4222",
	}
	cli.TableFlag(cmd)
	return onPlan(cmd, func(cmd *cobra.Command, server *fleet.Server, plan *fleet.Plan) error {
		s, err := server.State(cmd.Context())
		if err != nil {
			return err
		}
		t := report.Table{Title: "Work on " + plan.Command, Columns: report.Heads(">tasks", ">done", ">running", ">set aside:aside", ">left")}
		t.Add(plan.Tasks, s.Done, s.Running, s.Aside, plan.Tasks-s.Done-s.Aside)
		return cli.Print(cmd, t)
	})
}

// queueFolder is where the server of a run keeps its files.
func queueFolder(dir string) string { return filepath.Join(dir, "queue") }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
