package fleet

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"sync"

	"xcbench/internal/environment"
	"xcbench/results"
)

// Build identifies the build of this program, and with it of all its solvers: the commit that it was
// built from. A program with uncommitted changes, or without a record of its commit, is identified by
// the hash of its file. Only copies of that file are then the same build.
var Build = sync.OnceValues(func() (string, error) {
	if commit, changed := environment.Commit(); commit != "" && changed != "true" {
		return commit, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(path)
	sum := sha256.Sum256(program)
	return "file-" + hex.EncodeToString(sum[:10]), err
})

// Machine says where a worker is.
type Machine struct {
	results.Machine
	Worker string // the worker on that machine
}

// ThisMachine returns the machine of this process, for a worker with the given name.
func ThisMachine(worker string) Machine {
	return Machine{results.Machine{Host: cmp.Or(environment.Host(), "unknown"), CPU: environment.Processor(), OS: runtime.GOOS,
		Arch: runtime.GOARCH}, worker}
}

func (m Machine) String() string { return fmt.Sprintf("%s (worker %s)", m.Host, m.Worker) }
