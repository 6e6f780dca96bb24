package chart

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xcbench/internal/english"
	"xcbench/results"
)

// The room in a plot of trends.
const (
	mostThreads = 200 // thin lines of single searches
	mostMovers  = 5   // thin lines with a name
)

// trend draws the change of a value over several runs, in the given order. For each solver it shows
// the geometric mean of the ratios to the first run. Thin lines show the searches that changed
// most.
func trend(in Input) (*Figure, error) {
	f := &Figure{title: capital(in.unit.Word) + " over the runs, against the first"}
	f.head = []string{"run", "commit", "solver", "instance", in.Unit, "ratio"}
	if len(in.Runs) < 2 {
		return nil, nothing("a trend needs two runs or more", "name them in their order, as in 'xcbench plot trend runs/1 runs/2'")
	}
	threads := in.threads(f)
	if len(threads) == 0 {
		return nil, nothing("no instance has "+positive(in.unit)+" in all runs",
			"measure the same instances in each")
	}
	p := newPlot("", in.unit.Word+" / first run")
	f.plot = p
	lines := &strands{}
	p.Add(lines)
	var reach span
	add := func(logs []float64, line draw.LineStyle, glyph draw.GlyphStyle, name string) {
		var points plotter.XYs
		for k, v := range logs {
			points = append(points, plotter.XY{X: float64(k), Y: v})
			reach.take(v)
			f.point(float64(k), v, fmt.Sprintf("%s: ×%s in %s", name, exactRatio(v), in.runName(k)))
		}
		lines.add(points, line, glyph)
	}
	labels := &endLabels{}
	grey := draw.LineStyle{Color: faint, Width: thin}
	moved, named := movers(f, threads), choose(in.Narrow, mostMovers/2, mostMovers)
	for _, m := range moved {
		add(m.logs, grey, draw.GlyphStyle{}, m.name())
	}
	slices.SortStableFunc(moved, func(a, b thread) int { return cmp.Compare(math.Abs(b.last()), math.Abs(a.last())) })
	for _, m := range moved[:min(len(moved), named)] {
		if m.last() != 0 {
			line := draw.LineStyle{Color: muted, Width: thin}
			labels.add(strings.Replace(m.name(), ", ", "\n", 1)+" ×"+shortRatio(m.last()),
				float64(len(m.logs)-1), m.last(), line, draw.GlyphStyle{})
		}
	}
	in.means(f, threads, add, labels)
	p.Add(labels)
	p.Y.Tick.Marker = ratioTicks{}
	within(&p.X, span{high: float64(len(in.Runs) - 1)}, 1)
	within(&p.Y, reach, 2*math.Log10(1.05))
	offFrame(p)
	in.runTicks(p)
	if in.Narrow {
		f.height = oneColumn // the labels need the room
	}
	return f, nil
}

// means draws the lines of the solvers, and adds a note on the number of instances.
func (in *Input) means(f *Figure, threads []thread,
	add func([]float64, draw.LineStyle, draw.GlyphStyle, string), labels *endLabels) {
	mean, over := map[string][]float64{}, map[string]int{}
	var drawn []string
	for _, solver := range in.Solvers {
		sums := make([]float64, len(in.Runs))
		for _, t := range threads {
			if t.Solver != solver {
				continue
			}
			over[solver]++
			for k, v := range t.logs {
				sums[k] += v
			}
		}
		if over[solver] == 0 {
			f.note(solver + " has nothing in all runs.")
			continue
		}
		for k := range sums {
			sums[k] /= float64(over[solver])
		}
		mean[solver], drawn = sums, append(drawn, solver)
	}
	numbers := slices.Sorted(maps.Values(over))
	least, most := numbers[0], numbers[len(numbers)-1]
	number := fmt.Sprintf("%d instances", most)
	switch {
	case least < most:
		number = fmt.Sprintf("%d to %d instances", least, most)
	case most == 1:
		number = "one instance"
	}
	f.notes = slices.Insert(f.notes, 0,
		fmt.Sprintf("Thick lines: geometric means over the %s that all runs have.", number))
	same := func(a, b string) bool { return slices.Equal(mean[a], mean[b]) }
	for _, g := range in.looks.merge(drawn, "ratios", same) {
		look, logs := g.style(), mean[g.solvers[0]]
		f.note(g.note())
		add(logs, look.line(), look.glyph(), g.spoken())
		for k, v := range logs {
			for _, solver := range g.solvers {
				f.row(in.Runs[k].Label, in.Runs[k].Commit, solver, "", "", math.Pow(10, v))
			}
		}
		last := len(logs) - 1
		labels.add(withValue(g.name(), "×"+shortRatio(logs[last]), in.Narrow), float64(last), logs[last], look.line(), look.glyph())
	}
}

// thread is one search through all runs.
type thread struct {
	results.Search
	logs   []float64 // decimal logarithms of the ratio to the first run, by run
	others int       // number of other solvers with the same values
}

func (t thread) name() string {
	if t.others > 0 {
		return fmt.Sprintf("%s, %d solvers", t.InstanceID, t.others+1)
	}
	return t.InstanceID + ", " + t.Solver
}

