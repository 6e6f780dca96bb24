package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/format"
	"xcbench/internal/cli"
	"xcbench/internal/spelling"
	"xcbench/report"
)

func generateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate [FAMILY [PARAMETER=VALUE]...]",
		Short: "Generate a member of a family, or list the families",
		Long: `Generate prints the member of a family with the given parameters as Knuth's DLX
text. The member need not be in the catalogue, and parameters with a default may
be left out. A family alone prints the table of its parameters. Without
arguments, generate prints the table of families.`,
		Example: "  xcbench corpus generate queens n=9",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Print(cmd, familyTable(true))
			}
			f, ok := corpus.FindFamily(args[0])
			if !ok {
				return cli.Usagef("unknown family %q%s", args[0], spelling.Hint(args[0], corpus.FamilyNames()))
			}
			if len(args) == 1 {
				return cli.Print(cmd, paramTable(f))
			}
			values := corpus.Values{}
			for _, arg := range args[1:] {
				key, value, ok := strings.Cut(arg, "=")
				if !ok || key == "" || value == "" {
					return cli.Usagef("argument %q, expected PARAMETER=VALUE", arg)
				}
				values[key] = value
			}
			in, err := f.Member(values)
			if err != nil {
				return err
			}
			puzzle, err := in.Puzzle()
			if err != nil {
				return err
			}
			return format.WriteDLX(cmd.OutOrStdout(), puzzle.Problem())
		},
	}
	cli.TableFlag(cmd)
	return cmd
}

// familyTable returns the table of families: what each is, or all of it. To read how many members are catalogued takes
// longer than the rest.
func familyTable(all bool) report.Table {
	t := report.Table{Title: "Families", Columns: report.Heads("family", "what it is", "name of a member", ">catalogued", "source")}
	for _, f := range corpus.Families() {
		if all {
			t.Add(f.Name, f.Summary(), f.Shape(), len(f.IDs()), f.Source)
		} else {
			t.Add(f.Name, f.Summary(), nil, nil, nil)
		}
	}
	return t
}

func paramTable(f *corpus.Family) report.Table {
	t := report.Table{Title: f.Name + ": " + f.Summary(),
		Columns: report.Heads("parameter", "values", "default", "what it is")}
	for _, p := range f.Params {
		t.Add(p.Name, p.Values(), p.Default, p.About)
	}
	return t
}

// familyPage returns the parameters of a family, with notes on its members, items and options. Each paragraph is a
// note: a terminal wraps it.
func familyPage(f *corpus.Family) report.Table {
	t := paramTable(f)
	t.Notes = append(strings.Split(strings.NewReplacer("\n\n", "\n\n", "\n", " ").Replace(f.Form), "\n"), "numbers of solutions: "+f.Source,
		fmt.Sprintf("members are named %s/%s; %d are in the catalogue", f.Name, f.Shape(), len(f.IDs())))
	if f.Sample != "" {
		t.Notes = append(t.Notes, fmt.Sprintf("'xcbench corpus show %s/%s' draws a solution", f.Name, f.Sample))
	}
	return t
}
