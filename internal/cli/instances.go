package cli

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

// Instances has the flags that select instances, for list, verify, run and the commands of corpus.
type Instances struct {
	Tier      corpus.Tier
	Filter    string
	Files     []string
	shard     string
	scramble  int
	Seed      uint64
	keepGoing bool
	Twins     bool // whether to select twins too, which are in no tier

	failed int // inputs that could not be read; counted with keepGoing
}

// CatalogueFlags adds the flags that select instances of the catalogue.
func (s *Instances) CatalogueFlags(cmd *cobra.Command, tier corpus.Tier) {
	f, tiers := FlagsOf(cmd), Texts(corpus.Tiers())
	f.Add(Parsed(&s.Tier, string(tier), Among(tiers, corpus.Tiers()...), tiers...), "tier", "use `TIER`: "+Choice(tiers))
	f.Add(&s.Filter, "filter", "select by `QUERY`, such as \"family:queens -inst:10\"")
}

// Flags adds all flags.
func (s *Instances) Flags(cmd *cobra.Command, tier corpus.Tier) {
	s.CatalogueFlags(cmd, tier)
	s.Seed = 1
	f := FlagsOf(cmd)
	f.Add(&s.Files, "corpus", "use puzzle files, manifests or folders (`PATHS`)")
	f.Add(&s.shard, "shard", "select shard `K/N`, K modulo N: 2/5 is the second fifth")
	f.Add(&s.scramble, "scramble", "add `N` copies of each instance in random order", "least 0")
	f.Add(&s.Seed, "seed", "seed random orders with `N`")
	f.Add(&s.keepGoing, "keep-going", "skip puzzles that cannot be read")
}

// Chosen reports whether a flag selects instances.
func (s *Instances) Chosen(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"tier", "filter", "corpus", "shard", "scramble"}, cmd.Flags().Changed)
}

