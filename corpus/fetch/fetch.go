package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Options says where to and how. The zero value is what a user wants.
type Options struct {
	Dir    string // where files are kept; "": DefaultDir
	Mirror Mirror // where they are had from; zero: from the address of the set

	// Progress is told now and then how many bytes are there, and of how many; of 0
	// if that is not known.
	Progress func(done, all int64)

	Stall   time.Duration // a server that sends nothing for so long has stopped; 0: 30 s
	tries   int           // requests before giving up; 0: 5
	backoff time.Duration // before the second request; it doubles each time; 0: 1 s
	limit   int64         // bytes that a file may have; 0: 2 GiB
}

func (o Options) withDefaults() (Options, error) {
	if o.Dir == "" {
		dir, err := defaultDir()
		if err != nil {
			return o, err
		}
		o.Dir = dir
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	if o.Stall <= 0 {
		o.Stall = 30 * time.Second
	}
	if o.tries <= 0 {
		o.tries = 5
	}
	if o.backoff <= 0 {
		o.backoff = time.Second
	}
	if o.limit <= 0 {
		o.limit = 2 << 30
	}
	return o, nil
}

// defaultDir is xcbench/sets in the user's cache directory.
func defaultDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "xcbench", "sets"), nil
}

// Get returns the path of the file of a set, after downloading it if it is not
// there yet or not the right one. When Get fails, or its context ends, there is no
// new file, only perhaps a part that the next call goes on with. A server out of
// reach is an *Unreachable, wrong bytes are a *mismatch.
func Get(ctx context.Context, s Set, o Options) (string, error) {
	o, err := o.withDefaults()
	if err == nil {
		var name string
		if name, err = get(ctx, s, o); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("fetch %s: %w", s.Name, err)
}

func get(ctx context.Context, s Set, o Options) (string, error) {
	final := filepath.Join(o.Dir, s.file())
	if there, err := isThere(s, final); there || err != nil {
		return final, err
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return "", err
	}
	unlock, err := lock(ctx, filepath.Join(o.Dir, "."+s.file()+".lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if there, err := isThere(s, final); there || err != nil { // another process was quicker
		return final, err
	}
	p := part{name: final + ".part", limit: o.limit}
	local, address, err := o.Mirror.locate(s)
	switch {
	case err != nil:
	case address != nil:
		err = (&download{Options: o, client: newClient(), set: s, url: address, part: p}).run(ctx)
	default:
		err = copyLocal(ctx, local, p, o.Progress)
	}
	if err != nil {
		return "", err
	}
	if err := check(s, p.name); err != nil {
		return "", errors.Join(err, p.drop())
	}
	return final, p.finish(final)
}

// isThere says whether the right file is there. A wrong one is not an error: it
// stays until a right one takes its place.
func isThere(s Set, name string) (bool, error) {
	err := check(s, name)
	var wrong *mismatch
	if errors.Is(err, fs.ErrNotExist) || errors.As(err, &wrong) {
		return false, nil
	}
	return err == nil, err
}

// lock lets one process at a time work on a part. It is a lock of the operating
// system's, which goes when its holder goes, however that comes about, so that a
// lock is never stale; a part for every process would need none but could not be
// resumed by another.
func lock(ctx context.Context, name string) (unlock func(), err error) {
	type result struct {
		unlock func()
		err    error
	}
	c := make(chan result, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(name).Lock()
		c <- result{unlock, err}
	}()
	select {
	case r := <-c:
		return r.unlock, r.err
	case <-ctx.Done():
		go func() {
			if r := <-c; r.err == nil {
				r.unlock()
			}
		}()
		return nil, ctx.Err()
	}
}
