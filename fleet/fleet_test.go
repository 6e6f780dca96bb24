package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	s, err := server.NewServer(&o)
	must(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// connected returns a connection to an outside server with small messages, so that values are split.
func connected(t *testing.T) *Server {
	t.Helper()
	s, err := Connect(Options{Plan: "jobs", URL: outside(t, func(o *server.Options) { o.MaxPayload = 2500 })})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// job is a search of a plan.
type job struct {
	id, solver string
	nodes      float64 // of a part; 0 for a whole search
	bounds     bench.Bounds
}

func problem(t *testing.T, id string) (bench.Problem, *cover.Problem) {
	t.Helper()
	in, err := corpus.Find(id)
	must(t, err)
	puzzle, err := in.Puzzle()
	must(t, err)
	text, err := bench.ProblemOf(&in)
	must(t, err)
	return text, puzzle.Problem()
}

func (j job) search(t *testing.T) Search {
	t.Helper()
	text, p := problem(t, j.id)
	s := Search{Solver: j.solver, Bounds: j.bounds, Problems: []bench.Problem{text}}
	if j.nodes > 0 {
		v, _ := solvers.Find(j.solver)
		parts, err := divide.Plan(t.Context(), v, p, j.nodes, 1, nil)
		must(t, err)
		for _, part := range parts {
			s.Parts = append(s.Parts, part.Part)
		}
	}
	return s
}

// adding adds searches to a plan.
func adding(searches []Search) func(add func(Search) error) error {
	return func(add func(Search) error) error {
		for _, search := range searches {
			if err := add(search); err != nil {
				return err
			}
		}
		return nil
	}
}

// submitted puts searches on a server.
func submitted(t *testing.T, s *Server, searches ...Search) *Plan {
	t.Helper()
	build, err := Build()
	must(t, err)
	must(t, s.Submit(t.Context(), &Plan{Build: build, Lease: time.Minute}, 1, adding(searches)))
	plan, err := s.Plan(t.Context())
	must(t, err)
	return plan
}

// work lets a worker do what it can, and returns its notes.
func work(t *testing.T, s *Server, p *Plan, name string) (done int, notes string, err error) {
	t.Helper()
	w := Worker{Server: s, Plan: p, Machine: Machine{results.Machine{Host: name, CPU: "test"}, name}, Solvers: testSolvers,
		Command: []string{os.Args[0]}, Notes: func(n string) { notes += n + "\n" }}
	done, err = w.Work(t.Context())
	return done, notes, err
}

// joined returns what join passes on. The searches have no times.
func joined(t *testing.T, s *Server, p *Plan) (all []Joined, notes string, err error) {
	t.Helper()
	err = s.Join(t.Context(), p, func(j Joined) error {
		j.Stats.Search, j.Stats.Setup = 0, 0
		all = append(all, j)
		return nil
	}, func(note string) { notes += note + "\n" })
	return all, notes, err
}

// Two workers do searches in parts and whole ones. All values are split into many messages.
func TestSumsAreTheCountersOfOneSearch(t *testing.T) {
	s := connected(t)
	jobs := []job{{"queens/9", "dlx_index", 500, bench.Bounds{}}, {"queens/9", "bitset", 0, bench.Bounds{}},
		{"langford/8", "naive", 3000, bench.Bounds{}}, {"queens/10", "naive", 0, bench.Bounds{Limits: cover.Limits{Nodes: 200}}}}
	var searches []Search
	for _, j := range jobs {
		searches = append(searches, j.search(t))
	}
	batch := Search{Solver: "bitset"}
	for _, id := range []string{"queens/5", "queens/6"} {
		text, _ := problem(t, id)
		batch.Problems, jobs = append(batch.Problems, text), append(jobs, job{id: id, solver: "bitset"})
	}
	p := submitted(t, s, append(searches, batch)...)
	if state, err := s.State(t.Context(), p); err != nil || state != (State{}) || len(searches[0].Parts) < 3 {
		t.Errorf("got %+v, %v and %d parts, want nothing done", state, err, len(searches[0].Parts))
	}
	ended := make(chan int)
	for _, name := range []string{"a", "b"} {
		go func() { done, _, _ := work(t, s, p, name); ended <- done }()
	}
	if done := <-ended + <-ended; done != p.Tasks {
		t.Errorf("did %d tasks, want %d", done, p.Tasks)
	}
	all, notes, err := joined(t, s, p)
	if err != nil || notes != "" || len(all) != len(jobs) {
		t.Fatalf("got %d searches, %q, %v, want %d", len(all), notes, err, len(jobs))
	}
	for k, j := range jobs {
		_, puzzle := problem(t, j.id)
		v, _ := solvers.Find(j.solver)
		want, err := cover.Solve(t.Context(), v, puzzle, j.bounds.Limits, nil)
		must(t, err)
		want.Search, want.Setup = 0, 0
		if got := all[k]; got.InstanceID != j.id || !got.Whole() || got.Fault != "" || !reflect.DeepEqual(got.Stats, want) {
			t.Errorf("%s by %s: got %+v, want %+v", j.id, j.solver, got, want)
		}
	}
}

// answering stores the answers to all tasks of searches, as a worker finds them, but changed.
func answering(t *testing.T, s *Server, searches []Search, change func(search, task int, f *bench.Found) (again int)) {
	t.Helper()
	for n := range searches {
		_, name, err := searches[n].encode()
		must(t, err)
		_, p := problem(t, searches[n].Problems[0].InstanceID)
		v, _ := solvers.Find(searches[n].Solver)
		x, err := cover.Prepare(v, p)
		must(t, err)
		for k := range searches[n].tasks() {
			var stats cover.Stats
			switch q := (Task{name, k}).searches(&searches[n]); {
			case q.Part != nil:
				stats, err = divide.Search(t.Context(), x, p.MaxDepth(), *q.Part, nil)
			case q.Trunk != nil:
				stats, err = divide.Trunk(t.Context(), x, p.MaxDepth(), q.Trunk, nil)
			default:
				stats = x.Run(t.Context(), searches[n].Bounds.Limits, nil)
			}
			must(t, err)
			f := bench.Found{Stats: stats, Runs: 1}
			f.Stats.Setup, f.Stats.Search = time.Duration(1+k), 10
			times := change(n, k, &f)
			for i := range times {
				if i > 0 {
					change(-1, k, &f)
				}
				a := Answer{Machine{Machine: results.Machine{Host: fmt.Sprint("host", i)}}, []bench.Found{f}}
				must(t, s.store(t.Context(), a, "answer", name, fmt.Sprint(k), fmt.Sprint(i)))
			}
		}
	}
}

// Join refuses what does not add up, and keeps the first fault.
func TestJoin(t *testing.T) {
	budget := bench.Bounds{Limits: cover.Limits{Updates: 300}}
	divided := []job{{"queens/8", "dlx_index", 100, bench.Bounds{}}}
	two := []job{{"queens/8", "dlx_index", 0, bench.Bounds{}}, {"queens/8", "bitset", 0, bench.Bounds{}}}
	for _, c := range []struct {
		name string
		jobs []job
		// change changes what a task has found, and returns how many workers found it. It is called with
		// search -1 for each after the first.
		change func(search, task int, f *bench.Found) int
		want   func(all []Joined, notes string, err error) bool
	}{
		{"a part is missing", divided,
			func(_, task int, _ *bench.Found) int { return map[bool]int{true: 0, false: 1}[task == 2] },
			func(all []Joined, _ string, err error) bool {
				return err == nil && !all[0].Whole() && len(all[0].Lacking) == 1 && strings.HasPrefix(all[0].Lacking[0], "missing: queens/8 dlx_index, part ")
			}},
		{"levels that do not add up", divided,
			func(_, task int, f *bench.Found) int {
				if task == 0 {
					f.Stats.Updates++
				}
				return 1
			},
			func(all []Joined, notes string, err error) bool {
				return err == nil && slices.Equal(all[0].Lacking, []string{"missing: queens/8 dlx_index, trunk"}) &&
					strings.Contains(notes, "of host0 (worker ): result 1: the levels have") && strings.Contains(notes, "it counts as nothing")
			}},
		{"an answer comes twice", divided,
			func(int, int, *bench.Found) int { return 2 },
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[0].Whole() && all[0].Stats.Nodes == 1199 && len(all[0].Machines) == 1
			}},
		{"two machines disagree", divided,
			func(search, _ int, f *bench.Found) int {
				if search < 0 && len(f.Stats.Levels) > 0 {
					f.Stats.Levels[len(f.Stats.Levels)-1].Updates++
					f.Stats.Updates++
				}
				return 2
			},
			func(_ []Joined, _ string, err error) bool {
				return errors.Is(err, ErrConflict) && strings.Contains(err.Error(), "host0") && strings.Contains(err.Error(), "host1")
			}},
		{"a timeout, and an answer", two[:1],
			func(search, _ int, f *bench.Found) int {
				if f.Stats.Status = cover.Timeout; search < 0 {
					f.Stats.Status = cover.Solved
				}
				return 2
			},
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[0].Stats.Status == cover.Solved && all[0].Machines[0].Host == "host1"
			}},
		{"the first fault of several, and the worst status", divided,
			func(_, task int, f *bench.Found) int {
				if task == 2 || task == 4 {
					f.Fault = fmt.Sprint("fault of task ", task)
					f.Stats.Status = map[int]cover.Status{2: "crash", 4: cover.Timeout}[task]
				}
				return 1
			},
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[0].Fault == "fault of task 2" && all[0].Stats.Status == "crash"
			}},
		{"the sum is not the known count", divided,
			func(_, task int, f *bench.Found) int {
				if task == 1 {
					f.Stats.Solutions++
				}
				return 1
			},
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[0].Stats.Status == "wrong" && all[0].Fault != ""
			}},
		{"solvers disagree", two,
			func(search, _ int, f *bench.Found) int {
				if search == 1 {
					f.Stats.Solutions++
				}
				return 1
			},
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[1].Stats.Status == "disagree" && all[1].Fault != ""
			}},
		{"updates of other classes end a search elsewhere",
			[]job{{"queens/8", "dlx_index", 0, budget}, {"queens/8", "bitset", 0, budget}},
			func(int, int, *bench.Found) int { return 1 },
			func(all []Joined, _ string, err error) bool {
				return err == nil && all[0].Stats.Status == cover.Limit && all[1].Stats.Status == cover.Limit &&
					all[0].Stats.Nodes != all[1].Stats.Nodes && all[0].Fault+all[1].Fault == ""
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := connected(t)
			var searches []Search
			for _, j := range c.jobs {
				searches = append(searches, j.search(t))
			}
			p := submitted(t, s, searches...)
			for k := range searches {
				searches[k].Build = p.Build
			}
			answering(t, s, searches, c.change)
			if all, notes, err := joined(t, s, p); !c.want(all, notes, err) {
				t.Errorf("got %+v, notes %q, %v", all, notes, err)
			}
		})
	}
}

