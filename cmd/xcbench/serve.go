package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
	"xcbench/report/page"
	"xcbench/results"
)

// serve serves the page of one run directory until the command is interrupted. An interrupt is the
// normal end, not an error.
func (r *reportFlags) serve(cmd *cobra.Command, args []string, addr string) error {
	if len(args) != 1 || args[0] == "-" {
		return cli.Usagef("--serve of %q, expected one run directory", args)
	}
	filter, err := r.use.selected()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return cli.Usagef("--addr %q, expected HOST:PORT such as 127.0.0.1:8037", addr)
	}
	board, err := page.NewBoard(page.Source{Run: args[0], Filter: filter, Title: r.title, Command: cli.Command(cmd, args),
		Pictures: r.pictures})
	if err != nil {
		return err
	}
	var how net.ListenConfig
	l, err := how.Listen(cmd.Context(), "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program; --addr %s finds a free port", addr, net.JoinHostPort(host, "0"))
	case err != nil:
		return err
	}
	defer l.Close()
	stderr := cmd.ErrOrStderr()
	if ip, err := netip.ParseAddrPort(l.Addr().String()); err != nil || !ip.Addr().IsLoopback() {
		fmt.Fprintf(stderr, "warning: whoever can connect to %s can read the results; "+
			"--addr 127.0.0.1:8037 serves this machine only\n", l.Addr())
	}
	missing := func(path string) bool { _, err := os.Stat(path); return errors.Is(err, fs.ErrNotExist) }
	if dir := board.Dir(); missing(dir) {
		fmt.Fprintf(stderr, "note: %s is not there yet; the page shows the run once it has begun\n", dir)
	} else if missing(filepath.Join(dir, results.RowsFile)) {
		fmt.Fprintf(stderr, "note: %s has no run yet (no %s); the page shows the run once it has begun\n", dir,
			results.RowsFile)
	}
	fmt.Fprintf(stderr, "serving %s on http://%s/ until Ctrl-C\n", args[0],
		strings.Replace(l.Addr().String(), "[::]", "localhost", 1))
	return board.Serve(cmd.Context(), l, host)
}
