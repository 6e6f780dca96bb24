package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Isolation says where searches run. The zero value is a worker in this process, which is meant for
// profiling and debugging: nothing bounds a solver that hangs, and some crashes end the run.
type Isolation struct {
	Command []string      // starts a worker process, see [Work]; nil for one in this process
	Memory  int64         // resident bytes that a worker may use; 0 for no bound
	Grace   time.Duration // how long a search may overrun its timeout before its worker is killed
}

// ParseBytes parses an amount of memory: "512MB", "2GB" or "0". The units are powers of 1024. A
// number alone is an error: 512 bytes are never meant.
func ParseBytes(text string) (int64, error) {
	number, shift := text, 0
	for k, unit := range []string{"KB", "MB", "GB"} {
		if n, ok := strings.CutSuffix(strings.ToUpper(text), unit); ok {
			number, shift = n, 10*(k+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift || n > 0 && shift == 0 {
		return 0, fmt.Errorf(`memory %q, expected a number with a unit, such as "512MB" or "2GB"`, text)
	}
	return n << shift, nil
}
