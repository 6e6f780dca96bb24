package jetstream

import (
	"context"
	"fmt"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/fleet"
	"xcbench/internal/natstest"
)

// BenchmarkTasks measures how many tasks a server hands out in a second, results stored and
// acknowledged. The searches take microseconds.
func BenchmarkTasks(b *testing.B) {
	for _, workers := range []int{1, 2, 8, 32} {
		for _, packSize := range []int{1, 100} {
			b.Run(fmt.Sprintf("workers=%d/pack=%d", workers, packSize), func(b *testing.B) { benchmarkTasks(b, workers, packSize) })
		}
	}
}

func benchmarkTasks(b *testing.B, workers, packSize int) {
	server := natstest.Start(b)
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	dir := b.TempDir()
	p, err := fleet.Create(dir, packSize, time.Minute)
	check(err)
	for k := range 4000 {
		in := small(b)
		in.Name = fmt.Sprint(k)
		problem, err := p.Add(in)
		check(err)
		check(p.Whole(problem, "naive", fleet.Limits{}))
	}
	check(p.Close())
	f, err := fleet.Open(dir)
	check(err)
	connect := func() *Server {
		s, err := Connect(Options{URL: server.URL()}, "jobs")
		check(err)
		return s
	}
	s := connect()
	defer s.Close()
	for b.Loop() {
		check(s.Submit(context.Background(), f, 1, func(int) {}))
		began := time.Now()
		ended := make(chan error)
		for k := range workers {
			go func() {
				source, err := connect().Source(context.Background(), fleet.Info{Lease: time.Minute}, func(string) {})
				if err == nil {
					build, _ := fleet.Build()
					_, err = newWorker(time.Minute).Work(context.Background(), fleet.NewQueue(source, machine(fmt.Sprint(k)), build, time.Minute, func(string) {}))
				}
				ended <- err
			}()
		}
		for range workers {
			check(<-ended)
		}
		b.ReportMetric(float64(f.Tasks())/time.Since(began).Seconds(), "tasks/s")
		check(s.Drop(context.Background()))
	}
}

// small returns an instance that is solved in microseconds.
func small(b *testing.B) corpus.Instance {
	b.Helper()
	in, err := corpus.Find("queens/4")
	if err != nil {
		b.Fatal(err)
	}
	return in
}
