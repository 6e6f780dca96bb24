package external

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

func TestExactlyOneIsAConstraintOfItsOwn(t *testing.T) {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Secondary("x", "y")
	b.Option("a", "x")
	b.Option("b", "x")
	b.Option("a", "b")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	const want = `* #variable= 3 #constraint= 5
+1 x1 +1 x3 = 1 ;
+1 x2 +1 x3 = 1 ;
+1 x1 >= 2 ;
-1 x1 -1 x2 >= -1 ;
+1 x1 >= 0 ;
`
	file := filepath.Join(t.TempDir(), "problem")
	s := Spec{Command: script(`cat >"$FILE"; echo s UNSATISFIABLE; exit 20`), Protocol: "dimacs",
		Encodings: []string{opb}, Env: map[string]string{"FILE": file}}
	if stats, _ := solve(t, s, p, 0); stats.Status != cover.Solved || stats.Solutions != 0 {
		t.Errorf("got %+v, want no solution", stats)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestModelsInOPBAreRead(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{"s SATISFIABLE\\nv -x1 -x2 x3\\n", ""},
		{"s SATISFIABLE\\nv -x1 -x2\\nv x3\\n", ""},
		{"s SATISFIABLE\\nv x1 -x2 -x3\\n", `primary item "b" is not covered`},
		{"s SATISFIABLE\\nv x4\\n", "expected literals of 3 variables"},
		{"s SATISFIABLE\\nv -x-1\\n", "expected literals of 3 variables"},
		{"s SATISFIABLE\\nv x1 -x1\\n", "variable 1 has two values"},
	} {
		s := Spec{Command: script("printf '" + c.output + "'"), Protocol: "dimacs", Encodings: []string{opb}}
		stats, _ := solve(t, s, tiny(t), 1)
		if got := ""; stats.Err != nil || c.want != "" {
			if stats.Err != nil {
				got = stats.Err.Error()
			}
			if c.want == "" || !strings.Contains(got, c.want) {
				t.Errorf("%q: got %q, want %q", c.output, got, c.want)
			}
		}
	}
}

// A program finds further solutions by constraints that exclude the ones before, or by itself.
func TestClaspReadsOPB(t *testing.T) {
	if _, err := exec.LookPath("clasp"); err != nil {
		t.Skip(err)
	}
	var nothing cover.Builder
	empty, err := nothing.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"clasp --quiet=0 -n {solutions} {in}", "clasp --quiet=0 -n 1 {in}"} {
		for id, p := range map[string]*cover.Problem{"queens/5": queens(5), "empty": empty,
			"langford/7": corpustest.Problem("langford/7")} {
			if strings.Contains(command, "-n 1") && id == "langford/7" {
				continue // 52 processes
			}
			stats, found := solve(t, Spec{Command: command, Protocol: "dimacs", Encodings: []string{opb}}, p, 0)
			slices.Sort(found)
			if want := expected(t, p); !slices.Equal(found, want) || stats.Status != cover.Solved {
				t.Errorf("%s on %s: got %v, %+v, want %v", command, id, found, stats, want)
			}
		}
	}
	search, err := cover.Prepare(engine(t, Spec{Command: "clasp --quiet=0 -n 1 {in}", Protocol: "dimacs",
		Encodings: []string{opb}}), tiny(t))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if stats := search.Run(context.Background(), cover.Limits{}, nil); stats.Solutions != 2 || stats.Err != nil {
			t.Errorf("got %+v, want 2 solutions", stats)
		}
	}
}
