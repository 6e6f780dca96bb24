package compare_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/stats"
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

// The smallest p-value of n and n samples is 2 over the number of ways to choose n of 2n: 2/20,
// 2/70 and 2/924 of 3, 4 and 6. Multiplied by 23 the last is below 0.05, and multiplied by 24 it is
// not.
func TestCorrectionIsOverTheTable(t *testing.T) {
	const bh, holm, none = stats.BenjaminiHochberg, stats.Holm, stats.NoCorrection
	all := func(take int) string {
		return fmt.Sprintf("too few samples for all intervals and marks: take %d of each", take)
	}
	one := func(of, take int) string {
		return fmt.Sprintf("too few samples to mark a single one of %d comparisons: take %d of each", of, take)
	}
	for _, c := range []struct {
		by                     stats.Correction
		alpha                  float64
		samples, rows, changed int
		marked                 bool
		note                   string
	}{
		// The interval of a median needs 6 samples.
		{bh, 0.05, 4, 1, 1, true, all(6)}, {bh, 0.05, 4, 2, 1, false, all(6)}, {bh, 0.05, 4, 2, 2, true, all(6)},
		{bh, 0.05, 3, 2, 2, false, all(6)}, {bh, 2. / 70, 4, 2, 0, false, all(6)}, {bh, 4. / 70, 4, 2, 0, false, all(6)},
		{bh, 0.05, 6, 23, 1, true, ""}, {bh, 0.05, 6, 24, 1, false, one(24, 7)}, {bh, 0.05, 6, 24, 2, true, one(24, 7)},
		{bh, 0.05, 6, 48, 2, false, one(48, 7)}, {bh, 0.05, 6, 48, 3, true, one(48, 7)},
		{holm, 0.05, 4, 2, 2, false, all(6)}, {holm, 0.05, 6, 23, 1, true, ""}, {holm, 0.05, 6, 24, 1, false, one(24, 7)},
		{holm, 0.05, 6, 24, 24, false, one(24, 7)}, {none, 0.05, 6, 24, 1, true, ""},
	} {
		var a, b strings.Builder
		for k := range c.rows {
			for n := range c.samples {
				x := float64(n) + 1.5
				if k < c.changed {
					x += float64(c.samples)
				}
				a.WriteString(bench(fmt.Sprint("A/", k), "sec/op", float64(n+1)))
				b.WriteString(bench(fmt.Sprint("A/", k), "sec/op", x))
			}
		}
		opts := compare.Defaults()
		opts.Correction, opts.Alpha = c.by, c.alpha
		for table := range collect(t, opts, a.String(), b.String()).Tables() {
			few := slices.DeleteFunc(notes(table.Warnings), func(s string) bool { return !strings.HasPrefix(s, "too few") })
			got := table.Rows[0].Cells[1]
			if got.Differs != c.marked || strings.Join(few, "") != c.note ||
				table.Verdicts[1].More != map[bool]int{true: c.changed}[c.marked] {
				t.Errorf("%+v: got %+v, %q and %+v", c, got, few, table.Verdicts[1])
			}
			if c.by == none && got.Adjusted != got.P {
				t.Errorf("%+v: got p %v adjusted to %v", c, got.P, got.Adjusted)
			}
			opts.Alpha = got.Adjusted // an adjusted p-value of alpha is not significant
		}
		for table := range collect(t, opts, a.String(), b.String()).Tables() {
			if table.Rows[0].Cells[1].Differs || table.Verdicts[1].More > 0 {
				t.Errorf("%+v, alpha %v: got %+v, want no mark", c, opts.Alpha, table.Rows[0].Cells[1])
			}
		}
	}
}
