package page

import (
	"encoding/csv"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strconv"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/report"
)

// A page of more than mostInstances instances shows the worst worstInstances of them, and as many
// faults. A browser opens such a page in a second.
const (
	mostInstances  = 1000
	worstInstances = 500
)

// excerpt says which instances a page shows, if it does not show all.
type excerpt struct {
	Shown, All string
	File       string // the name of the file that has all instances; "" for none
	Href       template.URL
}

// excerpt returns nil if the page shows all instances.
func (s *study) excerpt(file string) *excerpt {
	if len(s.shown) == len(s.order) {
		return nil
	}
	return &excerpt{english.Thousands(int64(len(s.shown))), english.Thousands(int64(len(s.order))), file,
		template.URL("./" + url.PathEscape(file))}
}

// show chooses the instances that the page shows: all, or the worst ones. Instances with more
// failures come first. Among equals, instances that fewer solvers solved come first, and then the
// instances that took longer.
func (s *study) show() {
	s.shown = s.order
	if len(s.order) > mostInstances {
		bad := make([][3]float64, len(s.order)) // failed, unsolved, and the longest time
		for instance := range bad {
			b := &bad[instance]
			for _, c := range s.columns {
				one, ok := s.cell(instance, c)
				switch {
				case !ok:
				case failed(one.status()):
					b[0]++
				case one.status() != cover.Solved:
					b[1]++
				default:
					b[2] = max(b[2], one.median())
				}
			}
		}
		s.shown = slices.Clone(s.order)
		slices.SortStableFunc(s.shown, func(a, b int) int { return slices.Compare(bad[b][:], bad[a][:]) })
		s.shown = slices.Clone(s.shown[:worstInstances])
	}
	s.hasSection = map[int]bool{}
	for _, instance := range s.shown {
		s.hasSection[instance] = true
	}
}

// failed reports whether a search failed: it neither ended nor came to a limit.
func failed(status cover.Status) bool {
	return !slices.Contains([]cover.Status{cover.Solved, cover.Limit, cover.Timeout, cover.Unsupported}, status)
}

// median returns the median time of the samples, in seconds.
func (c *cell) median() float64 {
	var times []float64
	for _, k := range c.rows {
		times = append(times, c.study.rows.At(int(k)).Search)
	}
	return stats.Median(times)
}

// writeInstances writes all instances as CSV, with the status and the median time of each column.
func (s *study) writeInstances(w io.Writer) error {
	out := csv.NewWriter(w)
	line := []string{"instance", "solutions", "nodes"}
	for _, c := range s.columns {
		line = append(line, c.name+" status", c.name+" seconds")
	}
	out.Write(line)
	for _, instance := range s.order {
		line = append(line[:0], s.id(instance), "", "")
		if one, ok := s.firstSolved(instance); ok {
			sample := one.sample()
			line[1], line[2] = sample.CountText(), report.Counter(sample.Nodes).Text
		}
		for _, c := range s.columns {
			one, ok := s.cell(instance, c)
			status, seconds := "", ""
			if ok {
				status = string(one.status())
			}
			if status == string(cover.Solved) {
				seconds = strconv.FormatFloat(one.median(), 'g', 6, 64)
			}
			line = append(line, status, seconds)
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}
