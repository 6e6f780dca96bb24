package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
)

func TestAFileCutAtAnyByteLosesNothing(t *testing.T) {
	jobs := []Job{job("queens/4", "naive"), job("queens/5", "naive"), job("queens/6", "bitset")}
	f := Plan(t, 3, time.Nanosecond, jobs...)
	work(t, f, "a")
	text, err := os.ReadFile(path(f, 1, 1))
	Must(t, err)
	for size := range text {
		// Without all of them, the ends of lines and some bytes of each.
		if os.Getenv("XCBENCH_LONG") == "" && size%75 > 0 && !bytes.Contains(text[max(0, size-1):size+1], []byte("\n")) {
			continue
		}
		Must(t, os.WriteFile(path(f, 1, 1), text[:size], 0o666))
		done, kept := work(t, f, "b"), 0
		for line := range bytes.Lines(text[:size]) {
			if bytes.HasPrefix(line, []byte(`{"result"`)) && bytes.HasSuffix(line, []byte("\n")) {
				kept++
			}
		}
		if done != 3-kept {
			t.Errorf("cut at %d: the second worker did %d tasks, want %d", size, done, 3-kept)
		}
		Whole(t, f, jobs...)
		if _, notes := joined(t, f); len(notes) > 0 {
			t.Errorf("cut at %d: got notes %q, want none of a torn line", size, notes)
		}
		os.Remove(path(f, 1, 2)) // there is none if all results were kept
		if err := os.Remove(path(f, 1, 3)); err == nil {
			t.Errorf("cut at %d: a third attempt", size)
		}
	}
}

func TestJunkCountsAsNothing(t *testing.T) {
	jobs := []Job{job("queens/4", "naive"), job("queens/5", "naive")}
	f := Plan(t, 1, minute, jobs...)
	foreign, err := json.Marshal(line{Result: &fleet.Result{Task: tasks(t, f, 2)[0].Name, Stats: cover.Stats{Status: cover.Solved}}})
	Must(t, err)
	for _, name := range []string{"00001.jsonl", "00001.0.jsonl", "1.1.jsonl", "00001.1.jsonl~", "00009.1.jsonl", ".nfs0001", "00001.01.jsonl"} {
		Must(t, os.WriteFile(filepath.Join(f.Path(), "work", name), append(foreign, '\n'), 0o666))
	}
	Must(t, os.WriteFile(filepath.Join(f.Path(), "packs", "00001 (copy).jsonl"), nil, 0o666))
	junk := "\x00\x00\x00\nno JSON\n{}\n{\"result\":{\"task\":\"none\"}}\n{\"aside\":{\"task\":\"none\"}}\n" + string(foreign) + "\n{\"end\":{\"reason\":\"x\"}}\n"
	Must(t, os.WriteFile(path(f, 1, 1), []byte(junk), 0o666))
	work(t, f, "a")
	Whole(t, f, jobs...)
	if _, notes := joined(t, f); len(notes) != 7+6 {
		t.Errorf("got %d notes, want one for each of 7 files and 6 lines: %q", len(notes), notes)
	}
}

// The files of a machine whose clock is wrong have times in the far past or future. Only signs of
// life decide. A worker that was thought dead may not be: both store their result.
func TestATaskIsLeftToAWorkerThatGivesSignsOfLife(t *testing.T) {
	for _, wrong := range []time.Time{time.Unix(1, 0), time.Now().AddDate(90, 0, 0)} {
		synctest.Test(t, func(t *testing.T) { // a worker on a busy machine may seem to be silent
			const lease = 150 * time.Millisecond
			f := Plan(t, 1, lease, job("queens/4", "naive"))
			slow, other := f.Queue(Machine("slow"), "", nil), f.Queue(Machine("other"), "", nil)
			c, err := slow.Take(t.Context())
			Must(t, err)
			alive, cancel := context.WithTimeout(t.Context(), 3*lease)
			defer cancel()
			go func() {
				for ; alive.Err() == nil; time.Sleep(lease / 2) {
					c.KeepAlive()
					os.Chtimes(path(f, 1, 1), wrong, wrong)
				}
			}()
			if got, err := other.Take(alive); got != nil || !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("%v: got %v, %v, want to wait for the worker that lives", wrong, got, err)
			}
			began := time.Now()
			got, err := other.Take(t.Context())
			if got == nil || err != nil || time.Since(began) < lease/2 {
				t.Fatalf("%v: got %v, %v after %v, want the task of the dead worker, at the end of its lease", wrong, got, err, time.Since(began))
			}
			r := Answer(t, c)
			Must(t, errors.Join(c.Done(r), slow.Close(), got.Done(r), other.Close()))
			Whole(t, f, job("queens/4", "naive"))
		})
	}
}