// Each yields the selected instances, each followed by its scrambled copies. The arguments name
// instances, files, or families, which stand for their instances of the tier. Without arguments,
// the instances of the tier are taken from the files of --corpus, or from the catalogue. The filter
// applies first, then the shard.
func (s *Instances) Each(cmd *cobra.Command, args []string) iter.Seq2[corpus.Instance, error] {
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
					one = corpus.Scramble(in, s.Seed, copy)
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
func (s *Instances) tooMany() error {
	return Usagef("more than %s instances, with --scramble %d; expected at most that many, "+
		"select fewer with --filter, --shard or --scramble, or divide the work by xcbench-fleet",
		english.Thousands(bench.MaxSteps), s.scramble)
}

// check rejects flags that make no sense, and returns what selects among the instances.
func (s *Instances) check(args []string) (filter corpus.Filter, shard corpus.Shard, err error) {
	if len(args) > 0 && len(s.Files) > 0 {
		return filter, shard, Usagef("both arguments and --corpus are given, expected one of them")
	}
	if err = CheckFilter(s.Filter); err != nil {
		return filter, shard, err
	}
	if filter, err = corpus.NewFilter(s.Filter); err != nil {
		return filter, shard, Usagef("filter %q: %v", s.Filter, err)
	}
	if s.shard != "" {
		if shard, err = corpus.ParseShard(s.shard); err != nil {
			err = Usage(err)
		}
	}
	return filter, shard, err
}

// inTier reports whether the instance belongs to the selected tier.
func (s *Instances) inTier(in corpus.Instance) bool {
	tiers := corpus.Tiers()
	return (in.Tier != "" || s.Twins) && slices.Index(tiers, in.Tier) <= slices.Index(tiers, s.Tier)
}

// tolerates prints the error if --keep-going is set, and reports whether it is.
func (s *Instances) tolerates(stderr io.Writer, err error) bool {
	if s.keepGoing {
		s.failed++
		fmt.Fprintln(stderr, "xcbench:", OneLine(err))
	}
	return s.keepGoing
}

// Verdict returns an error if something was skipped.
func (s *Instances) Verdict() error {
	if s.failed > 0 {
		return fmt.Errorf("skipped %s that could not be read", english.Count(s.failed, "input"))
	}
	return nil
}

// source yields the instances to select from.
func (s *Instances) source(stderr io.Writer, args []string) iter.Seq2[corpus.Instance, error] {
	warn := func(warning string) { fmt.Fprintln(stderr, "warning:", Brief(warning)) }
	return func(yield func(corpus.Instance, error) bool) {
		if len(args) == 0 && len(s.Files) == 0 {
			for _, f := range corpus.Families() {
				for in := range f.Catalogued {
					if !yield(in, nil) {
						return
					}
				}
			}
		}
		names := corpus.NameFiles(slices.Concat(args, s.Files)...)
		for k, arg := range slices.Concat(args, s.Files) {
			if k < len(args) {
				if f, ok := familyOf(arg); ok {
					for in := range f.Catalogued {
						if s.inTier(in) && !yield(in, nil) {
							return
						}
					}
					continue
				}
				in, err := Find(arg)
				if err != nil && !yield(corpus.Instance{}, err) || in != nil && !yield(*in, nil) {
					return
				}
				if err != nil || in != nil {
					continue
				}
			}
			for in, err := range names.Open(arg, warn) {
				if !yield(in, err) {
					return
				}
			}
		}
	}
}

// Find returns the instance that an argument names, or nil if the argument names a file.
func Find(arg string) (*corpus.Instance, error) {
	in, err := corpus.Find(arg)
	if err == nil {
		return &in, nil
	}
	if _, missing := os.Stat(arg); missing == nil {
		return nil, nil
	}
	if Is[*corpus.UnknownError](err) {
		return nil, noSuchInput(arg)
	}
	if f, ok := corpus.FindFamily(strings.TrimSuffix(arg, "/*")); ok {
		return nil, Usagef("%s is a family, expected one of its instances, such as %s; 'xcbench list instances --filter family:%s' "+
			"prints them", arg, f.IDs()[0], f.Name)
	}
	return nil, err
}

// errNoInput is the error of an argument that names neither a file nor an instance.
var errNoInput = errors.New("no such file or instance")

func noSuchInput(arg string) error {
	if strings.Trim(arg, "0123456789.*_-") == "" {
		return fmt.Errorf("%s: %w; if it is a puzzle: echo '%[1]s' | xcbench solve", arg, errNoInput)
	}
	return fmt.Errorf("%s: %w; 'xcbench list instances' prints the instances%s", arg, errNoInput, nearest(arg))
}

// nearest suggests the instance nearest to the argument, or returns "". The argument may lack the
// family, and have hyphens for underscores.
func nearest(arg string) string {
	var known []string
	for _, f := range corpus.Families() {
		known = append(known, f.IDs()...)
	}
	if strings.Contains(arg, "/") {
		return spelling.Near(arg, known)
	}
	name := strings.ReplaceAll(strings.ToLower(arg), "-", "_")
	for _, id := range known {
		if strings.HasSuffix(id, "/"+name) {
			return fmt.Sprintf("; did you mean %s?", id)
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

// All returns the selected instances. Selecting none, or two with the same id, is an error.
func (s *Instances) All(cmd *cobra.Command, args []string) ([]corpus.Instance, error) {
	var all []corpus.Instance
	files := map[string]string{} // by id
	for in, err := range s.Each(cmd, args) {
		if err != nil {
			return nil, err
		}
		if first, again := files[in.ID()]; again {
			return nil, Twice(in, first)
		}
		files[in.ID()] = in.File
		all = append(all, in)
	}
	if len(all) == 0 {
		return nil, s.None()
	}
	return all, nil
}

// Twice is the error of an instance that is selected a second time. The first one is from a file, or
// from an unknown place if that is "".
func Twice(in corpus.Instance, file string) error {
	from := ""
	if in.File != "" {
		from = ", from " + strings.TrimPrefix(file+" and "+in.File, " and ")
	}
	return Usagef("instance %s is selected twice%s, expected each id once; rename or leave out one", in.ID(), from)
}

// None is the error of a selection without instances.
func (s *Instances) None() error {
	return Usagef("no instance matches --tier %s and --filter %q%s", s.Tier, s.Filter, filterHint(s.Filter))
}

// Texts returns words of any kind as texts.
func Texts[W ~string](words []W) []string {
	return NamesOf(words, func(w W) string { return string(w) })
}
