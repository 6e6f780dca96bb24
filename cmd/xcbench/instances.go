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

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/internal/spelling"
)

// instances has the flags that select instances, for list, verify, run and the commands of corpus.
type instances struct {
	tier      corpus.Tier
	filter    string
	files     []string
	shard     string
	scramble  int
	seed      uint64
	keepGoing bool

	failed int // parts of the corpus that could not be read; counted with keepGoing
}

func (s *instances) flags(cmd *cobra.Command, tier corpus.Tier) {
	f := cmd.Flags()
	parsedFlag(cmd, &s.tier, "tier", string(tier), "use `TIER`: "+choice(texts(corpus.Tiers())), parseTier)
	f.StringVar(&s.filter, "filter", "", "select by `QUERY`, such as \"family:queens -inst:10\"")
	f.StringSliceVar(&s.files, "corpus", nil, "use puzzle files, manifests or folders (`PATHS`)")
	f.StringVar(&s.shard, "shard", "", "select shard `K/N`: 2/5 is the second of five parts")
	f.IntVar(&s.scramble, "scramble", 0, "add `N` copies of each instance in random order")
	f.Uint64Var(&s.seed, "seed", 1, "seed random orders with `N`")
	f.BoolVar(&s.keepGoing, "keep-going", false, "skip instances that cannot be read")
}

