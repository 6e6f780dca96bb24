package format_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
)

var update = flag.Bool("update", false, "write the golden files anew")

// text is a text of an archive, with what its name says behind a flag.
type text struct{ name, from, text, want string }

// texts returns the texts of testdata/texts.txtar. A name may end in --from and a format.
func texts(t testing.TB) []text { return textsOf(t, "testdata/texts.txtar", " --from ") }

// textsOf returns the texts of an archive.
func textsOf(t testing.TB, path, flag string) []text {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []text
	for _, f := range archive.Files {
		if f.Name == "=" {
			all[len(all)-1].want = string(f.Data)
			continue
		}
		_, from, _ := strings.Cut(f.Name, flag)
		all = append(all, text{f.Name, from, string(f.Data), ""})
	}
	return all
}

// summary says what is read in a text: puzzles with their first solution, and errors. Puzzles follow
// errors.
func summary(t testing.TB, text, from string) string {
	t.Helper()
	var out strings.Builder
	r, err := format.NewReader("in", strings.NewReader(text), format.Options{From: from})
	for n := 0; err != io.EOF && n < 40; n++ {
		var p *format.Puzzle
		if err == nil {
			p, err = r.Read()
		}
		var at *format.SyntaxError
		switch {
		case errors.As(err, &at):
			fmt.Fprintln(&out, err)
			if err = nil; r == nil {
				return out.String()
			}
		case err == nil:
			describePuzzle(t, &out, p)
		case err != io.EOF:
			t.Fatalf("got a %T, want a *SyntaxError", err)
		}
	}
	return out.String()
}

func describePuzzle(t testing.TB, out io.Writer, p *format.Puzzle) {
	problem, again := p.Problem(), p.Copy().Problem() // a copy of a grid or a formula has a problem of its own
	if own := p.Grid || p.Formula() != ""; own == (again == problem) || again.Entries() != problem.Entries() {
		t.Errorf("got a problem of %d entries of a copy, want one of %d, its own: %t", again.Entries(), problem.Entries(), own)
	}
	fmt.Fprintf(out, "line %d: ", p.Line)
	if g, ok := p.Sudoku(); ok {
		shape := fmt.Sprintf("boxes of %dx%d", g.Rows, g.Cols)
		if g.Rows == 0 {
			shape = strings.TrimSpace(fmt.Sprintln("regions", g.Region))
		}
		if g.Region == nil {
			shape = "no regions"
		}
		fmt.Fprintln(out, "sudoku,", strings.TrimSpace(shape+" "+g.Rules.String())+":", g)
	} else {
		fmt.Fprintf(out, "%d items, %d of them primary, %d options\n", problem.Items(), problem.Primary(), problem.Options())
	}
	if p.Note != "" {
		fmt.Fprintln(out, "note", p.Note)
	}
	for _, w := range p.Warnings {
		fmt.Fprintln(out, w)
	}
	var answer []byte
	stats, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), problem, cover.Limits{Solutions: 2, Nodes: 20_000, Updates: 20_000_000}, func(options []int) bool {
		if err := cover.Check(problem, options); err != nil {
			t.Error(err)
		}
		if answer == nil {
			answer = p.Copy().Answer.Append(nil, options)
			wantChecked(t, p, options, string(answer))
			p.Draw(options)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	switch stats.Solutions {
	case 0:
		answer = p.Answer.AppendNone(nil)
	case 2:
		fmt.Fprint(out, "one of several: ")
	}
	fmt.Fprintf(out, "%s", answer)
}

// wantChecked checks a solution and its text. A board without one of its digits is none, and leaves no trace.
func wantChecked(t testing.TB, p *format.Puzzle, options []int, want string) {
	if got, err := p.AppendChecked([]byte("before "), options); err != nil || string(got) != "before "+want {
		t.Errorf("got %q and %v, want %q", got, err, want)
	}
	if _, ok := p.Sudoku(); !ok || len(options) == 0 {
		return
	}
	if got, err := p.AppendChecked(make([]byte, 0, 2000), options[1:]); err == nil || len(got) > 0 {
		t.Errorf("got %q and %v of a part of a solution, want an error", got, err)
	}
}

// Each text of the table is read as it says. Without the line ends and blanks of the host of its
// editor, or with them, it is read in the same way.
func TestTexts(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("Texts, and what is read in them. go test -update writes the second parts anew.\n")}
	for _, c := range texts(t) {
		got := summary(t, c.text, c.from)
		archive.Files = append(archive.Files, txtar.File{Name: c.name, Data: []byte(c.text)}, txtar.File{Name: "=", Data: []byte(got)})
		if got != c.want && !*update {
			t.Errorf("%s: got\n%swant\n%sof\n%s", c.name, got, c.want, c.text)
		}
		if got := summary(t, "\uFEFF"+strings.ReplaceAll(c.text, "\n", "\r\n"), c.from); got != c.want && !*update {
			t.Errorf("%s, with a byte order mark and CRLF: got\n%swant\n%sof\n%s", c.name, got, c.want, c.text)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/texts.txtar", txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
