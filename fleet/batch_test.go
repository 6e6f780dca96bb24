package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/internal/zst"
)

// batched makes a folder with a task for each solver on all instances, or on each of them.
func batched(t *testing.T, batch bool, limits Limits, solvers []string, instances ...corpus.Instance) *Folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "jobs")
	p, err := Create(dir, 0, time.Minute)
	must(t, err)
	whole := func(placed Placed, err error) {
		must(t, err)
		for _, s := range solvers {
			must(t, p.Whole(placed, s, limits))
		}
	}
	var all []bench.Problem
	for _, in := range instances {
		problem, err := bench.ProblemOf(&in)
		must(t, err)
		if all = append(all, problem); !batch {
			whole(p.Add(in))
		}
	}
	if batch {
		whole(p.AddBatch(all))
	}
	must(t, p.Close())
	return opened(t, dir)
}

func instances(t *testing.T, ids ...string) (all []corpus.Instance) {
	t.Helper()
	for _, id := range ids {
		in, err := corpus.Find(id)
		must(t, err)
		all = append(all, in)
	}
	return all
}

// A batch that is not done is one search that is not whole.
func TestABatchWithoutAResultIsMissingAsAWhole(t *testing.T) {
	f := batched(t, true, Limits{}, []string{"naive"}, instances(t, "queens/4", "queens/5", "queens/6")...)
	all, _ := joined(t, f)
	if len(all) != 1 || all[0].Whole() || len(all[0].Missing) != 1 || all[0].InstanceID != "queens/4 and 2 more" {
		t.Errorf("got %+v, want one missing task", all)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if done, err := workOn(ctx, f, f.Queue(machine("a"), "", func(string) {})); done != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %d, %v, want nothing done", done, err)
	}
}

// edited changes the results of the batch in the only attempt.
func edited(t *testing.T, f *Folder, change func([]bench.Found) []bench.Found) {
	t.Helper()
	path := f.attemptPath(1, 1)
	text, err := os.ReadFile(path)
	must(t, err)
	var out []byte
	for text := range bytes.Lines(text) {
		var l line
		must(t, json.Unmarshal(text, &l))
		if l.Result != nil {
			all, err := unpackBatch(l.Result.Batch, -1)
			must(t, err)
			text, err := json.Marshal(change(all))
			must(t, err)
			l.Result.Batch, err = zst.Pack(text)
			must(t, err)
		}
		text, err := json.Marshal(l)
		must(t, err)
		out = append(append(out, text...), '\n')
	}
	must(t, os.WriteFile(path, out, 0o666))
}

func TestResultsOfABatchThatDifferNameBothMachines(t *testing.T) {
	for name, change := range map[string]func([]bench.Found) []bench.Found{
		"nodes":  func(all []bench.Found) []bench.Found { all[1].Stats.Nodes++; return all },
		"levels": func(all []bench.Found) []bench.Found { all[2].Levels[0].Nodes++; return all },
		"fewer":  func(all []bench.Found) []bench.Found { return all[:2] },
		"times":  func(all []bench.Found) []bench.Found { all[1].Stats.Search++; return all },
	} {
		f := batched(t, true, Limits{}, []string{"naive"}, instances(t, "queens/4", "queens/5", "queens/6")...)
		work(t, f, "a")
		text, err := os.ReadFile(f.attemptPath(1, 1))
		must(t, err)
		edited(t, f, change)
		must(t, os.WriteFile(f.attemptPath(1, 2), bytes.ReplaceAll(text, []byte(`"a"`), []byte(`"b"`)), 0o666))
		_, _, err = join(f)
		conflict, differs := errors.AsType[*ConflictError](err)
		if differs != (name != "times") || differs && !strings.Contains(conflict.Error(), "b (worker b) found 16 solutions") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Junk in place of the results is an error, also if it stands for far more than results can be.
func TestResultsOfABatchThatCannotBeReadAreAnError(t *testing.T) {
	junk := [][]byte{nil, []byte("x")}
	if os.Getenv("XCBENCH_LONG") != "" { // a bomb takes a second to make
		bomb, err := zst.Pack(make([]byte, mostBatchBytes+1))
		must(t, err)
		junk = append(junk, bomb)
	}
	for _, packed := range junk {
		if _, err := unpackBatch(packed, 3); err == nil {
			t.Errorf("%d bytes: got results, want an error", len(packed))
		}
	}
	for want, change := range map[string]func([]bench.Found) []bench.Found{
		"2 results, expected 3":              func(all []bench.Found) []bench.Found { return all[:2] },
		"result 2: the levels have 52 nodes": func(all []bench.Found) []bench.Found { all[1].Stats.Nodes++; return all },
	} {
		f := batched(t, true, Limits{}, []string{"naive"}, instances(t, "queens/4", "queens/5", "queens/6")...)
		work(t, f, "a")
		edited(t, f, change)
		if _, _, err := join(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestPacksGrowWithThePlan(t *testing.T) {
	p, err := Create(filepath.Join(t.TempDir(), "jobs"), 0, time.Minute)
	must(t, err)
	placed, err := p.Add(instances(t, "queens/4")[0])
	must(t, err)
	for k := range 1000 {
		must(t, p.Whole(placed, "naive", Limits{Limits: cover.Limits{Nodes: int64(k + 1)}}))
	}
	must(t, p.Close())
	f := opened(t, p.folder.path)
	if f.Tasks() != 1000 || f.head.Packs < 300 || f.head.Packs > 700 {
		t.Errorf("got %d tasks in %d packs, want 1,000 in 300 to 700", f.Tasks(), f.head.Packs)
	}
	sum := 0
	for pack := range f.head.Packs {
		tasks, err := f.tasks(pack + 1)
		must(t, err)
		sum += len(tasks)
	}
	if sum != 1000 {
		t.Errorf("got %d tasks in the packs, want 1,000", sum)
	}
}
