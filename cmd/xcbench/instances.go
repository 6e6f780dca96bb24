package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/internal/spelling"
)

// instances is the choice of instances that list, verify, run and the commands of
// corpus share.
type instances struct {
	tier      string
	filter    string
	files     []string
	shard     string
	scramble  int
	seed      uint64
	keepGoing bool

	failed int // parts of the corpus that could not be read, with keepGoing
}

func (s *instances) flags(cmd *cobra.Command, tier corpus.Tier) {
	f := cmd.Flags()
	f.StringVar(&s.tier, "tier", string(tier), "how much of the corpus: "+strings.Join(tierNames(), ", "))
	f.StringVar(&s.filter, "filter", "", `instances, as in benchstat: "family:queens -inst:10", by family, inst, tier, size, items, options and the parameters of families`)
	f.StringSliceVar(&s.files, "corpus", nil, "files or folders of instances, instead of the catalogue: puzzles, or manifests")
	f.StringVar(&s.shard, "shard", "", `a part of the instances: "2/5" is the second of five`)
	f.IntVar(&s.scramble, "scramble", 0, "take this many scrambled copies of each instance too, to see what the luck of ordering does")
	f.Uint64Var(&s.seed, "seed", 1, "of the scrambled copies, and of the order of a run")
	f.BoolVar(&s.keepGoing, "keep-going", false, "go on with the rest of the corpus after what cannot be read")
}

// each yields the instances named in args, by id or as files, or else those of
// the tier in the catalogue or the files of --corpus; and of them those that
// pass the filter and are in the shard, each with its scrambled copies.
func (s *instances) each(stderr io.Writer, args []string) (iter.Seq2[corpus.Instance, error], error) {
	tier := slices.Index(corpus.Tiers(), corpus.Tier(s.tier))
	if tier < 0 {
		return nil, usagef("unknown tier %q%s", s.tier, spelling.Hint(s.tier, tierNames()))
	}
	filter, err := corpus.NewFilter(s.filter)
	if err != nil {
		return nil, usagef("filter %q: %v", s.filter, err)
	}
	var shard corpus.Shard
	if s.shard != "" {
		if shard, err = corpus.ParseShard(s.shard); err != nil {
			return nil, usageError{err}
		}
	}
	switch {
	case s.scramble < 0:
		return nil, usagef("%d scrambled copies, expected at least 0", s.scramble)
	case len(args) > 0 && len(s.files) > 0:
		return nil, usagef("arguments and --corpus exclude each other")
	}
	return func(yield func(corpus.Instance, error) bool) {
		k := 0
		for in, err := range s.source(stderr, args) {
			if err == nil && len(args) == 0 && slices.Index(corpus.Tiers(), in.Tier) > tier {
				continue
			}
			pass := true
			if err == nil {
				pass, err = filter.Match(in)
			}
			if err != nil {
				if s.tolerates(stderr, err) {
					continue
				}
				yield(in, err)
				return
			}
			if !pass {
				continue
			}
			if k++; !shard.Has(k - 1) {
				continue
			}
			if !yield(in, nil) {
				return
			}
			for copy := range s.scramble {
				if !yield(corpus.Scramble(in, s.seed, copy+1), nil) {
					return
				}
			}
		}
	}, nil
}

// tolerates reports an error and says whether to go on after it.
func (s *instances) tolerates(stderr io.Writer, err error) bool {
	if s.keepGoing {
		s.failed++
		fmt.Fprintln(stderr, "xcbench:", oneLine(err))
	}
	return s.keepGoing
}

// verdict is the error of a command that has done all that it could.
func (s *instances) verdict() error {
	if s.failed > 0 {
		return fmt.Errorf("%s of the corpus could not be read", english.Count(s.failed, "part"))
	}
	return nil
}

// source yields all there is to choose from.
func (s *instances) source(stderr io.Writer, args []string) iter.Seq2[corpus.Instance, error] {
	warn := func(warning string) { fmt.Fprintln(stderr, "warning:", warning) }
	return func(yield func(corpus.Instance, error) bool) {
		if len(args) == 0 && len(s.files) == 0 {
			for _, in := range corpus.All() {
				if !yield(in, nil) {
					return
				}
			}
		}
		for _, arg := range args {
			in, err := find(arg)
			if err != nil || in != nil {
				if in == nil {
					in = new(corpus.Instance)
				}
				if !yield(*in, err) {
					return
				}
				continue
			}
			for in, err := range corpus.Open(arg, warn) {
				if !yield(in, err) {
					return
				}
			}
		}
		for _, path := range s.files {
			for in, err := range corpus.Open(path, warn) {
				if !yield(in, err) {
					return
				}
			}
		}
	}
}

// find returns the instance that an argument names, or nil if it is a file's name.
func find(arg string) (*corpus.Instance, error) {
	in, err := corpus.Find(arg)
	var unknown *corpus.UnknownError
	switch {
	case err == nil:
		return &in, nil
	case exists(arg):
		return nil, nil
	case errors.As(err, &unknown):
		return nil, fmt.Errorf("%s: no such file, nor an instance of the catalogue (see 'xcbench list')%s", arg, nearest(arg))
	}
	return nil, err
}

// nearest asks whether an id was meant that is nearly the argument.
func nearest(arg string) string {
	if !strings.Contains(arg, "/") {
		return ""
	}
	var ids []string
	for _, in := range corpus.All() {
		ids = append(ids, in.ID())
	}
	if asks := spelling.Hint(arg, ids); strings.HasSuffix(asks, "?") {
		return asks
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// all collects the instances, of which there must be some, and no two with one name.
func (s *instances) all(stderr io.Writer, args []string) ([]corpus.Instance, error) {
	each, err := s.each(stderr, args)
	if err != nil {
		return nil, err
	}
	var all []corpus.Instance
	seen := map[string]bool{}
	for in, err := range each {
		if err != nil {
			return nil, err
		}
		if seen[in.ID()] {
			return nil, usagef("two instances have the name %s, expected each once", in.ID())
		}
		seen[in.ID()] = true
		all = append(all, in)
	}
	if len(all) == 0 {
		return nil, s.none()
	}
	return all, nil
}

// none is the error of a choice that leaves nothing.
func (s *instances) none() error {
	return usagef("no instance left to work on by tier %s and filter %q%s", s.tier, s.filter, filterHint(s.filter))
}

func tierNames() []string {
	var names []string
	for _, t := range corpus.Tiers() {
		names = append(names, string(t))
	}
	return names
}