func (t thread) last() float64 { return t.logs[len(t.logs)-1] }

// farthest returns the largest distance of the search from its first value, as a logarithm.
func (t thread) farthest() (most float64) {
	for _, v := range t.logs {
		most = max(most, math.Abs(v))
	}
	return most
}

// threads returns the searches that have a value in all runs. It adds notes on the others.
func (in *Input) threads(f *Figure) []thread {
	values := make([]map[results.Search]float64, len(in.Runs))
	var order []results.Search
	seen := map[results.Search]bool{}
	var losses []string
	losers := map[string][]string{} // by loss
	for k, run := range in.Runs {
		values[k] = map[results.Search]float64{}
		c := run.Rows.Medians(in.Unit, in.Solvers)
		for line := range c.Len() {
			for j, solver := range in.Solvers {
				cell, at := c.Cell(line, j), results.Search{InstanceID: c.ID(line), Solver: solver}
				if cell.Status != "" && !seen[at] {
					seen[at], order = true, append(order, at)
				}
				if _, ok := log(cell.Center); cell.Measured() && ok {
					values[k][at] = cell.Center
				} else if _, before := values[max(k-1, 0)][at]; before && cell.Status != "" && !cell.Measured() {
					loss := fmt.Sprintf("%s (%s in %s", at.InstanceID, cell.Status, in.runName(k))
					if losers[loss] == nil {
						losses = append(losses, loss)
					}
					losers[loss] = append(losers[loss], solver)
				}
			}
		}
	}
	var all []thread
	for _, at := range order {
		t := thread{Search: at}
		first := values[0][at]
		for k := range in.Runs {
			if ratio, ok := log(values[k][at] / first); ok {
				t.logs = append(t.logs, ratio)
			}
		}
		if len(t.logs) < len(in.Runs) {
			continue
		}
		all = append(all, t)
		for k, v := range t.logs {
			f.row(in.Runs[k].Label, in.Runs[k].Commit, at.Solver, at.InstanceID, values[k][at], math.Pow(10, v))
		}
	}
	for k, loss := range losses {
		losses[k] = loss + ": " + english.ShortList(losers[loss], 2) + ")"
	}
	if len(losses) > 0 {
		f.note("No longer solved: " + english.ShortList(losses, 3) + ".")
	}
	if n := len(order) - len(all); n > 0 {
		f.note(fmt.Sprintf("Left out: %d of %d searches, without %s in all runs.", n, len(order), positive(in.unit)))
	}
	return all
}

// movers returns the searches that changed, those that changed most first. Of the searches of one
// instance that changed alike it returns one. It adds a note on the thin lines.
func movers(f *Figure, all []thread) []thread {
	var moved []thread
	still := 0
	for _, t := range all {
		if t.farthest() == 0 {
			still++
			continue
		}
		same := func(m thread) bool { return m.InstanceID == t.InstanceID && slices.Equal(m.logs, t.logs) }
		if k := slices.IndexFunc(moved, same); k >= 0 {
			moved[k].others++
		} else {
			moved = append(moved, t)
		}
	}
	slices.SortStableFunc(moved, func(a, b thread) int { return cmp.Compare(b.farthest(), a.farthest()) })
	switch n := len(moved); {
	case n == 0:
		f.note("Nothing changed.")
	case n > mostThreads:
		f.note(fmt.Sprintf("Grey: the %d of %d searches that went farthest from where they began.", mostThreads,
			len(all)))
		moved = moved[:mostThreads]
	case still > 0:
		f.note(fmt.Sprintf("Grey: the searches that changed; %d of %d did not.", still, len(all)))
	default:
		f.note("Grey: single searches.")
	}
	return moved
}

// runName returns the name of a run: its label without folders.
func (in *Input) runName(k int) string {
	label := in.Runs[k].Label
	if name := filepath.Base(label); name == results.RowsFile || name == results.PackedRows {
		label = filepath.Dir(label) // the name of the run directory
	}
	return filepath.Base(label)
}

// runTicks labels the runs, with their commits if these differ and there is room.
func (in *Input) runTicks(p *plot.Plot) {
	var ticks []plot.Tick
	commits := map[string]bool{}
	for _, r := range in.Runs {
		commits[r.Commit] = true
	}
	wide := vg.Length(0)
	for k, r := range in.Runs {
		text := in.runName(k)
		if len(commits) > 1 && r.Commit != "" {
			text += "\n" + r.Commit[:min(len(r.Commit), 7)]
		}
		wide = max(wide, p.X.Tick.Label.Width(text))
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: text})
	}
	room := in.column() - choose[vg.Length](in.Narrow, 150, 190) // left by the labels of the axis and the lines
	if n := len(ticks); n > 1 && wide*1.15 > room/vg.Length(n-1) {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
		every := 1 + n/40
		for k := range ticks {
			ticks[k].Label = in.runName(k)
			if k%every != 0 && k != n-1 {
				ticks[k].Label = ""
			}
		}
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
}