// A searching worker gives signs of life until it has the result.
func TestAWorkerIsAliveWhileItSearches(t *testing.T) {
	f := Plan(t, 1, 400*time.Millisecond, Job{ID: "queens/6", Solver: "hangs", Limits: fleet.Limits{Timeout: 300 * time.Millisecond}})
	work(t, f, "a") // it is killed some time after its timeout
	text, err := os.ReadFile(path(f, 1, 1))
	if signs := strings.Count(string(text), "\n\n"); err != nil || signs < 1 {
		t.Errorf("got %v and no sign of life in\n%s", err, text)
	}
	if all, _ := joined(t, f); all[0].Status() != cover.Timeout {
		t.Errorf("got %+v, want a timeout", all[0])
	}
}

func TestATaskThatKillsThreeWorkersIsSetAside(t *testing.T) {
	f := Plan(t, 3, minute, job("queens/4", "naive"), job("queens/5", "dies"), job("queens/6", "naive"))
	if done := work(t, f, "a"); done != 2 {
		t.Errorf("did %d tasks, want the others", done)
	}
	all, _ := joined(t, f)
	if all[0].Status() != cover.Solved || all[2].Status() != cover.Solved || len(all[1].Aside) != 1 ||
		all[1].Aside[0].Reason != "3 workers died at it; the last one: the worker was killed from outside (signal: killed)" {
		t.Fatalf("got %+v, want the second search set aside with its reason", all)
	}
	s, err := f.Status()
	if err != nil || s.Done != 2 || len(s.Aside) != 1 {
		t.Errorf("got %+v, %v, want 2 done and 1 set aside", s, err)
	}
	if _, err := os.Stat(path(f, 1, 5)); err == nil {
		t.Error("got five attempts, want three at which a worker died, and the one that set the task aside")
	}
	name := all[1].Aside[0].Task
	for range 2 { // by its name, it is tried as often each time
		done, err := workOn(t.Context(), f, f.Queue(Machine("b"), name, nil))
		if want := "task " + name + " (queens/5 dies) has no result: 3 workers died at it; the last one: the worker was killed from outside"; done != 0 ||
			err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the task by its name: did %d, %v, want %s", done, err, want)
		}
	}
}

func TestWorkersThatVanishSetATaskAsideToo(t *testing.T) {
	f := Plan(t, 1, time.Nanosecond, job("queens/4", "naive"))
	for range 3 {
		if c, err := f.Queue(Machine("a"), "", nil).Take(t.Context()); c == nil || err != nil {
			t.Fatal(c, err)
		}
	}
	if done := work(t, f, "b"); done != 0 {
		t.Errorf("the next worker did %d tasks, want none", done)
	}
	if all, _ := joined(t, f); len(all[0].Aside) != 1 || !strings.Contains(all[0].Aside[0].Reason, "no sign of life") {
		t.Errorf("got %+v, want the task set aside with its reason", all)
	}
}

func TestAnInterruptedTaskIsGivenBackWithoutBlame(t *testing.T) {
	f := Plan(t, 1, minute, job("queens/13", "naive"), job("queens/4", "naive"))
	for n := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for _, err := os.Stat(path(f, 1, n+1)); err != nil; _, err = os.Stat(path(f, 1, n+1)) {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if _, err := workOn(ctx, f, f.Queue(Machine("a"), "", nil)); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want the end of the context", err)
		}
	}
	if s, err := f.Status(); err != nil || len(s.Running)+len(s.Aside)+s.Done > 0 {
		t.Errorf("got %+v, %v, want two open tasks", s, err)
	}
	if c, err := f.Queue(Machine("b"), "", nil).Take(t.Context()); err != nil || c.Task().InstanceID != "queens/13" {
		t.Errorf("got %v, %v, want the task that was interrupted four times", c, err)
	}
}

