package xcb_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/script"
	"xcbench/internal/textbook"
	"xcbench/solvers/external/xcb"
)

var update = flag.Bool("update", false, "write the golden lines of testdata anew")

// play plays each dialogue of a script in a bubble, where time passes only while all wait, and nobody can
// wait for ever.
func play(t *testing.T, file string, do func(t *testing.T, name string, lines []string) string) {
	script.Run(t, file, *update, func(t *testing.T, name, input string) (got string) {
		synctest.Test(t, func(t *testing.T) { got = do(t, name, strings.Split(strings.TrimSuffix(input, "\n"), "\n")) })
		return got
	})
}

// Each dialogue says what an engine answers, what is asked of it, and what becomes of it.
func TestDialogues(t *testing.T) { play(t, "testdata/dialogues.txt", dialogue) }

// fake makes a function the program of an engine.
func fake(t *testing.T, f child.Function) *xcb.Engine {
	t.Cleanup(child.Register(t.Name(), f))
	e := xcb.New(child.Command{Args: []string{t.Name()}}, cover.Capabilities{Secondary: true, Colours: true})
	t.Cleanup(func() { e.Close(); time.Sleep(time.Hour) }) // until all processes have ended
	return e
}

// speak is a program that says its lines, and does not wait for requests. It returns what it was sent.
func speak(lines []string, in io.Reader, out, stderr io.Writer, killed <-chan struct{}) (status int, sent *bytes.Buffer) {
	sent = new(bytes.Buffer)
	left := make(chan bool)
	go func() { io.Copy(sent, in); close(left) }()
	for _, line := range lines {
		mark, text, _ := strings.Cut(line, " ")
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil {
			panic(err)
		}
		switch mark {
		case "<":
			io.WriteString(out, text+"\n")
		case "torn":
			io.WriteString(out, text)
		case "forever":
			for err == nil {
				_, err = io.WriteString(out, text)
			}
		case "takes":
			d, _ := time.ParseDuration(text)
			time.Sleep(d)
		case "warns":
			io.WriteString(stderr, text+"\n")
		case "deaf":
			in.(io.Closer).Close()
		case "closes":
			out.(io.Closer).Close()
		case "left":
			<-left
		case "hangs":
			<-killed
		case "exits":
			status, _ = strconv.Atoi(text)
			return status, sent
		}
	}
	<-left
	return status, sent
}

func dialogue(t *testing.T, name string, lines []string) string {
	var says, asks []string
	for _, line := range lines {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "run", "greet":
			asks = append(asks, line)
		case "hello":
			says = append(says, "< xcb 1", "< takes secondary", "< takes colours", "< ready")
		default:
			says = append(says, line)
		}
	}
	var first atomic.Pointer[bytes.Buffer]
	e := fake(t, func(ctx context.Context, c child.Command, in io.Reader, out, stderr io.Writer) int {
		status, sent := speak(says, in, out, stderr, ctx.Done())
		first.CompareAndSwap(nil, sent)
		return status
	})
	var result strings.Builder
	problems := map[string]cover.Search{}
	for _, line := range asks {
		fmt.Fprintf(&result, "= %s", ask(t, e, problems, strings.Fields(line)))
		before := e.Started()
		if e.Greeting(t.Context()); before > 0 && e.Started() > before {
			result.WriteString("; it is started again")
		}
		result.WriteString("\n")
	}
	if e.Close(); strings.HasPrefix(name, "sent: ") {
		time.Sleep(time.Hour) // until it has ended
		synctest.Wait()
		for line := range strings.Lines(first.Load().String()) {
			fmt.Fprintf(&result, "sent %q\n", line)
		}
	}
	return result.String()
}

var problems = map[string]*cover.Problem{"": textbook.Tiny(), "again": textbook.Tiny(),
	"mixed": textbook.Mixed(2, 2, []int{1, 2, 0}, []int{0, 3}), "coloured": textbook.XCC(),
	"long": textbook.Problem(1500, textbook.Singles(1500, 1500)...)}

// ask asks an engine for what the words say, and returns the outcome.
func ask(t *testing.T, e *xcb.Engine, searches map[string]cover.Search, words []string) string {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var limits cover.Limits
	var problem string
	show, stop, slow := false, false, time.Duration(0)
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.ParseInt(value, 10, 64)
		d, _ := time.ParseDuration(value)
		switch key {
		case "solutions":
			limits.Solutions = n
		case "nodes":
			limits.Nodes = n
		case "updates":
			limits.Updates = n
		case "time":
			ctx, cancel = context.WithTimeout(ctx, d)
			defer cancel()
		case "cancelled":
			defer time.AfterFunc(d, cancel).Stop()
		case "timeout":
			e.Timeout = d
		case "slow":
			slow = d
		case "problem":
			problem = value
		default:
			show, stop = true, key == "stop"
		}
	}
	if words[0] == "greet" {
		g, err := e.Greeting(ctx)
		return fmt.Sprintf("%q %q: %v %s", g["name"], g["version"], err, e.Capabilities())
	}
	x := searches[problem]
	if x == nil {
		var err error
		if x, err = cover.Prepare(e, problems[problem]); err != nil {
			return err.Error()
		}
		searches[problem] = x
	}
	var shown []string
	visit := func(options []int) bool {
		time.Sleep(slow)
		shown = append(shown, fmt.Sprintf("%.40s", fmt.Sprint(options)))
		return !stop
	}
	if !show {
		visit = nil
	}
	return outcome(x.Run(ctx, limits, visit), shown)
}

// outcome returns the statistics of a search as text, without what is zero.
func outcome(s cover.Stats, shown []string) string {
	status, costs := string(s.Status), s.Costs
	if errors.As(s.Err, new(*cover.WrongError)) {
		status += ", refuted"
	}
	if s.Err != nil {
		status += ": " + s.Err.Error()
	}
	if costs == nil {
		costs = new(cover.Costs)
	}
	if s.Status == cover.Failed { // its process may have ended before the peak was read, or not
		costs.Peak = 0
	}
	if len(shown) > 9 {
		shown = append(shown[:9], "...")
	}
	for _, f := range []struct {
		name  string
		value any
	}{{"solutions", s.CountText()}, {"shown", shown}, {"nodes", s.Nodes}, {"updates", s.Updates}, {"levels", s.Levels}, {"setup", s.Setup},
		{"search", s.Search}, {"start", costs.Start}, {"wall", costs.Wall}, {"cpu", costs.CPU}, {"peak", costs.Peak},
		{"conflicts", costs.Conflicts}} {
		if text := fmt.Sprint(f.value); text != "0" && text != "0s" && text != "-1" && text != "[]" {
			status += "; " + f.name + " " + text
		}
	}
	return status
}
