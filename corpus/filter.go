package corpus

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"xcbench/internal/lazy"
)

// Filter chooses instances, in the query language that benchstat has for results: "family:queens
// -inst:10". The keys are family, inst, tier, basis, and the parameters of families (n, rows, ...).
// Three keys are about the problem: items and options, which are numbers, and size, see [size]. A
// key that an instance does not have is empty.
type Filter struct {
	parsed *benchproc.Filter // nil passes all
	built  bool              // whether the query needs the problem to be built
}

// ofProblem matches a key that is about the problem.
var ofProblem = lazy.Regexp(`(^|[\s(-])(items|options|size):`)

// slashed matches a key as filters of results have it: "/family:" for "family:".
var slashed = lazy.Regexp(`(^|[\s(-])/([a-z_]+:)`)

// NewFilter returns the filter of a query. An empty query passes all instances. Keys may have a
// slash, as they do in filters of results.
func NewFilter(query string) (Filter, error) {
	if strings.TrimSpace(query) == "" {
		return Filter{}, nil
	}
	query = slashed().ReplaceAllString(query, "$1$2")
	parsed, err := benchproc.NewFilter(query)
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n") // the other lines draw the place
		return Filter{}, errors.New(reason)
	}
	return Filter{parsed, ofProblem().MatchString(query)}, nil
}

// Match says whether the filter passes an instance. The filters of benchproc take results only, so
// Match makes a result with the keys of the instance. The error is about building the instance.
func (f Filter) Match(in Instance) (bool, error) {
	if f.parsed == nil {
		return true, nil
	}
	if f.built && in.Options == 0 {
		puzzle, err := in.Puzzle()
		if err != nil {
			return false, err
		}
		in.Items, in.Options = puzzle.Problem().Items(), puzzle.Problem().Options()
	}
	result := &benchfmt.Result{Name: benchfmt.Name("Solve"), Iters: 1,
		Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}}}
	for _, key := range slices.Sorted(maps.Keys(in.keys)) {
		result.SetConfig(key, in.keys[key])
	}
	result.SetConfig("family", in.Family)
	result.SetConfig("inst", in.Name)
	result.SetConfig("tier", string(in.Tier))
	result.SetConfig("basis", string(in.Basis))
	if f.built {
		result.SetConfig("items", strconv.Itoa(in.Items))
		result.SetConfig("options", strconv.Itoa(in.Options))
		result.SetConfig("size", size(in.Options))
	}
	ok, _ := f.parsed.Apply(result)
	return ok, nil
}

// size names the size of a problem by its number of options: tiny below 100, small below 1,000,
// medium below 10,000, and large otherwise.
func size(options int) string {
	switch {
	case options < 100:
		return "tiny"
	case options < 1_000:
		return "small"
	case options < 10_000:
		return "medium"
	}
	return "large"
}

// Shard is a part of a corpus: every of-th instance, beginning with number index, counted from 0.
// The zero value is the whole corpus.
type Shard struct{ index, of int }

// ParseShard reads a text such as "2/5", the second of five shards. The number counts modulo five, as
// array jobs count from 0 or from 1.
func ParseShard(text string) (Shard, error) {
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || index < 0 || of < 1 {
		return Shard{}, fmt.Errorf("shard %q, expected one such as 2/5, the second of five", text)
	}
	return Shard{(index + of - 1) % of, of}, nil
}

// Has says whether instance k, counted from 0, is in the shard.
func (s Shard) Has(k int) bool { return s.of == 0 || k%s.of == s.index }
