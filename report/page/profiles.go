package page

import (
	"iter"
	"slices"

	"xcbench/report/chart"
	"xcbench/results"
)

// search is one column on one instance, by their numbers.
type search struct{ instance, column int }

// profile is the profile of a search.
type profile struct {
	results.Profile
	search
	run int
}

// profiles yields the profiles of all runs, or those of the wanted instances. An error ends the
// sequence.
func (s *study) profiles(wanted func(instance int) bool) iter.Seq2[profile, error] {
	return func(yield func(profile, error) bool) {
		for n, run := range s.given {
			for p, err := range run.AllProfiles() {
				p.Solver += s.endings[n]
				column := slices.IndexFunc(s.columns, func(c column) bool { return c.name == p.Solver })
				instance, ok := s.rows.Find(p.InstanceID())
				if err == nil && (!ok || column < 0 || !wanted(instance)) {
					continue
				}
				if !yield(profile{p, search{instance, column}, n}, err) || err != nil {
					return
				}
			}
		}
	}
}

// readProfiles reads all profiles. It keeps the sums of the levels that solvers must agree on, and the
// levels of the instances that the page shows or plots.
func (s *study) readProfiles() error {
	var trees chart.Trees
	taken := make([]bool, len(s.order)*len(s.columns))
	for p, err := range s.profiles(func(int) bool { return true }) {
		if err != nil {
			return err
		}
		one, _ := s.cell(p.instance, s.columns[p.column])
		if at := p.instance*len(s.columns) + p.column; !taken[at] && !one.doubted() {
			taken[at] = true
			trees.Take(p.Profile)
		}
	}
	plotted := map[int]bool{}
	for id := range trees.Instances() {
		instance, _ := s.rows.Find(id)
		plotted[instance] = true
	}
	for n := range s.runs {
		s.runs[n].Profiles = []results.Profile{} // in place of all
	}
	return s.readLevels(func(instance int) bool { return s.hasSection[instance] || plotted[instance] }, plotted)
}

// readLevels keeps the levels of the wanted instances, for sections and faults, and the profiles of
// instances that are plotted.
func (s *study) readLevels(wanted func(instance int) bool, plotted map[int]bool) error {
	for p, err := range s.profiles(wanted) {
		if err != nil {
			return err
		}
		if plotted[p.instance] {
			s.runs[p.run].Profiles = append(s.runs[p.run].Profiles, p.Profile)
		}
		if one, _ := s.cell(p.instance, s.columns[p.column]); one.status().Measured() {
			s.levels[p.search] = p.Levels
		}
	}
	return nil
}
