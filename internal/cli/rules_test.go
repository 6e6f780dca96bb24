package cli_test

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

func TestRulesOfFlags(t *testing.T) {
	for args, want := range map[string]string{
		"--n 2 --x":           "",
		"--n 1":               "--n 1, expected 2 or more",
		"--time 10ms":         "--time 10ms, expected 1s or more",
		"--time 1000h --x":    "--x excludes --time",
		"--x=false --time 1s": "",
		"--y":                 "--y needs --n",
		"--ratio NaN":         "--ratio NaN, expected 0 or more",
		"--ratio +Inf":        "--ratio +Inf, expected 0 or more",
		"--out=":              "--out is empty, expected a path",
	} {
		cmd := &cobra.Command{Use: "program", Run: func(*cobra.Command, []string) {}}
		var limit time.Duration
		f := cmd.Flags()
		f.Int("n", 0, "")
		f.Float64("ratio", 0, "")
		f.String("out", "", "write `FILE`")
		f.Bool("x", false, "")
		f.Bool("y", false, "")
		cli.TimeFlag(cmd, &limit, "time", time.Minute, "")
		cli.AtLeast(cmd, "2", "n")
		cli.AtLeast(cmd, "0", "ratio")
		cli.AtLeast(cmd, "1s", "time")
		cli.Needs(cmd, "n", "y")
		cli.Excludes(cmd, "x", "time", "x")
		cli.Setup(cmd)
		cmd.SetArgs(strings.Fields(args))
		got := ""
		if err := cmd.Execute(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
