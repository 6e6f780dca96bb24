package fleet

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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
	return "file-" + nameOf(program), err
})

// nameOf returns 80 bits of a hash of a text.
func nameOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:10])
}

// ThisMachine returns the machine of this process.
func ThisMachine() results.Machine {
	return results.Machine{Host: cmp.Or(environment.Host(), "unknown"), CPU: environment.Processor(), OS: runtime.GOOS, Arch: runtime.GOARCH}
}
