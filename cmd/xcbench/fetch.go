package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/corpus/fetch"
	"xcbench/internal/cli"
	"xcbench/internal/spelling"
	"xcbench/report"
)

func fetchCommand() *cobra.Command {
	var (
		list, keepGoing bool
		o               fetch.Options
	)
	cmd := &cobra.Command{
		Use:   "fetch [flags] [SET]...",
		Short: "Download published sets of sudokus, or list them",
		Long: `Fetch downloads published sets into a folder and prints the path of each file.
Files that are there already are not downloaded again. A download that fails
leaves no file. Without names, fetch prints a table of the sets. It uses the
proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name.`,
		Example: "  xcbench corpus fetch top1465",
		RunE: func(cmd *cobra.Command, args []string) error {
			if list && len(args) > 0 {
				return cli.Usagef("both --list and names are given, expected one of them")
			}
			if strings.Contains(o.Mirror, "://") {
				return cli.Usagef("--mirror %s, expected a folder", o.Mirror)
			}
			if len(args) == 0 {
				return cli.Print(cmd, setTable(fetch.Sets()))
			}
			var sets []fetch.Set
			for _, name := range args {
				s, ok := fetch.Find(name)
				if !ok {
					return cli.Usagef("unknown set %q%s", name, spelling.Hint(name, cli.NamesOf(fetch.Sets(), setName)))
				}
				sets = append(sets, s)
			}
			return fetchAll(cmd, sets, o, keepGoing)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Add(&list, "list", "list the sets")
	f.Add(&o.Dir, "dir", "save the files in `DIR` (default: the user's cache)")
	f.Add(&o.Mirror, "mirror", "take copies of the files from `DIR`")
	f.Add(&keepGoing, "keep-going", "continue with the other sets after a failure")
	o.Stall = 30 * time.Second
	f.Add(&o.Stall, "timeout", "give up after `TIME` without data", "least 1ms")
	cli.TableFlag(cmd)
	return cmd
}

// fetchAll fetches the sets one after the other and prints their paths.
func fetchAll(cmd *cobra.Command, sets []fetch.Set, o fetch.Options, keepGoing bool) error {
	p := cli.NewProgress(cmd.ErrOrStderr())
	defer p.Clear()
	failed := 0
	for k, s := range sets {
		o.Progress = func(done, all int64) { p.Step(k, len(sets), s.Name+" "+amount(done, all)) }
		name, err := fetch.Get(cmd.Context(), s, o)
		p.Clear()
		if cli.Is[*fetch.Unreachable](err) {
			err = fmt.Errorf("%w; if you have a copy of the file, use --mirror DIR", err)
		}
		switch {
		case err == nil:
			cmd.Println(name)
		case !keepGoing || errors.Is(err, context.Canceled):
			return err
		default:
			cmd.PrintErrln("xcbench:", cli.OneLine(err))
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d sets could not be fetched", failed, len(sets))
	}
	return nil
}

// amount returns the progress of a download in megabytes.
func amount(done, all int64) string {
	if all == 0 {
		return fmt.Sprintf("%.1f MB", float64(done)/1e6)
	}
	return fmt.Sprintf("%.1f of %.1f MB", float64(done)/1e6, float64(all)/1e6)
}

func setTable(sets []fetch.Set) report.Table {
	t := report.Table{Title: "Public sets", Columns: report.Heads("set", ">bytes", "checked by", "terms", "what it is", "address")}
	for _, s := range sets {
		size, by := report.Cell{}, []string{}
		if s.Bytes > 0 {
			size = report.Int(s.Bytes)
		}
		if s.SHA256 != "" {
			by = append(by, "SHA-256")
		}
		if s.Git != "" {
			by = append(by, "git id")
		}
		t.Add(s.Name, size, strings.Join(by, ", "), s.Terms, s.Title, s.URL)
	}
	return t
}

func setName(s fetch.Set) string { return s.Name }
