package jetstream_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"xcbench/fleet"
	"xcbench/fleet/jetstream"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
	"xcbench/solvers"
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
	check := func(err error) { b.Helper(); Must(b, err) }
	p, end := Create(b, packSize, time.Minute)
	in, _ := Instance(b, "queens/4") // which is solved in microseconds
	for k := range 4000 {
		in.Name = fmt.Sprint(k)
		problem, err := p.Add(in)
		check(err)
		check(p.Whole(problem, "naive", fleet.Limits{}))
	}
	f := end()
	connect := func() *jetstream.Server {
		s, err := jetstream.Connect(jetstream.Options{URL: server.URL()}, "jobs")
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
					_, err = Worker(solvers.Set{}, time.Minute).Work(context.Background(), fleet.NewQueue(source, Machine(fmt.Sprint(k)), build, time.Minute, func(string) {}))
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