// The time to prepare is that of the slowest part, and the time to search is the sum.
func TestTimesOfParts(t *testing.T) {
	s := connected(t)
	search := job{"queens/8", "dlx_index", 100, bench.Bounds{}}.search(t)
	p := submitted(t, s, search)
	search.Build = p.Build
	answering(t, s, []Search{search}, func(int, int, *bench.Found) int { return 1 })
	must(t, s.Join(t.Context(), p, func(j Joined) error {
		if n := time.Duration(search.tasks()); j.Stats.Setup != n || j.Stats.Search != 10*n || j.Tasks != int(n) {
			t.Errorf("got %d and %d ns for %d tasks, want %d and %d", j.Stats.Setup, j.Stats.Search, j.Tasks, n, 10*n)
		}
		return nil
	}, func(string) {}))
}

// A search that was changed, or has gone, is no search of the plan.
func TestAPlanThatWasChangedIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(ctx context.Context, s *Server, p *Plan, stream jetstream.Stream) error
	}{
		{"changed", func(ctx context.Context, s *Server, p *Plan, _ jetstream.Stream) error {
			return s.store(ctx, "x", "search", p.Searches[0])
		}},
		{"gone", func(ctx context.Context, s *Server, _ *Plan, stream jetstream.Stream) error {
			return stream.Purge(ctx, jetstream.WithPurgeSubject(s.subject("search", ">")))
		}},
	} {
		s := connected(t)
		p := submitted(t, s, job{"queens/4", "naive", 0, bench.Bounds{}}.search(t))
		stream, err := s.js.Stream(t.Context(), s.stream())
		must(t, err)
		must(t, c.change(t.Context(), s, p, stream))
		const want = "was changed on the server"
		if _, _, err := joined(t, s, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", c.name, err, want)
		}
		if _, notes, err := work(t, s, p, "a"); err != nil || !strings.Contains(notes, "is set aside") || !strings.Contains(notes, want) {
			t.Errorf("%s: got %v, %s, want that the task is set aside", c.name, err, notes)
		}
	}
}

