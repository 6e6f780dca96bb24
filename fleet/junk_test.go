package fleet

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
)

func TestAFileCutAtAnyByteLosesNothing(t *testing.T) {
	jobs := []job{{"queens/4", "naive", 0, Limits{}}, {"queens/5", "naive", 0, Limits{}}, {"queens/6", "bitset", 0, Limits{}}}
	f := planned(t, 3, time.Minute, jobs...)
	work(t, f, "a")
	path := f.attemptPath(1, 1)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := range text {
		if size%9 > 1 && os.Getenv("XCBENCH_LONG") == "" {
			continue
		}
		must(t, os.WriteFile(path, text[:size], 0o666))
		if size%2 == 0 { // otherwise the lease ends
			a, err := reopen(path)
			must(t, err)
			must(t, a.close(End{"killed", true}))
		}
		f.head.Lease = time.Nanosecond
		done := work(t, f, "b")
		kept := 0
		for line := range bytes.Lines(text[:size]) {
			if bytes.HasPrefix(line, []byte(`{"result"`)) && bytes.HasSuffix(line, []byte("\n")) {
				kept++
			}
		}
		if done != 3-kept {
			t.Errorf("cut at %d: the second worker did %d tasks, want %d", size, done, 3-kept)
		}
		wantWhole(t, f, jobs)
		if _, notes := joined(t, f); len(notes) > 0 {
			t.Errorf("cut at %d: got notes %q, want none of a torn line", size, notes)
		}
		os.Remove(f.attemptPath(1, 2)) // there is none if all results were kept
		if err := os.Remove(f.attemptPath(1, 3)); err == nil {
			t.Errorf("cut at %d: a third attempt", size)
		}
	}
}

func TestJunkCountsAsNothing(t *testing.T) {
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}}, job{"queens/5", "naive", 0, Limits{}})
	tasks, err := f.tasks(2)
	must(t, err)
	foreign, err := json.Marshal(line{Result: &Result{Task: tasks[0].Name, Stats: cover.Stats{Status: cover.Solved}}})
	must(t, err)
	for _, name := range []string{"00001.jsonl", "00001.0.jsonl", "1.1.jsonl", "00001.1.jsonl~", "00009.1.jsonl", ".nfs0001", "00001.01.jsonl"} {
		must(t, os.WriteFile(filepath.Join(f.path, workDir, name), append(foreign, '\n'), 0o666))
	}
	must(t, os.WriteFile(filepath.Join(f.path, packsDir, "00001 (copy).jsonl"), nil, 0o666))
	junk := "\x00\x00\x00\nno JSON\n{}\n{\"result\":{\"task\":\"none\"}}\n{\"aside\":{\"task\":\"none\"}}\n" + string(foreign) + "\n{\"end\":{\"reason\":\"x\"}}\n"
	must(t, os.WriteFile(f.attemptPath(1, 1), []byte(junk), 0o666))
	work(t, f, "a")
	wantWhole(t, f, []job{{"queens/4", "naive", 0, Limits{}}, {"queens/5", "naive", 0, Limits{}}})
	if _, notes := joined(t, f); len(notes) != 7+6 {
		t.Errorf("got %d notes, want one for each of 7 files and 6 lines: %q", len(notes), notes)
	}
}

func TestAChangedPlanIsRefused(t *testing.T) {
	for name, change := range map[string]func(f *Folder){
		"a task":         func(f *Folder) { edit(t, f.packPath(2), `"from":`, `"from":1`) },
		"another build":  func(f *Folder) { edit(t, f.packPath(2), `"build":"`, `"build":"x`) },
		"half a line":    func(f *Folder) { must(t, os.Truncate(f.packPath(2), 40)) },
		"an empty pack":  func(f *Folder) { must(t, os.Truncate(f.packPath(2), 0)) },
		"no pack":        func(f *Folder) { must(t, os.Remove(f.packPath(2))) },
		"a pack twice":   func(f *Folder) { must(t, os.Rename(f.packPath(3), f.packPath(2))); f.head.Packs-- },
		"no trunk":       func(f *Folder) { must(t, os.Rename(f.packPath(2), f.packPath(1))) },
		"the last pack":  func(f *Folder) { f.head.Packs-- },
		"the last part":  func(f *Folder) { f.head.Packs--; f.head.Tasks-- },
		"another search": func(f *Folder) { f.head.Tasks++ },
		"the problem":    func(f *Folder) { edit(t, filepath.Join(f.path, problemsFile), "r1", "r0") },
		"no problem":     func(f *Folder) { must(t, os.Truncate(filepath.Join(f.path, problemsFile), 10)) },
	} {
		f := planned(t, 1, time.Minute, job{"queens/5", "dlx_index", 5, Limits{}})
		work(t, f, "a")
		change(f)
		if _, _, err := join(f); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	f := planned(t, 1, time.Minute, job{"queens/4", "naive", 0, Limits{}})
	f.head.Build = "other"
	if err := f.CheckBuild(); err == nil || !strings.Contains(err.Error(), "build other") {
		t.Errorf("got %v, want an error that names the build of the plan", err)
	}
	for text, want := range map[string]string{"{}": "not the head", `{"format":2,"packs":1,"lease_ns":1}`: "format 2", "x": "not the head"} {
		must(t, os.WriteFile(filepath.Join(f.path, headFile), []byte(text), 0o666))
		if _, err := Open(f.path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a head %s: got %v, want %s", text, err, want)
		}
	}
	must(t, os.Remove(filepath.Join(f.path, headFile)))
	if _, err := Open(f.path); err == nil || !strings.Contains(err.Error(), "never finished") {
		t.Errorf("no head: got %v, want that the plan was never finished", err)
	}
	if _, err := Create(f.path, 1, time.Minute); err == nil {
		t.Error("a plan in a folder that is not empty: got no error")
	}
}

func edit(t *testing.T, path, from, to string) {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Contains(text, []byte(from)) {
		t.Fatalf("%s has no %s", path, from)
	}
	must(t, os.WriteFile(path, bytes.Replace(text, []byte(from), []byte(to), 1), 0o666))
}

func TestAFullDiskLeavesNoHalfLine(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	a := &attempt{file: full}
	if err := a.write(line{End: &End{}}); err == nil || a.size != 0 {
		t.Errorf("got %v and a size of %d, want an error and 0", err, a.size)
	}
}
