package fleet

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
)

func TestATaskIsLeftToAWorkerThatGivesSignsOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a worker on a busy machine may seem to be silent
		const lease = 150 * time.Millisecond
		f := planned(t, 1, lease, job{"queens/4", "naive", 0, Limits{}})
		slow := f.Queue(machine("slow"), "", nil)
		c, err := slow.Take(t.Context())
		must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 3*lease)
		defer cancel()
		go func() {
			for ctx.Err() == nil {
				c.KeepAlive()
				time.Sleep(lease / 2)
			}
		}()
		other := f.Queue(machine("other"), "", nil)
		if got, err := other.Take(ctx); got != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, %v, want to wait for the worker that lives", got, err)
		}
		got, err := other.Take(t.Context()) // its signs have ended
		if got == nil || err != nil {
			t.Fatalf("got %v, %v, want the task of the dead worker", got, err)
		}
		// The worker was not dead after all. Both store their result.
		r := answer(t, c)
		must(t, errors.Join(c.Done(r), slow.Close(), got.Done(r), other.Close()))
		wantWhole(t, f, []job{{"queens/4", "naive", 0, Limits{}}})
	})
}

func TestATaskThatKillsThreeWorkersIsSetAside(t *testing.T) {
	f := planned(t, 3, time.Minute, job{"queens/4", "naive", 0, Limits{}}, job{"queens/5", "dies", 0, Limits{}},
		job{"queens/6", "naive", 0, Limits{}})
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
	if c, err := f.Queue(machine("d"), all[1].Aside[0].Task, nil).Take(t.Context()); c == nil || err != nil {
		t.Errorf("the task by its name: got %v, %v, want it", c, err)
	}
}

func TestWorkersThatVanishSetATaskAsideToo(t *testing.T) {
	f := planned(t, 1, time.Nanosecond, job{"queens/4", "naive", 0, Limits{}})
	for range tries {
		if c, err := f.Queue(machine("a"), "", nil).Take(context.Background()); c == nil || err != nil {
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
	f := planned(t, 1, time.Minute, job{"queens/13", "naive", 0, Limits{}}, job{"queens/4", "naive", 0, Limits{}})
	for n := range tries + 1 {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			for _, err := os.Stat(f.attemptPath(1, n+1)); err != nil; _, err = os.Stat(f.attemptPath(1, n+1)) {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		_, err := workOn(ctx, f, f.Queue(machine("a"), "", nil))
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want the end of the context", err)
		}
	}
	s, err := f.state(1, tries+1)
	must(t, err)
	if s.running || len(s.open()) != 1 || len(s.died)+len(s.aside) > 0 {
		t.Errorf("got %+v, want an open task at which nobody died", s)
	}
}
