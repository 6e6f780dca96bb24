package cli_test

import (
	"fmt"
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
		"8589934591GB": math.MaxInt64 >> 30 << 30, "": -1, "-7KB": -1, "KB": -1, "1TB": -1, "1 KB": -1, "8589934592GB": -1,
	} {
		err := cmd.Flags().Lookup("memory").Value.Set(text)
		if err != nil {
			got = -1
			if want := fmt.Sprintf(`memory %q, expected a number with a unit, such as "512MB" or "2GB"`, text); err.Error() != want {
				t.Errorf("%q: got error %v, want %s", text, err, want)
			}
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}
