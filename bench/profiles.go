package bench

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
)

// Profiles names the files for the profiles of a run; "" is for none.
type Profiles struct{ CPU, Memory, Trace string }

// Wanted says whether there is any.
func (p Profiles) Wanted() bool { return p != Profiles{} }

// Start begins profiling and returns how to end it.
func (p Profiles) Start() (stop func() error, err error) {
	var ends []func() error
	stop = func() error {
		var errs []error
		for _, end := range ends {
			errs = append(errs, end())
		}
		return errors.Join(errs...)
	}
	for _, profile := range []struct {
		path       string
		start, end func(*os.File) error
	}{
		{p.CPU, func(f *os.File) error { return pprof.StartCPUProfile(f) }, func(*os.File) error { pprof.StopCPUProfile(); return nil }},
		{p.Trace, func(f *os.File) error { return trace.Start(f) }, func(*os.File) error { trace.Stop(); return nil }},
		{p.Memory, func(*os.File) error { return nil }, func(f *os.File) error {
			runtime.GC() // so that what is alive is up to date
			return pprof.Lookup("allocs").WriteTo(f, 0)
		}},
	} {
		if profile.path == "" {
			continue
		}
		f, err := os.Create(profile.path)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		if err := profile.start(f); err != nil {
			return nil, errors.Join(err, f.Close(), stop())
		}
		ends = append(ends, func() error { return errors.Join(profile.end(f), f.Close()) })
	}
	return stop, nil
}
