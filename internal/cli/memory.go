package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// MemoryFlag adds the flag --memory, whose value is an amount in bytes. It is 0 by default.
func MemoryFlag(cmd *cobra.Command, value *int64, usage string) {
	FlagsOf(cmd).Add(Parsed(value, "0", parseBytes), "memory", usage)
}

// parseBytes parses an amount of memory: "512MB", "2GB" or "0". The units are powers of 1024. A
// number alone is an error: 512 bytes are never meant.
func parseBytes(text string) (int64, error) {
	number, shift := text, 0
	for k, unit := range []string{"KB", "MB", "GB"} {
		if n, ok := strings.CutSuffix(strings.ToUpper(text), unit); ok {
			number, shift = n, 10*(k+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift || n > 0 && shift == 0 {
		return 0, errors.New(`expected a number with a unit, such as "512MB" or "2GB"`)
	}
	return n << shift, nil
}
