package external

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
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
	for _, command := range []string{script(`cat >"$FILE"; echo s UNSATISFIABLE; exit 20`),
		script(`cat "$1" >"$FILE"; echo s UNSATISFIABLE; exit 20`) + " {in}"} {
		s := Spec{Command: command, Protocol: "dimacs", Encodings: []string{opb}, Env: map[string]string{"FILE": file}}
		if stats, _ := solve(t, s, p, 0); stats.Status != cover.Solved || stats.Solutions != 0 {
			t.Errorf("got %+v, want no solution", stats)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v, want %q", command, got, err, want)
		}
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
		stats, _ := solve(t, s, textbook.Tiny(), 1)
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

// A model ends where another line begins. It may be empty.
func TestModelsInOPBEndWithoutAZero(t *testing.T) {
	var nothing cover.Builder
	empty, err := nothing.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var eleven []string
	for k := range 11 {
		eleven = append(eleven, fmt.Sprintf("-x%d", k+1))
	}
	wide := textbook.Problem(1, slices.Repeat([][]int{{0}}, 12)...)
	two := "c Answer: 1\nv x1 x2\nv -x3\nc Answer: 2\nv -x1 -x2 x3\n"
	for _, c := range []struct {
		p      *cover.Problem
		limit  int64
		output string
		want   []string
	}{
		{textbook.Tiny(), 1, "v x1 x2 -x3\ns SATISFIABLE\n", []string{"[0 1]"}},
		{textbook.Tiny(), 2, two + "s SATISFIABLE\n", []string{"[0 1]", "[2]"}},
		{textbook.Tiny(), 2, "s SATISFIABLE\n" + two, []string{"[0 1]", "[2]"}},
		{textbook.Tiny(), 2, "s SATISFIABLE\n" + two + "c Models : 2\n", []string{"[0 1]", "[2]"}},
		{empty, 1, "s SATISFIABLE\nv\n", []string{"[]"}},
		{empty, 1, "v\ns SATISFIABLE\n", []string{"[]"}},
		{wide, 1, "s SATISFIABLE\nv " + strings.Join(eleven, " ") + " x12\n", []string{"[11]"}},
	} {
		s := Spec{Command: script("printf '"+c.output+"'") + " {solutions}", Protocol: "dimacs", Encodings: []string{opb}}
		stats, found := solve(t, s, c.p, c.limit)
		if !slices.Equal(found, c.want) || stats.Err != nil || stats.Status != cover.Limit {
			t.Errorf("%q: got %v, %+v, want %v", c.output, found, stats, c.want)
		}
	}
	// The first model is one too many, whether a line of its own ends it or the status.
	for _, end := range []string{"c Answer: 2\nv x1 x2 -x3\ns SATISFIABLE\n", "s SATISFIABLE\nv x1 x2 -x3\n"} {
		s := Spec{Command: script("printf '"+"v -x1 -x2 x3\n"+end+"'") + " {solutions}", Protocol: "dimacs",
			Encodings: []string{opb}}
		if stats, _ := solve(t, s, textbook.Tiny(), 1); stats.Solutions != 1 || stats.Err == nil ||
			!strings.Contains(stats.Err.Error(), "asked for at most 1") {
			t.Errorf("%q: got %+v, want a solution too many", end, stats)
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
		Encodings: []string{opb}}), textbook.Tiny())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if stats := search.Run(context.Background(), cover.Limits{}, nil); stats.Solutions != 2 || stats.Err != nil {
			t.Errorf("got %+v, want 2 solutions", stats)
		}
	}
}
