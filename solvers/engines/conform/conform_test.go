package conform_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/script"
	"xcbench/solvers/engines/conform"
	"xcbench/solvers/external/xcb"
)

var update = flag.Bool("update", false, "write testdata anew")

func engine(command ...string) *xcb.Engine {
	return xcb.New(child.Command{Args: command}, cover.Capabilities{Secondary: true, Colours: true})
}

// The scripts say what the tests report of an engine with a mistake, and what the engine was asked for: the
// number of items, and the limits. The random problems stay the same, so that "problem 7" of a report can be
// tried again after a repair. Time passes only while all wait.
func TestEachTestFindsItsMistake(t *testing.T) {
	script.Run(t, "testdata/*.txt", *update, func(t *testing.T, mistake, _ string) (report string) {
		synctest.Test(t, func(t *testing.T) { report = examine(t, mistake) })
		return report
	})
}

// examine returns the report on an engine with a mistake. Tests that pass without a note are left out, unless
// there is no mistake.
func examine(t *testing.T, mistake string) string {
	a := &author{mistake: mistake}
	defer child.Register("faulty", a.program)()
	var report strings.Builder
	results := 0
	failed, err := conform.Test(t.Context(), engine("faulty"), func(r conform.Result) {
		results++
		asked := a.read()
		if (r.Name == "tells its times" || r.Name == "greets") && r.Err == nil && mistake != "none" {
			return
		}
		if r.Err != nil || r.Note != "" || mistake == "none" || mistake == "takes primary items only" && strings.Contains(r.Name, "random") {
			fmt.Fprintf(&report, "%s:", r.Name)
			if r.Err != nil {
				fmt.Fprintf(&report, " FAILED: %v", r.Err)
			}
			if r.Problem != nil {
				fmt.Fprintf(&report, ", on %d items", r.Problem.Items())
			}
			if r.Note != "" {
				report.WriteString(" " + r.Note)
			}
			if len(asked) > 30 {
				sum := sha256.Sum256([]byte(strings.Join(asked, "\n")))
				asked = []string{fmt.Sprintf("%d searches %x", len(asked), sum[:4])}
			}
			for k, line := range asked {
				asked[k], _, _ = strings.Cut(line, " #")
			}
			fmt.Fprintf(&report, " [%s]\n", strings.Join(asked, ", "))
		}
	})
	time.Sleep(time.Hour) // until all processes have ended
	fmt.Fprintf(&report, "%d of %d failed, %v\n", failed, results, err)
	return report.String()
}

// One failed test is not the last one, unless the engine does not even greet. The end of the context
// is the end.
func TestTheTestsEndEarlyWithTheContextOrWithoutAGreeting(t *testing.T) {
	defer child.Register("faulty", (&author{mistake: "counts one too many where it shows none"}).program)()
	for _, c := range []struct {
		program          string
		last             int // the result after which the context ends
		reported, failed int
		err              error
	}{
		{"/no/such/engine", 9, 1, 1, nil},
		{"/no/such/engine", 0, 0, 0, context.Canceled},
		{"faulty", 3, 3, 2, context.Canceled},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		reported := 0
		if c.last == 0 {
			cancel()
		}
		failed, err := conform.Test(ctx, engine(c.program), func(conform.Result) {
			if reported++; reported == c.last {
				cancel()
			}
		})
		cancel()
		if failed != c.failed || reported != c.reported || err != c.err {
			t.Errorf("%s: got %d of %d failed, %v, want %d of %d, %v", c.program, failed, reported, err, c.failed, c.reported, c.err)
		}
	}
}

// An engine gets a problem with an unknown item in the form that it wants. It may refuse it, or end.
func TestABadProblemIsToBeRefused(t *testing.T) {
	for _, c := range []struct{ form, answer, sent, want string }{
		{"dlx", "error no item c\n", "problem dlx 10\na b\na b\nc\n", "<nil>"},
		{"dlx", "I am thinking\r\nerror\n", "", `it answers "I am thinking" to an option with an unknown item, expected error or its end`},
		{"binary", "unsupported\r\n", "problem binary 32\n" + "\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00" +
			"\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00" + "\x01\x00\x00\x00\x02\x00\x00\x00", "<nil>"},
		{"pairs", "", "problem pairs 44\n" + "\x02\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00" +
			"\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00" +
			"\x01\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00", "<nil>"},
		{"dlx", "rea", "", "<nil>"},
		{"dlx", "hangs", "", "no answer within 1m0s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var input, sent, got string
			defer child.Register("answers", func(ctx context.Context, _ child.Command, in io.Reader, out, _ io.Writer) int {
				requests := bufio.NewReader(in)
				requests.ReadString('\n')
				fmt.Fprintf(out, "xcb 1\nproblem %s\nready\n", c.form)
				text, _ := io.ReadAll(requests) // so it answers at the end only
				if input = string(text); c.answer == "hangs" {
					<-ctx.Done()
				}
				io.WriteString(out, c.answer)
				return 0
			})()
			conform.Test(t.Context(), engine("answers"), func(r conform.Result) {
				if r.Name == "refuses a bad problem" {
					sent, got = input, fmt.Sprint(r.Err)
				}
			})
			time.Sleep(time.Hour) // until all processes have ended
			if got != c.want || c.sent != "" && sent != c.sent {
				t.Errorf("%s, %q: got %s for %q, want %s for %q", c.form, c.answer, got, sent, c.want, c.sent)
			}
		})
	}
}
