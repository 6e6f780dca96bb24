package bench

import "time"

// The tests have enough time on a busy machine.
func init() { shrinkTime, modelTime = 10*time.Minute, 10*time.Minute }
