package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/english"
	"xcbench/report/page"
)

// serve shows one run directory in browsers until the command is interrupted, which is its
// proper end.
func (r *reportFlags) serve(cmd *cobra.Command, args []string, addr string) error {
	if len(args) != 1 || args[0] == "-" {
		return usagef("--serve of %s, expected one run directory", english.Count(len(args), "input"))
	}
	if r.filter != "" {
		if _, err := benchproc.NewFilter(r.filter); err != nil {
			return usagef("filter %q: %w", r.filter, err)
		}
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return usagef("address %q, expected HOST:PORT as 127.0.0.1:8037", addr)
	}
	board, err := page.NewBoard(page.Source{Run: args[0], Filter: r.filter, Title: r.title, Command: command(cmd, args), Pictures: r.pictures})
	if err != nil {
		return err
	}
	var how net.ListenConfig
	l, err := how.Listen(cmd.Context(), "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program, expected a free port; --addr %s takes one", addr, net.JoinHostPort(host, "0"))
	case err != nil:
		return err
	}
	defer l.Close()
	said := cmd.ErrOrStderr()
	if ip, err := netip.ParseAddrPort(l.Addr().String()); err != nil || !ip.Addr().IsLoopback() {
		fmt.Fprintf(said, "warning: whoever reaches %s can read the results\n", l.Addr())
	}
	fmt.Fprintf(said, "serving %s on http://%s/ until Ctrl-C\n", args[0], strings.Replace(l.Addr().String(), "[::]", "localhost", 1))
	return board.Serve(cmd.Context(), l, host)
}
