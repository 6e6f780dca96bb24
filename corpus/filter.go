package corpus

import (
	"errors"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// Filter chooses instances by family, inst and tier, in the language that benchstat
// has for results: "family:queens -inst:10".
type Filter struct{ parsed *benchproc.Filter }

// NewFilter returns the filter of a query; an empty one passes all.
func NewFilter(query string) (Filter, error) {
	if query == "" {
		query = "*"
	}
	parsed, err := benchproc.NewFilter(query)
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n") // a drawing of the place follows
		return Filter{}, errors.New(reason)
	}
	return Filter{parsed}, nil
}

// Match says whether the filter passes an instance. benchproc knows results only,
// so it is shown one.
func (f Filter) Match(in Instance) bool {
	result := &benchfmt.Result{Name: benchfmt.Name("Solve"), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}}}
	result.SetConfig("family", in.Family)
	result.SetConfig("inst", in.Name)
	result.SetConfig("tier", string(in.Tier))
	ok, _ := f.parsed.Apply(result)
	return ok
}
