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

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
