package hunt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestResumedHuntIsTheSameAfterClimbsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	o := small(t)
	o.Copies, o.Count = 1, 2
	const steps = 8
	want := hunted(t, o, steps, 2)
	path := filepath.Join(t.TempDir(), "hunt.txt")
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for h.Steps() < steps {
		advance(t, h, h.Steps()+1, 1)
		if err := h.Save(path); err != nil {
			t.Fatal(err)
		}
		if h, err = Load(path, o); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != file(t, want) {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, file(t, want))
	}
	if len(want.retired) == 0 || want.climbs[0].number < 3 && want.climbs[1].number < 3 {
		t.Errorf("got no new climb, want at least one:\n%s", file(t, want))
	}
}

// The first line of a file says how it was made.
func TestFileOfAHuntIsReadAsPuzzlesWithNotes(t *testing.T) {
	h := hunted(t, small(t), 2, 1)
	lines := strings.Split(strings.TrimSuffix(file(t, h), "\n"), "\n")
	if want := "# xcbench corpus hunt " + small(t).String() + " --steps 2"; lines[0] != want {
		t.Errorf("got %s, want %s", lines[0], want)
	}
	var puzzles []string
	for _, line := range lines[1:] {
		if !strings.HasPrefix(line, "#") {
			puzzles = append(puzzles, line)
		}
	}
	for k, p := range h.Puzzles() {
		begin := p.grid.String() + " score=" + p.Score.String() + " clues="
		if k >= len(puzzles) || !strings.HasPrefix(puzzles[k], begin) {
			t.Errorf("got %v, want puzzle %d to be %s with its score", puzzles, k+1, p.grid)
		}
	}
}

func TestErrorOfADamagedFileNamesTheLine(t *testing.T) {
	o := small(t)
	good := file(t, hunted(t, o, 2, 1))
	lines := strings.SplitAfter(good, "\n")
	third := lines[2]
	another := strings.NewReplacer("1", "2", "2", "1").Replace(third[:81]) + third[81:]
	change := func(line int, text string) string {
		changed := append([]string{}, lines...)
		changed[line-1] = text
		return strings.Join(changed, "")
	}
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ":1: the file is cut off"},
		{"one line", lines[0], ":2: the file is cut off"},
		{"last line without its end", good[:len(good)-1], "the file is cut off"},
		{"a line too many", good + third, "expected the end of the file"},
		{"another command", change(1, "# xcbench corpus hunt\n"), ":1: expected the command of a hunt"},
		{"negative steps", change(1, "# xcbench corpus hunt "+o.String()+" --steps -1\n"),
			":1: expected the command of a hunt"},
		{"another seed", strings.Replace(good, "--seed 1", "--seed 2", 1), ":1: a hunt with "},
		{"no numbers", change(2, "# puzzles\n"), ":2: expected the numbers of puzzles"},
		{"too many puzzles", change(2, "# 1000000000 puzzles, 0 others, climbs 1 2\n"),
			":2: expected the numbers of puzzles"},
		{"climbs missing", change(2, "# 6 puzzles, 0 others, climbs 1\n"), ":2: expected the numbers of puzzles"},
		{"no climb", change(2, "# 6 puzzles, 0 others, climbs 1 x\n"), ":2: climb \"x\", expected "},
		{"not a puzzle", change(3, "hello\n"), ":3: expected a puzzle of 81 signs"},
		{"a sign", change(3, "x"+third[1:]), ":3: expected a puzzle of 81 signs"},
		{"clues", change(3, strings.Replace(third, "clues=2", "clues=3", 1)), ":3: expected a puzzle of 81 signs"},
		{"score", change(3, strings.Replace(third, "score=", "score=-", 1)), ":3: expected a puzzle of 81 signs"},
		{"another copy", change(3, another), ":3: expected one of the 2 copies of the puzzle"},
		{"twice", change(4, third), ":4: a repeated puzzle"},
	} {
		path := filepath.Join(t.TempDir(), "hunt.txt")
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path, o)
		if err == nil {
			t.Errorf("%s: got no error, want ...%s", test.name, test.want)
			continue
		}
		got := err.Error()
		if !strings.HasPrefix(got, path) || !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: got %v, want ...%s", test.name, err, test.want)
		}
	}
}
