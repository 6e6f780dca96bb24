package format_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/format"
)

// knuth2000 is the matrix of Knuth's "Dancing Links" as DLX text.
const knuth2000 = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"

func TestDLXAnswersAreOptionsInInputOrder(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"Knuth 2000", knuth2000, "C E F\nA D\nB G\n"},
		{"comments and blank lines", "| one\n\n  | two\nA B\n|\n\nB\n| three\nA\n", "B\nA\n"},
		{"CRLF and a byte order mark", "\uFEFFA B\r\r\nB\r\n\r\nA\r\n", "B\nA\n"},
		{"a byte order mark before a comment", "\uFEFF| c\nA B\nB A\n", "B A\n"},
		{"no line end at the end", "A B\nB A", "B A\n"},
		{"tabs and blanks around", " A\t B \n\tB  A \n", "B A\n"},
		{"secondary items", "A B | x y\nA x\nB x\nB y\n", "A x\nB y\n"},
		{"the bar touches a name", "A B |x y\nA x\nB x\nB y\n", "A x\nB y\n"},
		{"a bar without items after it", "A B |\nA\nB\n", "A\nB\n"},
		{"no options left", "A B | x\nx\n", "No Solution!\n"},
		{"no solution", "A B\nA\n", "No Solution!\n"},
		{"numbers as items", "1 2 3 4\n1 2\n3\n4\n", "1 2\n3\n4\n"},
		{"colours", "A B C | x y\nA x:1\nB x:2 y\nB x:1 y:green\nC y:green\n", "A x:1\nB x:1 y:green\nC y:green\n"},
		{"a colour and none", "A B | x\nA x:1\nB x\n", "No Solution!\n"},
		{"names that are not ASCII", "ä 你\nä 你\n", "ä 你\n"},
		{"a '#' in an option is a name", "a #\na #\n", "a #\n"},
	}
	for _, test := range tests {
		if got := answers(t, test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestDLXDropsOptionsWithoutPrimaryItemWithAWarning(t *testing.T) {
	p := mustRead(t, "| comment\na | x y\na x\n  x y\na\ny\n")[0]
	want := []string{
		"in:4:3: option 2 has no primary item and is dropped",
		"in:6:1: option 4 has no primary item and is dropped",
	}
	if got := strings.Join(p.Warnings, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got %s, want %s", got, strings.Join(want, "\n"))
	}
	if got, want := p.Problem().Number(1), 3; got != want {
		t.Errorf("got number %d of the second option left, want %d", got, want)
	}
	if got, want := p.Line, 2; got != want {
		t.Errorf("got line %d, want %d", got, want)
	}
}

func TestDLXErrorsNameThePlace(t *testing.T) {
	wantErrors(t, "dlx", []errorTest{
		{"", "in:1:1: no puzzle found, expected a line of item names"},
		{"| only\n| comments\n", "in:3:1: no puzzle found, expected a line of item names"},
		{"a b\na c\n", `in:2:3: unknown item "c", expected one of the item list`},
		{"a b\n\nä c\n", `in:3:1: unknown item "ä", expected one of the item list`},
		{"ä b\nä c\n", `in:2:3: unknown item "c", expected one of the item list`},
		{"a b\nb  a b\n", `in:2:6: item "b" again, expected it once in an option`},
		{"a b a\n", `in:1:5: item "a" again, expected a new name (it is item 1 already)`},
		{"a | b a\n", `in:1:7: item "a" again, expected a new name (it is item 1 already)`},
		{"a |b |c\n", "in:1:6: a second '|', expected one before the first secondary item"},
		{"a | b | c\n", "in:1:7: a second '|', expected one before the first secondary item"},
		{"a ||b\n", "in:1:4: a second '|', expected one before the first secondary item"},
		{"a|b c\n", `in:1:1: item name "a|b" has a ':' or '|', expected none: ` +
			`they are reserved for colours and multiplicities`},
		{"a b | x\na b:1\n", `in:2:3: primary item "b" has the colour "1", expected none: only secondary items have colours`},
		{"a | x\na x:1 x:2\n", `in:2:7: item "x" again, expected it once in an option`},
		{"a | x\na y:1\n", `in:2:3: unknown item "y", expected one of the item list`},
		{"a | x\na x:\n", "in:2:3: an empty colour, expected at least one character"},
		{"a | x\na x:1:2\n", `in:2:3: colour "1:2" has a ':' or '|', expected none: ` +
			`they are reserved for colours and multiplicities`},
		{"a | x:1\na\n", `in:1:5: item name "x:1" has a ':' or '|', expected none: ` +
			`they are reserved for colours and multiplicities`},
		{"a 2|b\n", "in:1:3: '2|b' has a multiplicity, expected none: multiplicities are not supported"},
		{"1:2|a b\n", "in:1:1: '1:2|a' has a multiplicity, expected none: multiplicities are not supported"},
		{"a b\na | b\n", `in:2:3: unknown item "|", expected one of the item list`},
		{"a \x1b[31m\n", `in:1:3: item name "\x1b[31m" has a blank or a control character, expected none`},
	})
}

func TestWrittenDLXIsReadBackAsTheSameProblem(t *testing.T) {
	for _, text := range []string{
		knuth2000,
		"a b | x y\na x\nb y x\nb\n",
		"a b | x\nx\n",
		"a b | x y\na x:red y\nx:grey\nb x:blue y:red\n",
		"\uFEFF\uFEFFa b\n\uFEFFa b\n", // a name that begins with what looks like a byte order mark
	} {
		first := mustRead(t, text)[0].Problem()
		var out bytes.Buffer
		if err := format.WriteDLX(&out, first); err != nil {
			t.Fatal(err)
		}
		all, err := readAll(out.String(), "dlx")
		if err != nil {
			t.Fatal(err)
		}
		if !sameProblem(first, all[0].Problem()) {
			t.Errorf("got %q, want the problem of %q", out.String(), text)
		}
	}
}

func sameProblem(p, q *cover.Problem) bool {
	return p.Primary() == q.Primary() && describe(p) == describe(q)
}

// describe lists items and options.
func describe(p *cover.Problem) string {
	var out strings.Builder
	for i := range p.Items() {
		out.WriteString(p.Name(i) + " ")
	}
	for o := range p.Options() {
		out.WriteString("\n")
		for _, i := range p.Option(o) {
			out.WriteString(p.Name(int(i)) + " ")
		}
	}
	return out.String()
}

func TestWriteDLXRejectsAProblemWithoutPrimaryItems(t *testing.T) {
	var b cover.Builder
	b.Secondary("x")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format.WriteDLX(&out, p); err == nil || out.Len() > 0 {
		t.Errorf("got %v and %q, want an error and nothing written", err, out.String())
	}
}

func TestWriteDLXReturnsTheErrorOfTheWriter(t *testing.T) {
	p := mustRead(t, knuth2000)[0].Problem()
	if err := format.WriteDLX(fullDisk{}, p); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
