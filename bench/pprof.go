package bench

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
)

// ProfileFiles names the files for Go's profiles of a run; "" leaves a profile out.
type ProfileFiles struct{ CPU, Memory, Trace string }

// Wanted reports whether any profile is wanted.
func (p ProfileFiles) Wanted() bool { return p != ProfileFiles{} }

// Start begins profiling and returns the function that ends it.
func (p ProfileFiles) Start() (stop func() error, err error) {
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
		start, end func(*profileFile) error
	}{
		{
			p.CPU,
			func(f *profileFile) error { return pprof.StartCPUProfile(f) },
			func(*profileFile) error { pprof.StopCPUProfile(); return nil },
		},
		{
			p.Trace,
			func(f *profileFile) error { return trace.Start(f) },
			func(*profileFile) error { trace.Stop(); return nil },
		},
		{
			p.Memory,
			func(*profileFile) error { return nil },
			func(f *profileFile) error {
				runtime.GC() // brings the figures of live memory up to date
				return pprof.Lookup("allocs").WriteTo(f, 0)
			},
		},
	} {
		if profile.path == "" {
			continue
		}
		f, err := createProfile(profile.path)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		if err := profile.start(f); err != nil {
			return nil, errors.Join(err, f.close(), stop())
		}
		ends = append(ends, func() error { return errors.Join(profile.end(f), f.close()) })
	}
	return stop, nil
}

// profileFile remembers write errors, which pprof and trace do not report. A file that could not be
// written completely is removed, since part of a profile cannot be read.
type profileFile struct {
	f   *os.File
	err error
}

func createProfile(path string) (*profileFile, error) {
	f, err := os.Create(path)
	return &profileFile{f: f}, err
}

func (p *profileFile) Write(text []byte) (int, error) {
	n, err := p.f.Write(text)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

func (p *profileFile) close() error {
	info, err := p.f.Stat()
	p.err = errors.Join(p.err, err, p.f.Close())
	if p.err != nil && err == nil && info.Mode().IsRegular() {
		p.err = errors.Join(p.err, os.Remove(p.f.Name()))
	}
	return p.err
}
