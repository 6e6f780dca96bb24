package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// The test binary is the worker process too.
func TestMain(m *testing.M) {
	if os.Getenv(bench.WorkerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := bench.Work(testSolvers, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// testSolvers has a solver whose process somebody kills, and one that does not end.
var testSolvers = func() solvers.Set {
	set, err := solvers.NewSet([]solvers.Variant{{Solver: killed{}, Name: "killed", Algorithm: "killed", Rule: "killed"},
		{Solver: slow{}, Name: "slow", Algorithm: "slow", Rule: "slow"}})
	if err != nil {
		panic(err)
	}
	return set
}()

type killed struct{}

func (killed) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }
func (killed) Prepare(*cover.Problem) (cover.Search, error) {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill()
	}
	select {} // until it is dead
}

// begunVariable names the file that slow makes when it begins.
const begunVariable = "FLEET_TEST_BEGUN"

type slow struct{ killed }

func (slow) Prepare(*cover.Problem) (cover.Search, error) {
	if err := os.WriteFile(os.Getenv(begunVariable), nil, 0o666); err != nil {
		return nil, err
	}
	select {}
}

// get returns a value that a test cannot do without.
func get[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// outside starts a NATS server that is not ours.
func outside(t *testing.T, change func(*server.Options)) (url string) {
	t.Helper()
	o := server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()}
	change(&o)
	s := get(server.NewServer(&o))
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// connected returns a connection to an outside server.
func connected(t *testing.T) *Server {
	t.Helper()
	s := get(Connect(Options{Plan: "jobs", URL: outside(t, func(*server.Options) {})}))
	t.Cleanup(func() { s.Close() })
	return s
}

// searchOf returns a search of a solver on an instance, in parts of so many nodes if they are above 0, with a budget
// of updates.
func searchOf(t *testing.T, id, solver string, nodes float64, updates int64) Search {
	t.Helper()
	in := get(corpus.Find(id))
	puzzle := get(in.Puzzle())
	s := Search{Solver: solver, Bounds: bench.Bounds{Limits: cover.Limits{Updates: updates}}}
	s.Problem = get(bench.ProblemOf(&in))
	if nodes > 0 {
		v, _ := solvers.Find(solver)
		parts := get(divide.Plan(t.Context(), v, puzzle.Problem(), nodes, 1, nil))
		for _, part := range parts {
			s.Parts = append(s.Parts, part.Part)
		}
	}
	return s
}

// these yields searches, and an error behind them if there is one.
func these(err error, searches ...Search) iter.Seq2[Search, error] {
	return func(yield func(Search, error) bool) {
		for _, search := range searches {
			if !yield(search, nil) {
				return
			}
		}
		if err != nil {
			yield(Search{}, err)
		}
	}
}

// submitted puts searches on a server.
func submitted(t *testing.T, s *Server, searches ...Search) *Plan {
	t.Helper()
	build := get(Build())
	must(t, s.Submit(t.Context(), &Plan{Build: build, Lease: time.Minute}, 1, these(nil, searches...)))
	plan := get(s.Plan(t.Context()))
	return plan
}

// work lets a worker do what it can, and returns its notes.
func work(t *testing.T, s *Server, p *Plan, name string) (notes string, err error) {
	t.Helper()
	w := Worker{Server: s, Plan: p, Machine: results.Machine{Host: name}, Solvers: testSolvers, Command: []string{os.Args[0]},
		Notes: func(n string) { notes += n + "\n" }}
	err = w.Work(t.Context())
	return notes, err
}

// joined returns what join returns as text, a line for each search and each note.
func joined(t *testing.T, s *Server, p *Plan) (text string, err error) {
	t.Helper()
	all, err := s.Join(t.Context(), p, func(note string) { text += note + "\n" })
	for _, j := range all {
		text += fmt.Sprintf("%s %s ", j.Problem.InstanceID, j.Solver)
		if st := j.Stats; j.Whole() {
			text += fmt.Sprintln(st.Status, st.Solutions, st.Nodes, st.Updates, st.Setup, st.Search, j.Machines, j.Fault)
		} else {
			text += fmt.Sprintf("%q\n", j.Lacking)
		}
	}
	return text, err
}

// state fails unless the work is so far.
func state(t *testing.T, s *Server, want State) {
	t.Helper()
	if got, err := s.State(t.Context()); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// Two workers do searches in parts and whole ones.
func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	s := connected(t)
	searches := []Search{searchOf(t, "queens/9", "dlx_index", 500, 0), searchOf(t, "queens/9", "bitset", 0, 0),
		searchOf(t, "langford/8", "naive", 3000, 0), searchOf(t, "queens/10", "naive", 0, 200)}
	p := submitted(t, s, searches...)
	if state(t, s, State{}); len(searches[0].Parts) < 3 {
		t.Errorf("got %d parts", len(searches[0].Parts))
	}
	ended := make(chan string)
	for _, name := range []string{"a", "b"} {
		go func() { notes, err := work(t, s, p, name); ended <- fmt.Sprint(notes, err) }()
	}
	if one, other := <-ended, <-ended; one+other != "<nil><nil>" {
		t.Errorf("got %s and %s", one, other)
	}
	state(t, s, State{Done: p.Tasks})
	all, err := s.Join(t.Context(), p, func(note string) { t.Error(note) })
	if err != nil || len(all) != len(searches) {
		t.Fatalf("got %d searches, %v", len(all), err)
	}
	for k, j := range searches {
		in, _ := corpus.Find(j.Problem.InstanceID)
		puzzle := get(in.Puzzle())
		v, _ := solvers.Find(j.Solver)
		want := get(cover.Solve(t.Context(), v, puzzle.Problem(), j.Bounds.Limits, nil))
		want.Search, want.Setup = all[k].Stats.Search, all[k].Stats.Setup
		if got := all[k]; !reflect.DeepEqual(got.Search, &j) || !got.Whole() || got.Fault != "" || !reflect.DeepEqual(got.Stats, want) {
			t.Errorf("%s by %s: got %+v, want %+v", j.Problem.InstanceID, j.Solver, got, want)
		}
	}
}

// again is the search of the second answer of a task.
const again = -1

// changed does searches, changes each answer, and adds a second one, of another host, if they are to come twice.
func changed(t *testing.T, s *Server, change func(search, task int, a *Answer), twice bool, searches ...Search) *Plan {
	t.Helper()
	p := submitted(t, s, searches...)
	notes, err := work(t, s, p, "host0")
	answers, _, bad := s.outcomes(t.Context())
	if err != nil || bad != nil || notes != "" {
		t.Fatal(err, bad, notes)
	}
	for task, subjects := range answers {
		var a Answer
		get(s.load(t.Context(), &a, subjects[0]))
		a.Stats.Setup, a.Stats.Search = time.Duration(1+task.Number), 10
		other := a
		other.Machine.Host, other.Stats.Levels = "host1", slices.Clone(a.Stats.Levels)
		change(slices.Index(p.Searches, task.Search), task.Number, &a)
		must(t, s.store(t.Context(), a, subjects[0]))
		if change(again, task.Number, &other); twice {
			must(t, s.store(t.Context(), other, "answer", task.String(), "z"))
		}
	}
	return p
}

// Join refuses what does not add up, and keeps the first fault.
func TestJoin(t *testing.T) {
	divided := []Search{searchOf(t, "queens/8", "dlx_index", 100, 0)}
	two := []Search{searchOf(t, "queens/8", "dlx_index", 0, 0), searchOf(t, "queens/8", "bitset", 0, 0)}
	n := divided[0].Tasks()
	none := func(search, task int, a *Answer) {}
	timeout := func(second bool) func(search, _ int, a *Answer) {
		return func(search, _ int, a *Answer) {
			if (search == again) == second {
				a.Stats.Status = cover.Timeout
			}
		}
	}
	for name, c := range map[string]struct {
		searches []Search
		twice    bool
		change   func(search, task int, a *Answer) // of the second answer if the search is again
		want     string                            // the beginning of the text
		err      string
	}{
		"levels that do not add up": {divided, false, func(_, task int, a *Answer) { a.Stats.Updates += int64(1 - min(task, 1)) },
			"queens/8 dlx_index, trunk: an answer of host0: the levels have 5 nodes and 1107 updates, expected 5 and 1108; it counts as nothing\n" +
				"queens/8 dlx_index [\"missing: queens/8 dlx_index, trunk\"]", ""},
		"an answer comes twice": {divided, true, none,
			fmt.Sprintf("queens/8 dlx_index solved 92 1199 21111 %dns %dns [host0]", n, 10*n), ""},
		"two machines disagree": {divided, true, func(search, _ int, a *Answer) {
			if levels := a.Stats.Levels; search == again && len(levels) > 0 {
				levels[len(levels)-1].Updates++
				a.Stats.Updates++
			}
		}, "", "queens/8 dlx_index, trunk: host0 found 0 solutions, 5 nodes, 1107 updates, and host1 found 0 solutions, 5 nodes, 1108 updates, " +
			"expected the same; one of the machines is faulty"},
		"a timeout, and an answer": {two[:1], true, timeout(false), "queens/8 dlx_index solved 92 1199 21111 1ns 10ns [host1]", ""},
		"an answer, and a timeout": {two[:1], true, timeout(true), "queens/8 dlx_index solved 92 1199 21111 1ns 10ns [host0]", ""},
		"the first fault of several, and the worst status": {divided, false, func(_, task int, a *Answer) {
			if task == 2 || task == 4 {
				a.Fault = fmt.Sprint("fault of task ", task)
				a.Stats.Status = map[int]cover.Status{2: "crash", 4: cover.Timeout}[task]
			}
		}, fmt.Sprintf("queens/8 dlx_index crash 92 1199 21111 %dns %dns [host0] fault of task 2\n", n, 10*n), ""},
		"the sum is not the known count": {divided, false, func(_, task int, a *Answer) {
			if task == 1 {
				a.Stats.Solutions++
			}
		}, fmt.Sprintf("queens/8 dlx_index wrong 93 1199 21111 %dns %dns [host0] 93 solutions", n, 10*n), ""},
		"solvers disagree": {two, false, func(search, _ int, a *Answer) { a.Stats.Solutions += int64(search) },
			"queens/8 dlx_index disagree 92 1199 21111 1ns 10ns [host0] sets of solutions differ", ""},
		"updates of other classes end a search elsewhere": {
			[]Search{searchOf(t, "queens/8", "dlx_index", 0, 300), searchOf(t, "queens/8", "bitset", 0, 300)}, false, none,
			"queens/8 dlx_index limit 0 11 321 1ns 10ns [host0] \nqueens/8 bitset limit 0 42 300 1ns 10ns [host0] \n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := connected(t)
			p := changed(t, s, c.change, c.twice, c.searches...)
			if text, err := joined(t, s, p); !strings.HasPrefix(text, c.want) || fmt.Sprint(err) != cmp.Or(c.err, "<nil>") ||
				errors.Is(err, ErrConflict) != (c.err != "") {
				t.Errorf("got\n%s%v\nwant\n%s%s", text, err, c.want, c.err)
			}
		})
	}
}

// A value may be larger than a message.
func TestALargeValueIsSplit(t *testing.T) {
	s := connected(t)
	submitted(t, s, searchOf(t, "queens/4", "naive", 0, 0))
	for _, size := range []int{0, chunk - 3, chunk - 2, chunk - 1, 2*chunk - 2, 3 * chunk} {
		want, got := strings.Repeat("x", size), ""
		must(t, s.store(t.Context(), want, "search", "x"))
		if found, err := s.load(t.Context(), &got, "search", "x"); !found || err != nil || got != want {
			t.Errorf("got %v, %v and %d bytes, want %d", found, err, len(got), size)
		}
	}
}

// A search that was changed, or has gone, is no search of the plan.
func TestAPlanThatWasChangedIsRefused(t *testing.T) {
	s := connected(t)
	p := submitted(t, s, searchOf(t, "queens/4", "naive", 0, 0))
	must(t, s.store(t.Context(), "x", "search", p.Searches[0]))
	for _, name := range []string{p.Searches[0], "gone"} {
		p.Searches[0] = name
		_, notJoined := joined(t, s, p)
		_, notDone := work(t, s, p, "a")
		for _, err := range []error{notJoined, notDone} {
			if err == nil || !strings.Contains(err.Error(), "was changed on the server") {
				t.Errorf("%s: got %v, want that the search was changed", name, err)
			}
		}
	}
}

// A task at which three processes were killed is set aside, and the others are done. It can be tried
// again.
func TestATaskThatKillsWorkersIsSetAside(t *testing.T) {
	s := connected(t)
	p := submitted(t, s, searchOf(t, "queens/4", "killed", 0, 0), searchOf(t, "queens/5", "naive", 0, 0))
	for round := range 2 {
		notes, err := work(t, s, p, "a")
		const reason = "3 workers died at it; the last one: the worker was killed from outside"
		if err != nil || !strings.Contains(notes, " is set aside: "+reason) {
			t.Errorf("round %d: got %v, notes %q", round, err, notes)
		}
		if text, err := joined(t, s, p); err != nil || !strings.HasPrefix(text, `queens/4 killed ["set aside: queens/4 killed: `+reason) ||
			!strings.Contains(text, "\nqueens/5 naive solved 10 ") {
			t.Errorf("got %s, %v, want one task set aside", text, err)
		}
		state(t, s, State{Done: 1, Aside: 1})
		for _, want := range []int{1, 0} { // none while one waits
			if n, err := s.Again(t.Context()); n != want || err != nil {
				t.Errorf("handed out %d again, %v, want %d", n, err, want)
			}
		}
	}
}

// Workers that take a task and say nothing more have died at it. The last chunk of an answer makes it
// one.
func TestWorkersThatGiveNoSignOfLife(t *testing.T) {
	s := connected(t)
	p := submitted(t, s, searchOf(t, "queens/4", "naive", 0, 0))
	queue := get(s.js.Consumer(t.Context(), s.stream(), workers))
	for k := range tries {
		m := get(queue.Next())
		_ = get(s.js.Publish(t.Context(), s.subject("answer", taskOf(m.Subject()).String(), "a", fmt.Sprint(tries-k)), make([]byte, 9)))
		state(t, s, State{Running: 1})
		must(t, m.Nak()) // as at the end of its lease
	}
	if text, err := joined(t, s, p); text != "queens/4 naive [\"missing: queens/4 naive\"]\n" || err != nil {
		t.Errorf("got %s, %v, want no answer", text, err)
	}
	notes, err := work(t, s, p, "a")
	if err != nil || !strings.Contains(notes, "3 workers died at it; the last one: it gave no sign of life") {
		t.Errorf("got %v, %q, want it set aside", err, notes)
	}
	state(t, s, State{Aside: 1})
}

// A worker gives its task back when it is stopped. That is no death.
func TestATaskThatIsGivenBackIsNotSetAside(t *testing.T) {
	s := connected(t)
	p := submitted(t, s, searchOf(t, "queens/4", "slow", 0, 0))
	for range tries + 1 {
		begun := filepath.Join(t.TempDir(), "begun")
		t.Setenv(begunVariable, begun)
		ctx, stop := context.WithCancel(t.Context())
		w := Worker{Server: s, Plan: p, Solvers: testSolvers, Command: []string{os.Args[0]}, Notes: func(n string) { t.Error(n) }}
		ended := make(chan error)
		go func() { ended <- w.Work(ctx) }()
		for _, err := os.Stat(begun); err != nil; _, err = os.Stat(begun) {
			time.Sleep(time.Millisecond)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the end of the context", err)
		}
	}
	state(t, s, State{})
}

func TestOtherBuildsAreRefused(t *testing.T) {
	build := get(Build())
	needs := []Engine{{Name: "e", Build: "1"}}
	for _, c := range []struct {
		plan Plan
		have []Engine
		want string
	}{
		{Plan{Build: "other"}, nil, "expected the same build"},
		{Plan{Build: build, Engines: needs}, nil, "needs the engine e"},
		{Plan{Build: build, Engines: needs}, []Engine{{Name: "e", Build: "2"}}, "expected the same program"},
		{Plan{Build: build, Engines: needs}, needs, "<nil>"},
	} {
		if err := c.plan.Check(c.have); !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%+v: got %v, want %q", c.have, err, c.want)
		}
	}
}

