package compare_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/compare"
)

// benchstat returns what the real one says of two files: "unit row" to base median, median, p.
func benchstat(t *testing.T, a, b string) map[string][3]float64 {
	t.Helper()
	program := filepath.Join(t.TempDir(), "benchstat")
	if out, err := exec.Command("go", "build", "-o", program, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Skipf("benchstat cannot be built: %v: %s", err, out)
	}
	out, err := exec.Command(program, "-format", "csv", "-table", "goos", "-ignore", ".config", a, b).Output()
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(bytes.NewReader(out))
	in.FieldsPerRecord = -1
	lines, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found, unit := map[string][3]float64{}, ""
	for _, f := range lines {
		switch {
		case len(f) > 6 && f[0] == "" && f[2] == "CI":
			unit = f[1]
		case len(f) > 6 && f[0] != "" && f[0] != "geomean" && f[1] != "" && f[3] != "":
			p := 0.0
			if _, after, ok := strings.Cut(f[6], "p="); ok {
				p = number(strings.Fields(after)[0])
			}
			found[unit+" "+f[0]] = [3]float64{number(f[1]), number(f[3]), p}
		}
	}
	return found
}

// Samples of many sizes, near and far apart, with and without ties.
func TestMediansAndPValuesAreThoseOfBenchstat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var texts []string
	for file := range 2 {
		text := fmt.Sprintf("Unit nodes/op assume=exact\ngoos: linux\ncommit: %d\n", file)
		for row := range 60 {
			for range 2 + r.IntN(12) {
				x := 1000 * (1 + r.Float64()*0.2 + float64(file*(row%4))*0.05)
				if row%3 == 0 {
					x = math.Round(x / 40)
				}
				text += fmt.Sprintf("BenchmarkX/row=%d-8 %d %v ns/op %d nodes/op %v MB/s\n", row, row+1, x, 1000000+file*row, 1/x)
			}
		}
		texts = append(texts, text)
	}
	inputs := files(t, texts...)
	opts := compare.Defaults()
	opts.Ignore = "commit"
	d, err := compare.Collect(opts, inputs, nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs, compared := benchstat(t, inputs[0].Path(), inputs[1].Path()), 0
	for table := range d.Tables() {
		for _, row := range table.Rows {
			want := theirs[table.Unit+" "+row.Label]
			got := [3]float64{row.Cells[0].Center, row.Cells[1].Center, row.Cells[1].P}
			compared++
			for k, tolerance := range []float64{1e-5 * want[0], 1e-5 * want[1], 5.1e-4} { // it writes six digits, and three of p
				if math.Abs(got[k]-want[k]) > tolerance {
					t.Errorf("%s %s: got medians and p %v, want %v", table.Unit, row.Label, got, want)
				}
			}
		}
	}
	if compared != 180 || len(theirs) != 180 {
		t.Errorf("got %d rows, and %d of benchstat, want 180", compared, len(theirs))
	}
}
