package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// writeRows writes a file of half a million rows with this many names, which take turns. The rows
// have five units, two of them exact.
func writeRows(path string, names int, seed uint64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	out.WriteString("Unit nodes/op assume=exact better=lower\nUnit updates/op assume=exact better=lower\ngoos: linux\n")
	r := rand.New(rand.NewPCG(1, seed))
	for k := range 500_000 {
		n := k % names
		fmt.Fprintf(out, "BenchmarkSolve/family=random/inst=%d/solver=dlx_index-1 1 "+
			"%.9g sec/op 0 setup-sec/op %d nodes/op %d updates/op %d B/op %d allocs/op 1 solutions/op\n",
			n, float64(n+1)*(1+0.1*r.Float64())*1e-6, n, 17*n, 1000*(n%9)+r.IntN(3), n%9)
	}
	return out.Flush()
}

// BenchmarkCmpOfAMillionRows compares two files in a process of its own and reports the peak of its
// memory: with ten samples per cell, and with one, which is the worst case.
func BenchmarkCmpOfAMillionRows(b *testing.B) {
	for _, shape := range []struct {
		name  string
		names int
	}{{"ten", 50_000}, {"one", 500_000}} {
		dir := b.TempDir()
		x, y := filepath.Join(dir, "x"), filepath.Join(dir, "y")
		for k, path := range []string{x, y} {
			if err := writeRows(path, shape.names, uint64(k)); err != nil {
				b.Fatal(err)
			}
		}
		for _, form := range []string{"text", "csv"} {
			b.Run("samples="+shape.name+"/format="+form, func(b *testing.B) {
				most := 0.0
				for b.Loop() {
					cmd := exec.Command("xcbench", "cmp", x, y, "--format", form) // testscript.Main has put it on the path
					if err := cmd.Run(); err != nil {
						b.Fatal(err)
					}
					use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
					most = max(most, float64(use.Maxrss)*1024) // Maxrss is in KiB
				}
				b.ReportMetric(most, "peak-B")
			})
		}
	}
}
