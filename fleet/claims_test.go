package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTheTimeOfADividedSearchIsTheSumOverItsParts(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/6", "naive", 20, Limits{}})
	work(t, f, "a")
	paths, err := filepath.Glob(filepath.Join(f.Path(), "work", "*"))
	must(t, err)
	var sum time.Duration
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(t, err)
		for line := range bytes.Lines(text) {
			var l struct{ Result Result }
			must(t, json.Unmarshal(line, &l))
			sum += l.Result.Stats.Search
		}
	}
	var got Search
	must(t, f.Join(func(s Search) error { got = s; return nil }, nil))
	if got.Stats.Search != sum || got.Tasks < 3 {
		t.Errorf("%d tasks: got %v, want the sum %v", got.Tasks, got.Stats.Search, sum)
	}
}

// Neither of two failures is an answer. The first one is told.
func TestASecondFailureDoesNotReplaceTheFirst(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/6", "naive", 0, Limits{}})
	text, err := f.PackText(1)
	must(t, err)
	var task Task
	must(t, json.Unmarshal(text, &task))
	for n, status := range []string{"crash", "timeout"} {
		attempt := fmt.Sprintf(`{"machine":{"host":"h%d"}}
{"result":{"task":%q,"stats":{"Status":%q},"fault":"%s %d"}}
{"end":{"reason":""}}
`, n, task.Name, status, status, n)
		must(t, os.WriteFile(filepath.Join(f.Path(), "work", fmt.Sprintf("00001.%d.jsonl", n+1)), []byte(attempt), 0o666))
	}
	all, _ := joined(t, f)
	if s := all[0]; s.Status() != "crash" || s.Fault != "crash 0" || s.Machines[0].Host != "h0" {
		t.Errorf("got %s, %q of %v, want the crash of the first machine", s.Status(), s.Fault, s.Machines)
	}
}

// source has one pack, and stores so many lines. It is the loan too.
type source struct {
	folder *Folder
	room   int
	given  bool
	lines  []byte
	done   bool // the pack left the queue
}

var errNoRoom = errors.New("no room")

func (s *source) Next(context.Context) (Loan, error) {
	if s.given {
		return nil, nil
	}
	s.given = true
	return s, nil
}

func (s *source) Pack() string                              { return "pack 1" }
func (s *source) Earlier(context.Context) ([][]byte, error) { return nil, nil }
func (s *source) KeepAlive() error                          { return nil }
func (s *source) Idle(context.Context) int                  { return 0 }
func (s *source) Close() error                              { return nil }

func (s *source) Tasks() []byte {
	text, err := s.folder.PackText(1)
	if err != nil {
		panic(err)
	}
	return text
}

func (s *source) Problem(context.Context, string) (p Problem, err error) {
	err = s.folder.Problems(1, func(one Problem) error { p = one; return nil })
	return p, err
}

func (s *source) Append(_ context.Context, line []byte, _ *Label) error {
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
	f := planned(t, 1, time.Minute, job{"queens/6", "naive", 0, Limits{}})
	for room := range 4 {
		s := &source{folder: f, room: room}
		_, err := workOn(t.Context(), f, NewQueue(s, machine("a"), f.Build(), f.Lease(), nil))
		if failed := errors.Is(err, errNoRoom); failed != (room < 3) {
			t.Errorf("line %d: got %v", room+1, err)
		}
		if result := bytes.Contains(s.lines, []byte(`{"result":`)); s.done && !result || room == 3 && !s.done {
			t.Errorf("line %d cannot be stored: the pack left the queue: %v, with the lines\n%s", room+1, s.done, s.lines)
		}
	}
}
