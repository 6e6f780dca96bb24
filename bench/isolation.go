package bench

import "time"

// Isolation says where searches run. The zero value is a worker in this process, which is meant for
// profiling and debugging: nothing bounds a solver that hangs, and some crashes end the run.
type Isolation struct {
	Command []string      // starts a worker process, see [Work]; nil for one in this process
	Memory  int64         // resident bytes that a worker may use; 0 for no bound
	Grace   time.Duration // how long a search may overrun its timeout before its worker is killed
}
