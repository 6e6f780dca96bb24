package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func near(got time.Duration, want, tolerance float64) bool {
	return math.Abs(got.Seconds()-want) <= tolerance*want
}

func TestTheModelHasItsThreeLimits(t *testing.T) {
	equal := []float64{1}
	for _, c := range []struct {
		name    string
		m       model
		workers int
		mean    time.Duration
		want    float64
	}{
		{"workers", model{1000 * time.Second, 1e9, 0, equal}, 10, time.Second, 100},
		{"the wait of each task", model{1000 * time.Second, 1e9, time.Second, equal}, 10, time.Second, 200},
		{"the queue", model{1000 * time.Second, 100, 0, equal}, 1000, 10 * time.Millisecond, 1000},
		{"the largest task", model{100 * time.Second, 1e9, 0, equal}, 1000, 10 * time.Second, 10},
	} {
		if got := c.m.simulate(c.workers, c.mean); !near(got, c.want, 0.01) {
			t.Errorf("limited by %s: got %v, want %v s", c.name, got, c.want)
		}
	}
	uneven := model{1000 * time.Second, 1e9, 0, []float64{0.1, 1.9}}
	if got := uneven.simulate(100, 5*time.Second).Seconds(); got < 11 || got > 20 {
		t.Errorf("uneven sizes: got %v s, want some more than 10 s", got)
	}
}

func TestSizesAreReadFromResults(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o777); err != nil {
		t.Fatal(err)
	}
	text := `{"machine":{"host":"a"}}` + "\n\n" + `{"result":{"task":"x","stats":{"Search":3000}}}` + "\n" +
		`{"result":{"task":"y","stats":{"Search":1000}}}` + "\n" + `{"end":{}}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "work", "00001.1.jsonl"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := sizesOf(dir)
	if err != nil || len(got) != 2 || got[0] != 1.5 || got[1] != 0.5 {
		t.Errorf("got %v, %v, want 1.5 and 0.5", got, err)
	}
	if _, err := sizesOf(t.TempDir()); err == nil {
		t.Error("a folder without results: got no error")
	}
}
