//go:build !linux

package bench_test

import "time"

var started = time.Now()

// ownTime returns a time that grows at least as fast as the processor time of the thread.
func ownTime() time.Duration { return time.Since(started) }
