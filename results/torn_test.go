package results

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestTornLastRowIsNeverReadAsAnotherRow(t *testing.T) {
	first := Row{"queens", "8", "dlx_index", cover.Solved, 170, 1.25e-4, 1.5e-6, 92, 1199, 21111, nil, nil, nil}
	for _, last := range []Row{
		{"queens", "8", "naive_first", cover.Timeout, 1, 0.1, 0.25, 3, 512, 1 << 53, nil, nil, nil},
		{"queens", "8", "counts_nodes", cover.Timeout, 1, 0.1, 0.25, 3, 512, cover.Uncounted, nil, nil, nil},
		{"queens", "8", "counts_nothing", cover.Timeout, 1, 0.1, 0.25, 3, cover.Uncounted, cover.Uncounted, nil, nil, nil},
	} {
		var text strings.Builder
		w, err := newWriter(&text, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []Row{first, last}
		if err := w.Write(want[0]); err != nil {
			t.Fatal(err)
		}
		whole := text.Len() // rows and their status lines up to here are complete
		if err := w.Write(want[1]); err != nil {
			t.Fatal(err)
		}
		for cut := whole; cut <= text.Len(); cut++ {
			rows, err := Read(strings.NewReader(text.String()[:cut]), "torn.txt")
			if len(rows) == 0 || !reflect.DeepEqual(rows, want[:len(rows)]) {
				t.Errorf("cut at byte %d: got rows %v, want the first of %v", cut, rows, want)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "torn.txt:21: ") {
				t.Errorf("cut at byte %d: got error %v, want one at torn.txt:21", cut, err)
			}
		}
	}
}

// The last profile of a killed run may lack levels, unless there is a row of it.
func TestLastProfileWithoutARowIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	d, err := create(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for k, solver := range threeSolvers {
		if err := d.Profile(profileOf(solver)); err != nil {
			t.Fatal(err)
		}
		want := []Profile{profileOf("a"), profileOf("b"), profileOf("c")}[:k+1]
		if _, got, err := ReadDir(dir); err != nil || len(got) != k {
			t.Errorf("%d profiles, %d rows: got %+v, %v, want one fewer", k+1, k, got, err)
		}
		if err := d.Row(rowOf(solver)); err != nil {
			t.Fatal(err)
		}
		if _, got, err := ReadDir(dir); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d profiles and rows: got %+v, %v, want %+v", k+1, got, err, want)
		}
	}
}

// A torn line may be longer than one read, and may be the only line of the file.
func TestTornLineOfAnyLengthIsCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, whole := range []string{"", "a\n", "a\n\n", strings.Repeat("line\n", 30_000)} {
		for _, torn := range []int{0, 1, 64<<10 - 1, 64 << 10, 200_000} {
			if err := os.WriteFile(path, []byte(whole+strings.Repeat("x", torn)), 0o666); err != nil {
				t.Fatal(err)
			}
			err := cut(path, math.MaxInt64)
			left, readErr := os.ReadFile(path)
			if err != nil || readErr != nil || string(left) != whole {
				t.Errorf("%d bytes and %d torn: got %d bytes left, %v, %v, want the whole lines", len(whole),
					torn, len(left), err, readErr)
			}
		}
	}
	if err := cut(path+".none", math.MaxInt64); err != nil {
		t.Errorf("a missing file: got %v, want no error", err)
	}
}

func TestRowWithoutARequiredValueIsAnErrorThatNamesItsPlace(t *testing.T) {
	const row = "BenchmarkSolve/family=a/inst=b/solver=c-1 1 1 sec/op 1 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	for _, unit := range []string{Seconds, SetupSeconds, Solutions, Nodes, Updates} {
		_, err := Read(strings.NewReader(row+strings.Replace(row, " 1 "+unit, "", 1)), "f.txt")
		if want := "f.txt:2: no value in " + unit + ", expected one in every row of a run"; err == nil ||
			err.Error() != want {
			t.Errorf("without %s: got %v, want %s", unit, err, want)
		}
	}
}

func TestRunInATakenDirectoryLeavesItUntouched(t *testing.T) {
	for _, taken := range []string{RowsFile, LevelsFile} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, taken), []byte("of another run"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := create(dir, nil); err == nil || !strings.Contains(err.Error(), taken+" already exists") {
			t.Errorf("with %s: got %v, want an error that names it", taken, err)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) != 1 || left[0].Name() != taken {
			t.Errorf("with %s: got %v, %v, want only the file from before", taken, left, err)
		}
	}
}