// each yields the selected instances, each followed by its scrambled copies. The arguments name
// instances, files, or families, which stand for their instances of the tier. Without arguments,
// the instances of the tier are taken from the files of --corpus, or from the catalogue. The filter
// applies first, then the shard.
func (s *instances) each(cmd *cobra.Command, args []string) iter.Seq2[corpus.Instance, error] {
	return func(yield func(corpus.Instance, error) bool) {
		filter, shard, err := s.check(args)
		if err != nil {
			yield(corpus.Instance{}, err)
			return
		}
		stderr := cmd.ErrOrStderr()
		k, yielded := 0, 0
		for in, err := range s.source(stderr, args) {
			pass := len(args) > 0 || s.inTier(in)
			if err == nil && pass {
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
			if s.scramble >= bench.MaxSteps-yielded {
				yield(in, s.tooMany())
				return
			}
			for copy := range s.scramble + 1 {
				one := in
				if copy > 0 {
					one = corpus.Scramble(in, s.seed, copy)
				}
				if err := cmd.Context().Err(); err != nil {
					yield(one, errors.New("interrupted"))
					return
				}
				if yielded++; !yield(one, nil) {
					return
				}
			}
		}
	}
}

// tooMany is the error of a selection that no memory would hold.
func (s *instances) tooMany() error {
	return usagef("more than %s instances, with --scramble %d; expected at most that many, "+
		"select fewer with --filter, --shard or --scramble, or divide the work by xcbench fleet",
		english.Thousands(bench.MaxSteps), s.scramble)
}

// check rejects flags that make no sense, and returns what selects among the instances.
func (s *instances) check(args []string) (filter corpus.Filter, shard corpus.Shard, err error) {
	switch {
	case s.scramble < 0:
		return filter, shard, usagef("--scramble %d, expected 0 copies or more", s.scramble)
	case len(args) > 0 && len(s.files) > 0:
		return filter, shard, usagef("both arguments and --corpus are given, expected one of them")
	}
	if filter, err = corpus.NewFilter(s.filter); err != nil {
		return filter, shard, usagef("filter %q: %v", s.filter, err)
	}
	if s.shard != "" {
		if shard, err = corpus.ParseShard(s.shard); err != nil {
			err = usageError{err}
		}
	}
	return filter, shard, err
}

// inTier reports whether the instance belongs to the selected tier.
func (s *instances) inTier(in corpus.Instance) bool {
	return slices.Index(corpus.Tiers(), in.Tier) <= slices.Index(corpus.Tiers(), s.tier)
}

// tolerates prints the error if --keep-going is set, and reports whether it is.
func (s *instances) tolerates(stderr io.Writer, err error) bool {
	if s.keepGoing {
		s.failed++
		fmt.Fprintln(stderr, "xcbench:", oneLine(err))
	}
	return s.keepGoing
}

// verdict returns an error if parts of the corpus were skipped.
func (s *instances) verdict() error {
	if s.failed > 0 {
		return fmt.Errorf("skipped %s of the corpus that could not be read", english.Count(s.failed, "part"))
	}
	return nil
}

// source yields the instances to select from.
func (s *instances) source(stderr io.Writer, args []string) iter.Seq2[corpus.Instance, error] {
	warn := func(warning string) { fmt.Fprintln(stderr, "warning:", brief(warning)) }
	return func(yield func(corpus.Instance, error) bool) {
		if len(args) == 0 && len(s.files) == 0 {
			for _, in := range corpus.All() {
				if !yield(in, nil) {
					return
				}
			}
		}
		for k, arg := range slices.Concat(args, s.files) {
			if k < len(args) {
				if f, ok := familyOf(arg); ok {
					for _, in := range f.Catalogued() {
						if s.inTier(in) && !yield(in, nil) {
							return
						}
					}
					continue
				}
				in, err := find(arg)
				if err != nil && !yield(corpus.Instance{}, err) || in != nil && !yield(*in, nil) {
					return
				}
				if err != nil || in != nil {
					continue
				}
			}
			for in, err := range corpus.Open(arg, warn) {
				if !yield(in, err) {
					return
				}
			}
		}
	}
}

// find returns the instance that an argument names, or nil if the argument names a file.
func find(arg string) (*corpus.Instance, error) {
	in, err := corpus.Find(arg)
	if err == nil {
		return &in, nil
	}
	if _, missing := os.Stat(arg); missing == nil {
		return nil, nil
	}
	if is[*corpus.UnknownError](err) {
		return nil, noSuchInput(arg)
	}
	if f, ok := corpus.FindFamily(strings.TrimSuffix(arg, "/*")); ok {
		return nil, usagef("%s is a family, expected one of its instances, such as %s; 'xcbench list --filter family:%s' "+
			"prints them", arg, f.Catalogued()[0].ID(), f.Name)
	}
	return nil, err
}

// noSuchInput is the error of an argument that names neither a file nor an instance.
func noSuchInput(arg string) error {
	return fmt.Errorf("%s: no such file or instance; 'xcbench list' prints the instances%s", arg, nearest(arg))
}

// nearest suggests the instance nearest to the argument, or returns "". The argument may lack the
// family, and have hyphens for underscores.
func nearest(arg string) string {
	known := corpus.All()
	if strings.Contains(arg, "/") {
		return spelling.Near(arg, namesOf(known, corpus.Instance.ID))
	}
	name := strings.ReplaceAll(strings.ToLower(arg), "-", "_")
	for _, in := range known {
		if in.Name == name {
			return fmt.Sprintf("; did you mean %s?", in.ID())
		}
	}
	return spelling.Near(arg, corpus.FamilyNames())
}

// familyOf returns the family whose name is the argument, as in queens or queens/*, unless it is
// the name of a file.
func familyOf(arg string) (*corpus.Family, bool) {
	f, ok := corpus.FindFamily(strings.TrimSuffix(arg, "/*"))
	if !ok {
		return nil, false
	}
	_, err := os.Stat(arg)
	return f, err != nil
}

// all returns the selected instances. Selecting none, or two with the same id, is an error.
func (s *instances) all(cmd *cobra.Command, args []string) ([]corpus.Instance, error) {
	var all []corpus.Instance
	seen := map[string]bool{}
	for in, err := range s.each(cmd, args) {
		if err != nil {
			return nil, err
		}
		if seen[in.ID()] {
			return nil, twice(in)
		}
		seen[in.ID()] = true
		all = append(all, in)
	}
	if len(all) == 0 {
		return nil, s.none()
	}
	return all, nil
}

// twice is the error of an instance that is selected a second time.
func twice(in corpus.Instance) error {
	return usagef("instance %s is selected twice, expected each id once; rename or leave out one", in.ID())
}

// none is the error of a selection without instances.
func (s *instances) none() error {
	return usagef("no instance matches --tier %s and --filter %q%s", s.tier, s.filter, filterHint(s.filter))
}

func parseTier(text string) (corpus.Tier, error) {
	return wordOf(text, corpus.Tiers(), "unknown tier %q%s")
}

// texts returns words of any kind as texts.
func texts[W ~string](words []W) []string {
	return namesOf(words, func(w W) string { return string(w) })
}
