package page

import (
	"context"
	"fmt"
	"html/template"
	"strings"

	"xcbench/bench"
	"xcbench/internal/english"
	"xcbench/results"
	"xcbench/results/compare"
)

// section is all there is about one instance.
type section struct {
	Anchor, ID, Title, Summary string
	Filter                     *filterKeys
	Picture                    figure
	Profile                    figure
	Figures                    table
}

// figure is a drawing within the page.
type figure struct {
	Kind, Caption string
	SVG           template.HTML
	Notes         []string
}

// sections makes the section of every instance.
func (s *study) sections(ctx context.Context, pictures bool) ([]section, error) {
	records := make([]*bench.Record, len(s.runs))
	for k, r := range s.runs {
		var err error
		if records[k], err = recordOf(r); err != nil {
			return nil, err
		}
	}
	times, setup := s.table(results.Seconds), s.table(results.SetupSeconds)
	var all []section
	for _, id := range s.instances {
		one := section{Anchor: anchor(id), ID: id, Title: s.known[id].Title, Filter: s.keys(id), Profile: s.profile(id)}
		one.Figures = s.figures(id, records, times[id], setup[id])
		one.Summary = s.summary(id)
		if in, ok := s.known[id]; ok && pictures {
			one.Picture = pictureOf(ctx, in)
		}
		all = append(all, one)
	}
	return all, nil
}

// summary tells the size of a problem and of its search in a line.
func (s *study) summary(id string) string {
	var parts []string
	if in := s.known[id]; in.Items > 0 {
		parts = append(parts, english.GroupedCount(in.Items, "item"), english.GroupedCount(in.Options, "option"))
	}
	if n := s.agreed(id, solutions); n.Text != "" {
		unit := " solutions"
		if n.Text == "1" {
			unit = " solution"
		}
		parts = append(parts, n.Text+unit)
	} else {
		parts = append(parts, "not solved")
	}
	return strings.Join(parts, ", ")
}

// figures are those of each column on an instance.
func (s *study) figures(id string, records []*bench.Record, times, setup []compare.Cell) table {
	t := table{Caption: "Solvers on " + id, Heads: []head{{"solver", false}, {"status", false}, {"median time", true}, {"95% interval", true},
		{"nodes", true}, {"updates", true}, {"setup", true}, {"samples", true}, {"command", false}}}
	for k, c := range s.columns {
		one, ok := s.cell(id, c)
		if !ok {
			continue
		}
		line := row{Cells: []entry{{Text: c.name, Head: true, Short: true}, status(string(one.Status))}}
		if times[k].Measured() {
			line.Cells = append(line.Cells, number(english.Duration(times[k].Center), times[k].Center), entry{Text: interval(times[k]), Number: true},
				whole(one.Nodes), whole(one.Updates), number(english.Duration(setup[k].Center), setup[k].Center))
		} else {
			line.Cells = append(line.Cells, entry{Text: fmt.Sprintf("stopped after %s", english.Duration(one.Search)), Number: true}, blank(), blank(), blank(), blank())
		}
		command := entry{}
		if words := s.command(id, c, records[c.run]); words != nil {
			command.Command = shell(words)
		}
		line.Cells = append(line.Cells, whole(int64(len(one.rows))), command)
		t.Rows = append(t.Rows, line)
	}
	return t
}