// A server that cannot help is named in one line.
func TestServersThatCannotHelp(t *testing.T) {
	connect := func(url, plan string) error {
		s, err := Connect(Options{Plan: plan, URL: url})
		if err != nil {
			return err
		}
		defer s.Close()
		s.patience = 300 * time.Millisecond
		_, err = s.Plan(t.Context())
		return err
	}
	l := get(net.Listen("tcp", "127.0.0.1:0"))
	gone := l.Addr().String()
	l.Close()
	with := outside(t, func(o *server.Options) { o.Authorization = "right" })
	for want, err := range map[string]error{
		"expected a NATS server":      connect("nats://secret@"+gone, "p"),
		"Authorization Violation":     connect(strings.Replace(with, "://", "://secret@", 1), "p"),
		"expected one with JetStream": connect(outside(t, func(o *server.Options) { o.JetStream = false }), "p"),
		"has no plan p":               connect(outside(t, func(*server.Options) {}), "p"),
		"no name of a plan":           connect(with, "a.b"),
	} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A server without room stops the work, and what is stored is kept.
func TestAFullServerStopsTheWork(t *testing.T) {
	s := connected(t)
	s.patience = 300 * time.Millisecond
	p := submitted(t, s, searchOf(t, "queens/4", "naive", 0, 0), searchOf(t, "queens/5", "naive", 0, 0))
	stream := get(s.js.Stream(t.Context(), s.stream()))
	used := int64(stream.CachedInfo().State.Bytes)
	for _, more := range []int64{1, -1 - used} { // no answer, room for all
		c := stream.CachedInfo().Config
		c.MaxBytes, c.Discard = used+more, jetstream.DiscardNew
		get(s.js.UpdateStream(t.Context(), c))
		if _, err := work(t, s, p, "a"); (err == nil) != (more < 0) || err != nil && !strings.Contains(err.Error(), "maximum bytes exceeded") {
			t.Errorf("%d bytes left: got %v, want an error unless there is room", more, err)
		}
	}
	state(t, s, State{Done: 2})
}

// A plan that was not finished is replaced, and one that was is not.
func TestAPlanIsSubmittedOnce(t *testing.T) {
	s := connected(t)
	stopped := errors.New("stopped")
	if err := s.Submit(t.Context(), &Plan{Lease: time.Minute}, 1, these(stopped, searchOf(t, "queens/5", "naive", 0, 0))); err != stopped {
		t.Fatal(err)
	}
	search := searchOf(t, "queens/4", "naive", 0, 0)
	p := submitted(t, s, search, search) // twice, as a solver and by the choice of auto
	if text, err := joined(t, s, p); err != nil || text != "queens/4 naive [\"missing: queens/4 naive\"]\n" || p.Tasks != 1 {
		t.Errorf("got %s, %v, want the second submission only", text, err)
	}
	if err := s.Submit(t.Context(), &Plan{Lease: time.Minute}, 1, these(nil)); err != ErrPlanned {
		t.Errorf("got %v, want %v", err, ErrPlanned)
	}
	must(t, s.Drop(t.Context()))
	if err := s.Drop(t.Context()); err == nil || !strings.Contains(err.Error(), "no plan jobs") {
		t.Errorf("got %v, want an error", err)
	}
}

// The embedded server keeps its files and its token, and locks its folder.
func TestEmbeddedServer(t *testing.T) {
	dir := t.TempDir()
	e := get(Embed(dir, "127.0.0.1:0"))
	if _, err := Embed(dir, ""); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("got %v, want that the folder is in use", err)
	}
	if _, err := Embed(t.TempDir(), e.url[strings.Index(e.url, "@")+1:]); err == nil || !strings.Contains(err.Error(), "expected a free address") {
		t.Errorf("got %v, want that the address is taken", err)
	}
	s := get(Connect(Options{Plan: "p", URL: e.URL()}))
	submitted(t, s, searchOf(t, "queens/4", "naive", 0, 0))
	must(t, s.Close())
	token, _, _ := strings.Cut(e.url, "@")
	must(t, e.Close())
	e = get(Embed(dir, "127.0.0.1:0"))
	if !strings.HasPrefix(e.url, token+"@") || len(token) < 27 {
		t.Errorf("got %q, want the token of %q", e.url, token)
	}
	s = get(Connect(Options{Plan: "p", Embedded: e}))
	if p, err := s.Plan(t.Context()); err != nil || p.Tasks != 1 {
		t.Errorf("got %+v, %v, want the plan", p, err)
	}
	must(t, s.Close())
	must(t, e.Close())
}