// A task at which three processes were killed is set aside, and the others are done. It can be tried
// again.
func TestATaskThatKillsWorkersIsSetAside(t *testing.T) {
	s := connected(t)
	text, _ := problem(t, "queens/4")
	p := submitted(t, s, Search{Solver: "killed", Problems: []bench.Problem{text}}, job{"queens/5", "naive", 0, bench.Bounds{}}.search(t))
	for round := range 2 {
		done, notes, err := work(t, s, p, "a")
		if err != nil || done != 1-round || !strings.Contains(notes, "is set aside: 3 workers died at it; the last one: the worker was killed from outside") {
			t.Errorf("round %d: did %d tasks, %v, notes %q, want the other task done", round, done, err, notes)
		}
		if all, _, err := joined(t, s, p); err != nil || len(all[0].Lacking) != 1 || !strings.HasPrefix(all[0].Lacking[0], "set aside: queens/4 killed: 3 workers died") || !all[1].Whole() {
			t.Errorf("got %+v, %v, want one task set aside", all, err)
		}
		if state, err := s.State(t.Context(), p); err != nil || state != (State{Done: 1, Aside: 1}) {
			t.Errorf("got %+v, %v, want one done and one aside", state, err)
		}
		if n, err := s.Again(t.Context()); n != 1 || err != nil {
			t.Errorf("handed out %d again, %v, want 1", n, err)
		}
		if n, err := s.Again(t.Context()); n != 0 || err != nil {
			t.Errorf("handed out %d again, %v, want none while one waits", n, err)
		}
	}
}

