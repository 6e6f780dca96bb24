package xcb_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

// FuzzAnswers takes the input for everything that an engine writes. Whatever it is, the run ends, and
// an answer that is believed has only right solutions, all of which were shown.
func FuzzAnswers(f *testing.F) {
	const greeting = "xcb 1\nname fake\ntakes secondary\nready\n"
	for _, answer := range []string{
		greeting + "ready setup 5\nsolution 1 2\nsolution 3\nlevel 1 3\nlevel 2 1\nlevel 1 0\n" +
			"done solved solutions 2 nodes 4 updates 4 search 7\n",
		greeting + "ready\ndone limit nodes 9\n",
		greeting + "unsupported too large\n",
		"xcb 1\nproblem binary\ncounts only\nready\nready\n",
		greeting + "ready\nlevel 1\nlevel -1\n",
	} {
		f.Add([]byte(answer))
	}
	p := textbook.Tiny()
	var answers []byte
	f.Cleanup(child.Register("fuzz", func(_ context.Context, _ child.Command, in io.Reader, out, _ io.Writer) int {
		go io.Copy(io.Discard, in)
		out.Write(answers)
		return 0
	}))
	f.Fuzz(func(t *testing.T, text []byte) {
		answers = text
		e := xcb.New(child.Command{Args: []string{"fuzz"}}, cover.Capabilities{Secondary: true})
		defer e.Close()
		shown := int64(0)
		stats, err := cover.Solve(t.Context(), e, p, cover.Limits{Solutions: 3}, func(options []int) bool {
			if shown++; cover.Check(p, options) != nil {
				t.Fatalf("%v was shown, which is no solution", options)
			}
			return true
		})
		switch {
		case err != nil || (stats.Err != nil) == (stats.Status.Measured() || stats.Status == cover.Timeout):
			t.Fatalf("%v, the status is %s and the error %v", err, stats.Status, stats.Err)
		case stats.Err == nil && (stats.Solutions != shown || shown > 3 || len(stats.Levels) > p.MaxDepth()+1):
			t.Fatalf("%d solutions counted, %d shown, %d levels", stats.Solutions, shown, len(stats.Levels))
		}
	})
}

// FuzzProblems sends a server the input as a problem. It answers with one line, and its solver gets the
// problem unless that is an error.
func FuzzProblems(f *testing.F) {
	f.Add([]byte("a b | c\na c:x\nb\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var out bytes.Buffer
		r := &recorder{can: cover.Capabilities{Secondary: true, Colours: true}}
		err := xcb.Server{Solver: r}.Serve(strings.NewReader(fmt.Sprintf("problem dlx %d\n%s", len(text), text)), &out)
		if failed := strings.HasPrefix(out.String(), "error "); err != nil || strings.Count(out.String(), "\n") != 1 ||
			failed == (r.log.Len() > 0) {
			t.Fatalf("got %q, %v, and a solver that was told %q", out.String(), err, r.log.String())
		}
	})
}
