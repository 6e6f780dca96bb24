package results

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
)

func TestFilesOfARunAreNoPrograms(t *testing.T) {
	d, err := create(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = d.Save(PlanFile, []byte("x"))
	if err == nil {
		err = d.Row(rowOf("a"))
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	filepath.WalkDir(d.path, func(path string, e fs.DirEntry, _ error) error {
		if info, err := os.Stat(path); !e.IsDir() && (err != nil || info.Mode().Perm()&0o111 != 0) {
			t.Errorf("%s: got mode %v, %v, want a file that cannot be executed", path, info.Mode(), err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestARowNamesItsStatusIfItIsAnother(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, solver := range []string{"a", "c", "b", "b", "a"} { // b times out
		if err := w.Write(rowOf(solver)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "status: ") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if want := "status: solved,status: timeout,status: solved"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

func TestLevelsAreNumberedFromZero(t *testing.T) {
	want := []cover.Level{{Nodes: 1, Updates: 2}, {Nodes: 3, Updates: 4}, {Nodes: 5, Updates: 6}}
	next := 0
	for k, l := range Pack(want).All() {
		if k != next || l != want[next] {
			t.Errorf("got level %d, %+v, want %d, %+v", k, l, next, want[next])
		}
		next++
	}
	if next != len(want) {
		t.Errorf("got %d levels, want %d", next, len(want))
	}
}

// A profile belongs to the counts of its own search. Without counts it is left out.
func TestAProfileOfNoRowHasNoCounts(t *testing.T) {
	row := Row{Family: "f", Name: "1", Solver: "a", Status: cover.Solved, Nodes: 1, Updates: 2}
	own := Profile{"f", "1", "a", Pack([]cover.Level{{Nodes: 1, Updates: 2}})}
	other := Profile{"f", "1", "b", Pack([]cover.Level{{Nodes: 7, Updates: 8}})}
	for _, c := range []struct {
		profiles []Profile
		levels   int
	}{{nil, 0}, {[]Profile{own}, 1}, {[]Profile{other}, 0}, {[]Profile{own, other}, 1}} {
		all, err := Counts([]Row{row}, c.profiles)
		if err != nil || len(all) != 1 || len(all[0].Levels) != c.levels {
			t.Errorf("got %+v, %v, want one search with %d levels", all, err, c.levels)
		}
	}
	wrong, solved := row, row
	wrong.Status, solved.Nodes = Wrong, 5
	if all, err := Counts([]Row{wrong, solved}, nil); err != nil || len(all) != 1 || all[0].Status != Wrong {
		t.Errorf("got %+v, %v, want a wrong answer", all, err)
	}
}
