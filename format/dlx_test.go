package format_test

import (
	"errors"
	"strings"

	"xcbench/cover"
)

// knuth2000 is the matrix of Knuth's "Dancing Links" as DLX text.
const knuth2000 = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"

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
