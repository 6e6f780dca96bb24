package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xcbench/corpus/fetch"
	"xcbench/internal/spelling"
	"xcbench/report"
)

func fetchCommand() *cobra.Command {
	var (
		list, keepGoing   bool
		dir, mirror, form string
		timeout           time.Duration
	)
	cmd := &cobra.Command{
		Use:   "fetch [flags] [NAME]...",
		Short: "download public sets of sudokus, or list them",
		Long: `Fetch downloads published sets into a folder of the user's and prints the path of
each file. What is there already is not downloaded again, and a download that
broke off is gone on with. Without names it lists the sets. Proxies are taken
from HTTP_PROXY, HTTPS_PROXY and NO_PROXY.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(form, report.Formats); err != nil {
				return err
			}
			if list && len(args) > 0 {
				return usagef("--list excludes names")
			}
			if timeout <= 0 {
				return usagef("timeout %v, expected a time of more than 0", timeout)
			}
			if len(args) == 0 {
				return writeTables(cmd.OutOrStdout(), form, []report.Table{setTable(fetch.Sets())})
			}
			var sets []fetch.Set
			for _, name := range args {
				s, ok := fetch.Find(name)
				if !ok {
					return usagef("unknown set %q%s", name, spelling.Hint(name, setNames()))
				}
				sets = append(sets, s)
			}
			o := fetch.Options{Dir: dir, Stall: timeout}
			if cmd.Flags().Changed("mirror") {
				var err error
				if o.Mirror, err = fetch.ParseMirror(mirror); err != nil {
					return usageError{err}
				}
			}
			return fetchAll(cmd, sets, o, keepGoing)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&list, "list", false, "list the sets")
	f.StringVar(&dir, "dir", "", "folder for the files (default xcbench/sets in the user's cache)")
	f.StringVar(&mirror, "mirror", "", "folder or address with copies of the files, instead of their own addresses")
	f.BoolVar(&keepGoing, "keep-going", false, "go on with the other sets after one that failed")
	f.DurationVar(&timeout, "timeout", 30*time.Second, "give up waiting for a server that sends nothing for so long")
	tableFlag(cmd, &form)
	return cmd
}

func fetchAll(cmd *cobra.Command, sets []fetch.Set, o fetch.Options, keepGoing bool) error {
	p := newProgress(cmd.ErrOrStderr())
	defer p.clear()
	failed := 0
	for k, s := range sets {
		var shown time.Time
		o.Progress = func(done, all int64) {
			if time.Since(shown) >= 100*time.Millisecond {
				shown = time.Now()
				p.step(k, len(sets), s.Name+" "+amount(done, all))
			}
		}
		name, err := fetch.Get(cmd.Context(), s, o)
		p.clear()
		if unreachable := (*fetch.Unreachable)(nil); errors.As(err, &unreachable) {
			err = fmt.Errorf("%w; with a copy of the file, use --mirror DIR", err)
		}
		switch {
		case err == nil:
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), name); err != nil {
				return err
			}
		case !keepGoing || errors.Is(err, context.Canceled):
			return err
		default:
			fmt.Fprintln(cmd.ErrOrStderr(), "xcbench:", oneLine(err))
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d sets not fetched", failed, len(sets))
	}
	return nil
}

// amount says how much has come, in megabytes.
func amount(done, all int64) string {
	if all == 0 {
		return fmt.Sprintf("%.1f MB", float64(done)/1e6)
	}
	return fmt.Sprintf("%.1f of %.1f MB", float64(done)/1e6, float64(all)/1e6)
}

func setTable(sets []fetch.Set) report.Table {
	t := report.Table{Title: "Public sets", Columns: []report.Column{{Name: "set"}, {Name: "bytes", Right: true},
		{Name: "checked by"}, {Name: "terms"}, {Name: "what it is"}, {Name: "address"}}}
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
		t.Rows = append(t.Rows, []report.Cell{report.Text(s.Name), size, report.Text(strings.Join(by, ", ")),
			report.Text(s.Terms), report.Text(s.Title), report.Text(s.URL)})
	}
	return t
}

func setNames() []string {
	var names []string
	for _, s := range fetch.Sets() {
		names = append(names, s.Name)
	}
	return names
}