// Workers that take a task and say nothing more have died at it. The last chunk of an answer makes it
// one.
func TestWorkersThatGiveNoSignOfLife(t *testing.T) {
	s := connected(t)
	p := submitted(t, s, job{"queens/4", "naive", 0, bench.Bounds{}}.search(t))
	consumer, err := s.js.Consumer(t.Context(), s.stream(), workers)
	must(t, err)
	for range tries {
		m, err := consumer.Next()
		must(t, err)
		task, _ := s.taskOf(m.Subject())
		torn := s.messages(make([]byte, 3*s.most), "answer", task.String(), "a")
		must(t, s.publish(t.Context(), torn[:2]))
		must(t, m.Nak()) // as at the end of its lease
	}
	done, notes, err := work(t, s, p, "a")
	if err != nil || done != 0 || !strings.Contains(notes, "3 workers died at it; the last one: it gave no sign of life") {
		t.Errorf("did %d tasks, %v, %q, want it set aside", done, err, notes)
	}
	if state, err := s.State(t.Context(), p); err != nil || state != (State{Aside: 1}) {
		t.Errorf("got %+v, %v, want one task aside", state, err)
	}
}

// A worker gives its task back when it is stopped. That is no death.
func TestATaskThatIsGivenBackIsNotSetAside(t *testing.T) {
	s := connected(t)
	text, _ := problem(t, "queens/4")
	p := submitted(t, s, Search{Solver: "slow", Problems: []bench.Problem{text}})
	for range tries + 1 {
		begun := filepath.Join(t.TempDir(), "begun")
		t.Setenv(begunVariable, begun)
		ctx, stop := context.WithCancel(t.Context())
		w := Worker{Server: s, Plan: p, Solvers: testSolvers, Command: []string{os.Args[0]}, Notes: func(n string) { t.Error(n) }}
		ended := make(chan error)
		go func() { _, err := w.Work(ctx); ended <- err }()
		for _, err := os.Stat(begun); err != nil; _, err = os.Stat(begun) {
			time.Sleep(time.Millisecond)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the end of the context", err)
		}
	}
	if state, err := s.State(t.Context(), p); err != nil || state.Aside != 0 {
		t.Errorf("got %+v, %v, want nothing aside", state, err)
	}
}

