package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
)

// profileFiles names the files for Go's profiles of a run; "" leaves a profile out.
type profileFiles struct{ CPU, Memory, Trace string }

// wanted reports whether any profile is wanted.
func (p profileFiles) wanted() bool { return p != profileFiles{} }

// start begins profiling and returns the function that ends it.
func (p profileFiles) start() (stop func() error, err error) {
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
		start, end func(io.Writer) error
	}{
		{p.CPU, pprof.StartCPUProfile, func(io.Writer) error { pprof.StopCPUProfile(); return nil }},
		{p.Trace, trace.Start, func(io.Writer) error { trace.Stop(); return nil }},
		{p.Memory, func(io.Writer) error { return nil }, writeAllocs},
	} {
		if profile.path == "" {
			continue
		}
		file, err := os.Create(profile.path)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		f := &profileFile{bufio.NewWriter(file), file}
		if err := profile.start(f); err != nil {
			return nil, errors.Join(err, f.close(), stop())
		}
		ends = append(ends, func() error { return errors.Join(profile.end(f), f.close()) })
	}
	return stop, nil
}

func writeAllocs(w io.Writer) error {
	runtime.GC() // brings the figures of live memory up to date
	return pprof.Lookup("allocs").WriteTo(w, 0)
}

// profileFile remembers write errors, which pprof and trace do not report. A file that could not be
// written completely is removed, since part of a profile cannot be read.
type profileFile struct {
	*bufio.Writer // Flush returns the first error of writing
	file          *os.File
}

func (p *profileFile) close() error {
	info, statErr := p.file.Stat()
	err := errors.Join(p.Flush(), statErr, p.file.Close())
	if err != nil && statErr == nil && info.Mode().IsRegular() {
		err = errors.Join(err, os.Remove(p.file.Name()))
	}
	return err
}
