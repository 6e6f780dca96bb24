package external_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pelletier/go-toml/v2"

	"xcbench/cover"
	"xcbench/internal/child"
	"xcbench/internal/corpustest"
	"xcbench/internal/script"
	"xcbench/internal/textbook"
	"xcbench/solvers/external"
)

var update = flag.Bool("update", false, "write the golden lines of testdata anew")

// must returns a value that a test cannot do without.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// check ends a test that cannot go on.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// specOf reads the keys of an engines file.
func specOf(t *testing.T, keys string) external.Spec {
	s := external.Spec{Name: "test", Command: "actor"}
	check(t, toml.Unmarshal([]byte(keys), &s))
	return s
}

// The dialogues behind an engine say what it answers, and what becomes of it.
func TestDialogues(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var spec external.Spec
	script.Run(t, "testdata/dialogues.txt", *update, func(t *testing.T, command, input string) (result string) {
		if command == "engine" {
			spec = specOf(t, input)
			return ""
		}
		synctest.Test(t, func(t *testing.T) {
			result = play(t, spec, strings.Split(strings.TrimSuffix(command+"\n"+input, "\n"), "\n"))
		})
		return result
	})
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("got the files %v, %v, want none", left, err)
	}
}

// Keys make engines, or an error.
func TestSpecs(t *testing.T) {
	script.Run(t, "testdata/specs.txt", *update, func(t *testing.T, _, input string) (result string) {
		spec := specOf(t, input)
		if err := spec.Validate(); err != nil {
			return fmt.Sprintln("=", err)
		}
		solver, err := external.New(spec)
		if err != nil {
			return fmt.Sprintln("=", err)
		}
		result = fmt.Sprintf("= %s: %+v\n", spec.Name, solver.Capabilities())
		if spec.TimesStart() {
			result += "= a search is timed with its start\n"
		}
		return result
	})
}

// actor is a program that says its lines.
type actor struct {
	lines []string
	log   []string // its arguments, and what it was sent
}

func (a *actor) play(ctx context.Context, c child.Command, in io.Reader, out, stderr io.Writer) (status int) {
	sent := make(chan string)
	go func() { text, _ := io.ReadAll(in); sent <- string(text) }()
	words, paths := slices.Clone(c.Args), map[string]string{}
	for k, word := range words {
		if filepath.IsAbs(word) {
			words[k] = filepath.Base(word)
			paths[words[k]] = word
			if text, err := os.ReadFile(word); err == nil {
				defer func() { a.log = append(a.log, string(text)) }()
			}
		}
	}
	a.log = append(a.log, "$ "+strings.Join(words, " ")+" "+strings.Join(c.Env, " ")+" in "+c.Dir)
	defer func() { a.log = append(a.log, <-sent) }()
	var file strings.Builder
	defer func() {
		if file.Len() > 0 {
			os.WriteFile(paths["answer"], []byte(file.String()), 0o666)
		}
	}()
	for _, line := range a.lines {
		mark, text, _ := strings.Cut(line, " ")
		if mark == "recorded" {
			for extension, w := range map[string]io.Writer{".out": out, ".err": stderr, ".model": &file} {
				text, _ := os.ReadFile("testdata/" + text + extension)
				w.Write(text)
			}
			continue
		}
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		if err != nil {
			panic(err)
		}
		switch mark {
		case "<":
			fmt.Fprintln(out, text)
		case "!":
			fmt.Fprintln(stderr, text)
		case "@":
			fmt.Fprintln(&file, text)
		case "torn":
			io.WriteString(out, text)
		case "times":
			n, text, _ := strings.Cut(text, " ")
			times, _ := strconv.Atoi(n)
			io.WriteString(out, strings.Repeat(text, times))
		case "takes":
			d, _ := time.ParseDuration(text)
			time.Sleep(d)
		case "hangs":
			<-ctx.Done()
		case "exits":
			status, _ = strconv.Atoi(text)
		}
	}
	return status
}

// A question is what the first line of a dialogue asks for.
type question struct {
	problem           string
	limits            cover.Limits
	time              time.Duration
	runs              int
	count, stop, sent bool
}

// read reads the words of the first line.
func (q *question) read(line string) {
	for _, word := range strings.Fields(line)[1:] {
		key, value, _ := strings.Cut(word, "=")
		n, _ := strconv.ParseInt(value, 10, 64)
		switch key {
		case "limit":
			q.limits.Solutions = n
		case "nodes":
			q.limits.Nodes = n
		case "updates":
			q.limits.Updates = n
		case "time":
			q.time, _ = time.ParseDuration(value)
		case "problem":
			q.problem = value
		case "runs":
			q.runs = int(n)
		case "count":
			q.count = true
		case "show":
			q.count = false
		case "stop":
			q.stop = true
		case "sent":
			q.sent = true
		}
	}
}

// actorsOf returns the actors of a dialogue: the lines of the next one are behind the word.
func actorsOf(lines []string) []*actor {
	actors := []*actor{{}}
	for _, line := range lines {
		if line == "next" {
			actors = append(actors, new(actor))
		} else {
			last := actors[len(actors)-1]
			last.lines = append(last.lines, line)
		}
	}
	return actors
}

