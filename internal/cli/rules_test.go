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
		limit := time.Minute
		var n int
		var ratio float64
		var out string
		var x, y bool
		f := cli.FlagsOf(cmd)
		f.Add(&n, "n", "", "least 2")
		f.Add(&ratio, "ratio", "", "least 0")
		f.Add(&out, "out", "write `FILE`")
		f.Add(&x, "x", "", "excludes time")
		f.Add(&y, "y", "", "needs n")
		f.Add(&limit, "time", "", "least 1s")
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
