package compare

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// benchstat runs the real one on two files, and returns what it says of each row in each unit:
// "unit row" to base median, median, p.
func benchstat(t *testing.T, a, b string) map[string][3]float64 {
	t.Helper()
	program := filepath.Join(t.TempDir(), "benchstat")
	if out, err := exec.Command("go", "build", "-o", program, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Skipf("benchstat cannot be built: %v: %s", err, out)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(program, "-format", "csv", "-table", "goos", "-ignore", ".config", a, b)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	found := map[string][3]float64{}
	unit := ""
	in := csv.NewReader(bytes.NewReader(out))
	in.FieldsPerRecord = -1
	lines, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range lines {
		switch {
		case len(f) > 6 && f[0] == "" && f[2] == "CI":
			unit = f[1]
		case len(f) > 6 && f[0] != "" && f[0] != "geomean" && f[1] != "" && f[3] != "":
			var p float64
			if _, after, ok := strings.Cut(f[6], "p="); ok {
				if _, err := fmt.Sscan(after, &p); err != nil {
					t.Fatal(err)
				}
			}
			x, err1 := strconv.ParseFloat(f[1], 64)
			y, err2 := strconv.ParseFloat(f[3], 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("%q: %v %v", f, err1, err2)
			}
			found[unit+" "+f[0]] = [3]float64{x, y, p}
		}
	}
	return found
}

// Samples of many sizes, near and far apart, with and without ties.
func TestMediansAndPValuesAreThoseOfBenchstat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	var paths []string
	for f, name := range []string{"a.txt", "b.txt"} {
		var text strings.Builder
		text.WriteString("Unit nodes/op assume=exact\ngoos: linux\ncommit: " + name + "\n")
		for row := range 60 {
			for range 2 + r.IntN(12) {
				x := 1000 * (1 + r.Float64()*0.2 + float64(f*(row%4))*0.05)
				if row%3 == 0 {
					x = math.Round(x / 40)
				}
				fmt.Fprintf(&text, "BenchmarkX/row=%d-8 %d %v ns/op %d nodes/op %v MB/s\n", row, row+1, x, 1000000+f*row, 1/x)
			}
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	theirs := benchstat(t, paths[0], paths[1])
	if len(theirs) != 3*60 {
		t.Fatalf("got %d rows of benchstat, want 180", len(theirs))
	}
	opts := Defaults()
	opts.Ignore = "commit"
	inputs, err := Inputs(paths)
	if err != nil {
		t.Fatal(err)
	}
	res, err := compareFiles(opts, inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range res.Tables {
		for _, row := range table.Rows {
			want, ok := theirs[table.Unit+" "+row.Label]
			if !ok {
				t.Errorf("%s %s: benchstat does not have it", table.Unit, row.Label)
				continue
			}
			delete(theirs, table.Unit+" "+row.Label)
			got := [3]float64{row.Cells[0].Center, row.Cells[1].Center, row.Cells[1].P}
			for k := range got { // it writes six digits, and three of p
				if tolerance := []float64{1e-5 * want[0], 1e-5 * want[1], 5.1e-4}[k]; math.Abs(got[k]-want[k]) > tolerance {
					t.Errorf("%s %s: got medians and p %v, want %v", table.Unit, row.Label, got, want)
				}
			}
		}
	}
	if len(theirs) > 0 {
		t.Errorf("benchstat has %d more rows: %v", len(theirs), theirs)
	}
}
