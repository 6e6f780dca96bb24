package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every file that can be read can be written and read back.
func FuzzRead(f *testing.F) {
	f.Add("status: timeout\nBenchmarkSolve/family=a/inst=b/solver=c-1 1 0.5 sec/op 3 nodes/op\n")
	f.Add("BenchmarkSolve/family=a/inst=b-1 1 1 ns/op\n")
	f.Add("Unit nodes/op assume=exact\nBenchmark")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var again strings.Builder
		w, err := newWriter(&again, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		back, err := Read(strings.NewReader(again.String()), "again")
		if err != nil || len(back) != len(rows) {
			t.Errorf("got %d rows, %v, want %d, from\n%s", len(back), err, len(rows), again.String())
		}
	})
}

func FuzzReadLevels(f *testing.F) {
	f.Add("family,inst,solver,level,nodes,updates\nqueens,8,naive,0,1,2\nqueens,8,naive,1,8,0\n")
	f.Add("family,inst,solver,level,nodes,updates\na,b,c,1,x,2\n")
	f.Add("a,b\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), LevelsFile)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		eachProfile(path, func(Profile, int64) bool { return true }) // must not panic
	})
}
