package main

import (
	"context"
	"io"
	"math"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// Most searches of solve take less time than the start of the program, and most of the start is the
// initialisation of packages. Its measure here is memory, because that does not depend on the
// machine's speed. The bounds are 2 to 5% above the figures of Go 1.26.
func TestPackagesDoLittleWhenTheProgramStarts(t *testing.T) {
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip("the figures are of Go 1.26")
	}
	if testing.Short() {
		t.Skip("builds the program")
	}
	// Go run keeps the program that it builds. The environment is copied, and would count.
	trace, err := exec.Command("go", "run", "-exec=env -i GODEBUG=inittrace=1", ".", "solve", "--count", "queens/4").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	type memory struct{ packages, bytes, allocations int }
	var all, ours memory
	for _, line := range initTrace.FindAllStringSubmatch(string(trace), -1) {
		for _, sum := range []*memory{&all, &ours} {
			if sum == &ours && line[1] != "main" && !strings.HasPrefix(line[1], "xcbench/") {
				continue
			}
			size, err := strconv.Atoi(line[2])
			must(err)
			n, err := strconv.Atoi(line[3])
			must(err)
			sum.packages, sum.bytes, sum.allocations = sum.packages+1, sum.bytes+size, sum.allocations+n
		}
	}
	for _, c := range []struct {
		name       string
		got, bound memory
	}{
		{"all packages", all, memory{165, 495_000, 2100}},
		{"packages of xcbench", ours, memory{26, 27_500, 365}},
	} {
		t.Logf("%s: %+v", c.name, c.got)
		if c.got.packages > c.bound.packages || c.got.bytes > c.bound.bytes || c.got.allocations > c.bound.allocations {
			t.Errorf("%s: got %+v, want at most %+v", c.name, c.got, c.bound)
		}
	}
	if all.packages < 100 || ours.packages < 10 {
		t.Errorf("got traces of %d packages, %d of them of xcbench, want 100 and 10", all.packages, ours.packages)
	}
}

// initTrace matches the line of a package in the runtime's trace: its name, bytes and allocations.
var initTrace = regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`)

// Solve parses the command line, finds the instance and prints the answer with few allocations. List counts
// members only where it shows them, and reads the ids alone. Tables take most of its allocations.
func TestSolveAndListDoLittleBesidesTheirWork(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	for command, bound := range map[string]float64{"solve --count queens/4": 425, "list": 9_100, "list families": 12_500} {
		n := math.Inf(1)
		for range 10 { // the least, as a garbage collection in between takes what is kept for reuse
			n = min(n, testing.AllocsPerRun(1, func() {
				if got := xcbench(context.Background(), strings.Fields(command), nil, io.Discard, io.Discard); got != 0 {
					t.Fatalf("got exit status %d, want 0", got)
				}
			}))
		}
		if n > bound {
			t.Errorf("%s: got %v allocations, want at most %v", command, n, bound)
		}
	}
}
