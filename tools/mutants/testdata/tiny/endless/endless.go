// Package endless has mutants that wait.
package endless

import "time"

// Wait waits if n is positive.
func Wait(n int) {
	if n > 0 {
		time.Sleep(time.Hour)
	}
}
