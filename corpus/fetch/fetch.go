package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Options say where files go and where they come from. The zero value has the defaults for users.
type Options struct {
	Dir    string // where files are kept; "": xcbench/sets in the user's cache directory
	Mirror Mirror // where files come from; zero: the address of the set

	// Progress is called from time to time with the number of bytes received and the number
	// expected, which is 0 if not known.
	Progress func(done, all int64)

	Stall   time.Duration // a request times out if nothing arrives for so long; 0: 30 s
	tries   int           // requests before giving up; 0: 5
	backoff time.Duration // the wait before the second request, which doubles each time; 0: 1 s
	limit   int64         // the most bytes that a file may have; 0: 2 GiB
}

func (o Options) withDefaults() (Options, error) {
	if o.Dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return o, err
		}
		o.Dir = filepath.Join(cache, "xcbench", "sets")
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	o.Stall = cmp.Or(max(o.Stall, 0), 30*time.Second)
	o.tries = cmp.Or(max(o.tries, 0), 5)
	o.backoff = cmp.Or(max(o.backoff, 0), time.Second)
	o.limit = cmp.Or(max(o.limit, 0), 2<<30)
	return o, nil
}

// Get returns the path of a set's file. It downloads the file if it is missing or wrong. If Get
// fails or its context ends, there is no new file, but perhaps a part that the next call resumes.
// The error is an [Unreachable] if there is no connection to the server.
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
	if there, err := isThere(s, final); there || err != nil { // another process may have been quicker
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

// isThere says whether the correct file exists. A wrong file is not an error: it stays until a
// correct file replaces it.
func isThere(s Set, name string) (bool, error) {
	err := check(s, name)
	var wrong *mismatch
	if errors.Is(err, fs.ErrNotExist) || errors.As(err, &wrong) {
		return false, nil
	}
	return err == nil, err
}

// lock lets one process at a time work on a part. The operating system releases the lock when its
// holder ends in any way, so that no lock is ever stale. A part for each process would need no
// lock, but another process could not resume it.
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
