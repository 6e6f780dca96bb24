package cli_test

import (
	"math"
	"testing"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

func TestMemoryIsParsedUpToTheLargestNumber(t *testing.T) {
	var cmd cobra.Command
	var got int64
	cli.MemoryFlag(&cmd, &got, "bound it")
	for text, want := range map[string]int64{
		"0": 0, "7": -1, "1kb": 1 << 10, "3MB": 3 << 20, "4gB": 4 << 30, "9223372036854775807": -1,
		"8589934591GB": math.MaxInt64 >> 30 << 30, "": -1, "KB": -1, "1TB": -1, "8589934592GB": -1,
	} {
		if err := cmd.Flags().Lookup("memory").Value.Set(text); err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}
