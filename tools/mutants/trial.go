package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// trial finds the tests that pass without a mutant, and what each of them reaches.
func (b *binary) trial(processes int) error {
	names, err := b.names()
	if err != nil {
		return err
	}
	inParallel(len(names), processes, func(k int) {
		t, passed, out := b.measure(names[k])
		b.mu.Lock()
		defer b.mu.Unlock()
		if passed {
			b.tests = append(b.tests, &t)
		} else {
			b.failing = append(b.failing, names[k]+": "+out)
		}
	})
	if err := b.ctx.Err(); err != nil {
		return err
	}
	slices.SortFunc(b.tests, func(x, y *test) int { return cmp.Compare(x.cpu, y.cpu) })
	return nil
}

// killed reports whether a test fails with the mutant. The tests run in batches that take about as
// long as all before them.
func (b *binary) killed(id int) bool {
	rest := b.order(id)
	before := 50 * time.Millisecond
	for len(rest) > 0 && b.ctx.Err() == nil {
		n, batch := 1, rest[0].took
		for n < len(rest) && batch.cpu+rest[n].cpu < before {
			batch.cpu += rest[n].cpu
			batch.wall += rest[n].wall
			n++
		}
		before += batch.cpu
		l := took{cpu: 500*time.Millisecond + 4*batch.cpu, wall: 15*time.Second + 10*batch.wall}
		passed, _, out := b.run(only(rest[:n]), l, fmt.Sprint("MUTANTS_ID=", id))
		b.learn(rest[:n], out)
		if !passed {
			return true
		}
		rest = rest[n:]
	}
	return false
}

// order returns the tests in which the mutant makes a difference. Short tests come first, and those
// that killed many mutants so far.
func (b *binary) order(id int) []*test {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []*test
	for _, t := range b.tests {
		if t.hits[id] != 0 {
			all = append(all, t)
		}
	}
	price := func(t *test) float64 { return t.cpu.Seconds() * float64(t.tried+2) / float64(t.killed+1) }
	slices.SortStableFunc(all, func(x, y *test) int { return cmp.Compare(price(x), price(y)) })
	return all
}

// learn notes which of the tests killed a mutant.
func (b *binary) learn(tests []*test, out string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range tests {
		t.tried++
		if strings.Contains(out, "--- FAIL: "+t.name+" (") {
			t.killed++
		}
	}
}

// inParallel calls f for 0 to n-1, so many at a time.
func inParallel(n, processes int, f func(k int)) {
	var wg sync.WaitGroup
	free := make(chan struct{}, processes)
	for k := range n {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			f(k)
		})
	}
	wg.Wait()
}