func TestOtherBuildsAreRefused(t *testing.T) {
	build, err := Build()
	must(t, err)
	needs := []Engine{{Name: "e", Build: "1"}}
	for _, c := range []struct {
		plan Plan
		have []Engine
		want string // "" if the worker may do the plan
	}{
		{Plan{Build: "other"}, nil, "expected the same build"},
		{Plan{Build: build, Engines: needs}, nil, "needs the engine e"},
		{Plan{Build: build, Engines: needs}, []Engine{{Name: "e", Build: "2"}}, "expected the same program"},
		{Plan{Build: build, Engines: needs}, needs, ""},
	} {
		if err := c.plan.Check(c.have); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.have, err, c.want)
		}
	}
	s := connected(t)
	search := job{"queens/4", "naive", 0, bench.Bounds{}}.search(t)
	submitted := submitted(t, s, search)
	submitted.Build = "other"
	if _, notes, err := work(t, s, submitted, "a"); err != nil || !strings.Contains(notes, "expected build other") {
		t.Errorf("got %v, %q, want the task set aside", err, notes)
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
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	gone := l.Addr().String()
	l.Close()
	with := outside(t, func(o *server.Options) { o.Authorization = "right" })
	for want, err := range map[string]error{
		"expected a NATS server":        connect("nats://secret@"+gone, "p"),
		"Authorization Violation":       connect(strings.Replace(with, "://", "://secret@", 1), "p"),
		"it has no JetStream":           connect(outside(t, func(o *server.Options) { o.JetStream = false }), "p"),
		"has no plan p":                 connect(outside(t, func(*server.Options) {}), "p"),
		"no name of a plan":             connect(with, "a.b"),
		"expected a server with a max_": connect(outside(t, func(o *server.Options) { o.MaxPayload = 1500 }), "p"),
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
	p := submitted(t, s, job{"queens/4", "naive", 0, bench.Bounds{}}.search(t), job{"queens/5", "naive", 0, bench.Bounds{}}.search(t))
	stream, err := s.js.Stream(t.Context(), s.stream())
	must(t, err)
	used := int64(stream.CachedInfo().State.Bytes)
	for _, more := range []int64{1, -1 - used} { // no answer, room for all
		c := stream.CachedInfo().Config
		c.MaxBytes, c.Discard = used+more, jetstream.DiscardNew
		_, err := s.js.UpdateStream(t.Context(), c)
		must(t, err)
		if _, _, err := work(t, s, p, "a"); (err == nil) != (more < 0) || err != nil && !strings.Contains(err.Error(), "maximum bytes exceeded") {
			t.Errorf("%d bytes left: got %v, want an error unless there is room", more, err)
		}
	}
	if all, _, err := joined(t, s, p); err != nil || len(all) != 2 || !all[0].Whole() || !all[1].Whole() {
		t.Errorf("got %+v, %v, want both searches", all, err)
	}
}

// A plan that was not finished is replaced, and one that was is not.
func TestAPlanIsSubmittedOnce(t *testing.T) {
	s := connected(t)
	stopped := errors.New("stopped")
	err := s.Submit(t.Context(), &Plan{Lease: time.Minute}, 1, func(add func(Search) error) error {
		return cmp.Or(add(job{"queens/5", "naive", 0, bench.Bounds{}}.search(t)), stopped)
	})
	if err != stopped {
		t.Fatal(err)
	}
	search := job{"queens/4", "naive", 0, bench.Bounds{}}.search(t)
	p := submitted(t, s, search, search) // twice, as a solver and by the choice of auto
	if all, _, err := joined(t, s, p); err != nil || len(all) != 1 || p.Tasks != 1 {
		t.Errorf("got %+v, %v, want the second submission only", all, err)
	}
	if err := s.Submit(t.Context(), &Plan{Lease: time.Minute}, 1, adding(nil)); err != ErrPlanned {
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
	e, err := Embed(dir, "127.0.0.1:0")
	must(t, err)
	if _, err := Embed(dir, ""); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("got %v, want that the folder is in use", err)
	}
	if _, err := Embed(t.TempDir(), e.address); err == nil || !strings.Contains(err.Error(), "expected a free address") {
		t.Errorf("got %v, want that the address is taken", err)
	}
	s, err := Connect(Options{Plan: "p", URL: e.URL()})
	must(t, err)
	submitted(t, s, job{"queens/4", "naive", 0, bench.Bounds{}}.search(t))
	must(t, s.Close())
	token := e.token
	must(t, e.Close())
	if e, err = Embed(dir, "127.0.0.1:0"); err != nil || e.token != token || len(token) < 20 {
		t.Errorf("got the token %q, %v, want %q", e.token, err, token)
	}
	s, err = Connect(Options{Plan: "p", Embedded: e})
	must(t, err)
	if p, err := s.Plan(t.Context()); err != nil || p.Tasks != 1 {
		t.Errorf("got %+v, %v, want the plan", p, err)
	}
	must(t, s.Close())
	must(t, e.Close())
}
