package main

import (
	"bufio"
	"errors"
	"io"
	"runtime"
	"runtime/pprof"
	"runtime/trace"

	"xcbench/internal/atomicfile"
)

// profileFiles names the files for Go's profiles of a run; "" leaves a profile out.
type profileFiles struct{ CPU, Memory, Trace string }

// wanted reports whether any profile is wanted.
func (p profileFiles) wanted() bool { return p != profileFiles{} }

// during runs a function and takes the profiles meanwhile. If the function fails, its profiles are
// written all the same. A profile that cannot be written completely leaves no file, since part of a
// profile cannot be read.
func (p profileFiles) during(run func() error) error {
	var failed error
	take := func() error { failed = run(); return nil }
	for _, profile := range []struct {
		path       string
		start, end func(io.Writer) error
	}{
		{p.CPU, pprof.StartCPUProfile, func(io.Writer) error { pprof.StopCPUProfile(); return nil }},
		{p.Trace, trace.Start, func(io.Writer) error { trace.Stop(); return nil }},
		{p.Memory, func(io.Writer) error { return nil }, writeAllocs},
	} {
		inner := take
		content := func(w io.Writer) error {
			out := bufio.NewWriter(w) // pprof and trace do not report write errors, but Flush returns the first
			if err := profile.start(out); err != nil {
				return err
			}
			return errors.Join(inner(), profile.end(out), out.Flush())
		}
		if profile.path != "" {
			take = func() error { return atomicfile.Write(profile.path, 0o666, content) }
		}
	}
	err := take()
	return errors.Join(failed, err)
}

func writeAllocs(w io.Writer) error {
	runtime.GC() // brings the figures of live memory up to date
	return pprof.Lookup("allocs").WriteTo(w, 0)
}