// logOf returns what the actors were sent.
func logOf(actors []*actor) (all string) {
	for _, a := range actors {
		for _, text := range a.log {
			for line := range strings.Lines(text) {
				if !strings.HasPrefix(line, "$ ") {
					line = "sent " + line
				}
				all += strings.TrimSuffix(line, "\n") + "\n"
			}
		}
	}
	return all
}

// play runs an engine as the first line says, and returns what becomes of it.
func play(t *testing.T, spec external.Spec, lines []string) (result string) {
	actors := actorsOf(lines[1:])
	var started atomic.Int64
	t.Cleanup(child.Register("actor", func(ctx context.Context, c child.Command, in io.Reader, out, stderr io.Writer) int {
		return actors[min(int(started.Add(1)), len(actors))-1].play(ctx, c, in, out, stderr) // the last one goes on
	}))
	for _, line := range lines {
		_, name, _ := strings.Cut(line, " ")
		if _, err := os.Stat("testdata/" + name + ".model"); err == nil || line[0] == '@' {
			spec.Command += " {out}"
		}
	}
	s := must(external.New(spec))
	if closer, ok := s.(interface{ Close() }); ok {
		t.Cleanup(func() { closer.Close(); time.Sleep(time.Hour) })
	}
	q := question{problem: "tiny", runs: 1, count: s.Capabilities().CountsOnly}
	if spec.Protocol == "lines" {
		q.problem = "sudoku/wikipedia"
	}
	q.read(lines[0])
	ctx := t.Context()
	if q.time > 0 {
		timed, cancel := context.WithTimeout(ctx, q.time)
		defer cancel()
		ctx = timed
	}
	p, ok := problems[q.problem]
	if !ok {
		p = corpustest.Problem(q.problem)
	}
	search, err := cover.Prepare(s, p)
	if err != nil {
		return fmt.Sprintln("=", err)
	}
	for range q.runs {
		var shown []string
		visit := func(options []int) bool {
			shown = append(shown, fmt.Sprintf("%.50s", strings.ReplaceAll(fmt.Sprint(options), " ", ",")))
			return !q.stop
		}
		if q.count {
			visit = nil
		}
		result += "= " + outcome(search.Run(ctx, q.limits, visit), shown) + "\n"
	}
	if q.sent {
		result += logOf(actors)
	}
	return result
}

var problems = map[string]*cover.Problem{
	"tiny":   textbook.Problem(2, []int{0}, []int{1}, []int{0, 1}),
	"two":    textbook.Problem(2, []int{0}, []int{1}),
	"three":  textbook.Problem(2, []int{0}, []int{0}, []int{1}),
	"five":   textbook.Problem(3, []int{2}, []int{0}, []int{0}, []int{1}, []int{1}),
	"twice":  textbook.Problem(2, []int{0}, []int{0}, []int{1}, []int{1}),
	"items":  textbook.Mixed(1, 1<<16+300, []int{0, 1}, []int{0, 257}, []int{0, 65537}),
	"twelve": textbook.Problem(1, textbook.Times(12, 0)...),
	"empty":  textbook.Problem(0),
	"none":   textbook.Problem(1),
	"second": textbook.Mixed(0, 1, []int{0}),
	"xcc":    textbook.XCC(),
	"rich":   ofColours(63),
	// Items and options have numbers of two digits, and there are a primary and a secondary item without options.
	"wide": textbook.Mixed(10, 3, append([][]int{{0, 10}, {1, 10}}, append(textbook.Singles(9, 9)[2:], []int{0, 8}, []int{7, 8},
		[]int{7, 11})...)...),
	// One option, 10 or 11, and perhaps one of nine others.
	"eleven": textbook.Problem(2, append(textbook.Times(9, 0), []int{1}, []int{0, 1})...),
}

// ofColours returns a problem with n colours.
func ofColours(n int) *cover.Problem {
	var b cover.Builder
	b.Primary("p")
	b.Secondary("s")
	for c := range n {
		b.Option("p", fmt.Sprint("s:", c))
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}

// outcome returns the statistics of a search as text, without what is zero.
func outcome(s cover.Stats, shown []string) string {
	text, costs := string(s.Status), s.Costs
	if errors.As(s.Err, new(*cover.WrongError)) {
		text += ", refuted"
	}
	if s.Err != nil {
		text += ": " + s.Err.Error()
	}
	if costs == nil {
		costs = new(cover.Costs)
	}
	for _, f := range []struct {
		name  string
		value any
	}{{"solutions", s.Solutions}, {"shown", strings.Join(shown, " ")}, {"nodes", s.Nodes}, {"updates", s.Updates}, {"mems", costs.Mems},
		{"conflicts", costs.Conflicts}, {"levels", s.Levels}, {"search", s.Search}, {"wall", costs.Wall}, {"cpu", costs.CPU}} {
		if value := fmt.Sprint(f.value); !slices.Contains([]string{"", "0", "0s", "-1", "[]"}, value) {
			text += "; " + f.name + " " + value
		}
	}
	return text
}