// source has one pack, and stores so many lines. It is the loan too.
type source struct {
	folder  *fleet.Folder
	earlier [][]byte // what others wrote
	room    int
	given   bool
	lines   []byte
	signs   int
	done    bool // the pack left the queue
}

var errNoRoom = errors.New("no room")

func (s *source) Next(context.Context) (fleet.Loan, error) {
	if s.given {
		return nil, nil
	}
	s.given = true
	return s, nil
}

func (s *source) Pack() string                              { return "pack 1" }
func (s *source) Earlier(context.Context) ([][]byte, error) { return s.earlier, nil }
func (s *source) KeepAlive() error                          { s.signs++; return nil }
func (s *source) Idle(context.Context) int                  { return 0 }
func (s *source) Close() error                              { return nil }

func (s *source) Tasks() []byte {
	text, err := s.folder.PackText(1)
	if err != nil {
		panic(err)
	}
	return text
}

func (s *source) Problem(_ context.Context, hash string) (found fleet.Problem, err error) {
	err = s.folder.Problems(1, func(one fleet.Problem) error {
		if one.Hash == hash {
			found = one
		}
		return nil
	})
	return found, err
}

func (s *source) Append(_ context.Context, line []byte, _ *fleet.Label) error {
	if s.room--; s.room == -1 { // there is room again afterwards
		return errNoRoom
	}
	s.lines = append(s.lines, line...)
	return nil
}

func (s *source) Settle(_ context.Context, done bool) error   { s.done = done; return nil }
func (s *source) Reject(context.Context, string) error        { return nil }
func (s *source) Share(context.Context, string, []byte) error { return nil }

// One line of the attempt cannot be stored, whichever it is: the pack leaves the queue with its
// result, or not at all.
func TestAPackLeavesTheQueueWithItsResultOnly(t *testing.T) {
	f := Plan(t, 1, minute, job("queens/6", "naive"))
	for room := range 4 {
		s := &source{folder: f, room: room}
		_, err := workOn(t.Context(), f, fleet.NewQueue(s, Machine("a"), f.Build(), f.Lease(), nil))
		if failed := errors.Is(err, errNoRoom); failed != (room < 3) {
			t.Errorf("line %d: got %v", room+1, err)
		}
		if result := bytes.Contains(s.lines, []byte(`{"result":`)); s.done && !result || room == 3 && !s.done {
			t.Errorf("line %d cannot be stored: the pack left the queue: %v, with the lines\n%s", room+1, s.done, s.lines)
		}
	}
}

// What all earlier attempts wrote counts. A worker does the rest, and gives signs of life between
// tasks that are shorter than a lease.
func TestAPackOfASourceIsContinued(t *testing.T) {
	f := Plan(t, 3, minute, job("queens/4", "naive"), job("queens/5", "naive"), job("queens/6", "naive"))
	whole := &source{folder: f, room: 10}
	done, err := workOn(t.Context(), f, fleet.NewQueue(whole, Machine("a"), f.Build(), time.Nanosecond, nil))
	if done != 3 || err != nil || whole.signs < 3 {
		t.Fatalf("did %d tasks with %d signs of life, %v, want 3 with a sign at each", done, whole.signs, err)
	}
	lines := slices.Collect(bytes.Lines(whole.lines))
	next := &source{folder: f, room: 10, earlier: [][]byte{lines[1], lines[3]}}
	if done, err := workOn(t.Context(), f, fleet.NewQueue(next, Machine("b"), f.Build(), minute, nil)); done != 1 || err != nil || !next.done ||
		!bytes.Contains(next.lines, []byte(tasks(t, f, 1)[1].Name)) || next.signs > 0 {
		t.Errorf("did %d tasks, %v, with the lines\n%s\nwant the second task", done, err, next.lines)
	}
}
