package main

import (
	"bufio"
	"slices"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/cli"
	"xcbench/report"
	"xcbench/solvers"
)

// listed are the arguments of list.
var listed = []string{"solvers", "families", "instances", "run"}

const listHelp = `List prints the solvers, and what each family is, or the table that is named.
'list families' has the names of members, how many are catalogued, and a source.
The flags select solvers and instances as they do for run and verify. By default
list takes all solvers and tiers. If a flag selects instances, list prints them,
not the families. 'xcbench list run' shows what 'xcbench run' would take with
the same flags: fewer solvers, and the smoke tier.

With --format lines, 'list instances' prints each id as soon as it is read,
followed by a tab and the title. So a file of a million puzzles needs no more
memory than a file of ten.

List starts no program, so it does not show the versions of engines; run records
them.

A tier includes the smaller ones. A filter combines terms such as family:queens
and -inst:10; its keys are family, inst, tier, basis, size, items, options and
the parameters of the families.`

func listCommand() *cobra.Command {
	var s cli.Selection
	forms := append(slices.Clone(report.Formats), "lines")
	cmd := &cobra.Command{
		Use:     "list [flags] [solvers | families | instances | run]",
		Short:   "List the solvers, and the families and instances of the corpus",
		Long:    listHelp,
		Example: "  xcbench list run --filter family:queens\n  xcbench list solvers\n  xcbench list instances --tier smoke --filter family:queens",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && !slices.Contains(listed, args[0]) {
				return cli.Usagef("arguments %q, expected %s, or nothing", args, cli.Choice(listed))
			}
			return nil
		},
		ValidArgs: listed,
		RunE: func(cmd *cobra.Command, args []string) error {
			what := listing(cmd, args, &s)
			if cli.Format(cmd) == "lines" {
				if what[0] != "instances" {
					return cli.Usagef("--format lines is of 'list instances'")
				}
				return streamInstances(cmd, &s.Instances)
			}
			variants, err := s.Variants()
			if err != nil {
				return err
			}
			tables := make([]report.Table, len(what))
			for k, name := range what {
				switch name {
				case "solvers":
					tables[k] = solverTable(variants)
				case "families":
					tables[k] = familyTable(len(what) == 1 || forPrograms(cmd))
				default:
					if tables[k], err = instanceTable(cmd, &s.Instances); err != nil {
						return err
					}
				}
			}
			if err := cli.Print(cmd, tables...); err != nil {
				return err
			}
			return s.Verdict()
		},
	}
	s.Flags(cmd, corpus.Full, nil, cli.AllByDefault)
	cli.FlagsOf(cmd).Add(cli.OneOf(new(string), forms, forms...), "format", "print `FORMAT`, such as md, csv or lines")
	return cmd
}

// listing returns the names of the tables that are asked for, and makes the selection that of run.
func listing(cmd *cobra.Command, args []string, s *cli.Selection) []string {
	switch {
	case len(args) == 1 && args[0] == "run":
		if s.Standard = solvers.Panel(); !cmd.Flags().Changed("tier") {
			s.Tier = corpus.Smoke
		}
		return []string{"solvers", "instances"}
	case len(args) == 1:
		return args
	case s.Instances.Chosen(cmd):
		return []string{"solvers", "instances"}
	}
	return []string{"solvers", "families"}
}

func solverTable(variants []solvers.Variant) report.Table {
	t := report.Table{Title: "Solvers", Columns: report.Heads("solver", "rule", "updates count", "what it is")}
	for _, v := range variants {
		t.Add(v.Name, v.Rule, v.Counter, v.Summary)
	}
	return t
}

func instanceTable(cmd *cobra.Command, s *cli.Instances) (report.Table, error) {
	t := report.Table{Title: "Instances", Columns: report.Heads("instance", "tier", ">items", ">options", ">solutions", "basis",
		"what it is", "source")}
	for in, err := range s.Each(cmd, nil) {
		if err != nil {
			return t, err
		}
		t.Add(in.ID(), in.Tier, size(in.Items), size(in.Options), count(in.Solutions), in.Basis, in.Title, in.Source)
	}
	if len(t.Rows) == 0 {
		return t, s.None()
	}
	return t, nil
}

// size returns a cell for a number of items or options; 0 means unknown.
func size(n int) report.Cell {
	if n == 0 {
		return report.Cell{Text: "?"}
	}
	return report.Int(int64(n))
}

// count returns a cell for a number of solutions.
func count(c corpus.Count) report.Cell {
	if c.N == corpus.Unknown || c.AtLeast {
		return report.Text(c.String())
	}
	return report.Digits(c.String())
}

// streamInstances writes a line for each instance: id, tab, title.
func streamInstances(cmd *cobra.Command, s *cli.Instances) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	defer out.Flush() // an error keeps the lines before it
	line := ""
	for in, err := range s.Each(cmd, nil) {
		if err != nil {
			return err
		}
		if line = in.ID(); in.Title != "" {
			line += "\t" + in.Title
		}
		if _, err := out.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	if line == "" {
		return s.None()
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return s.Verdict()
}
