package bench_test

import "xcbench/cover"

// lastTie branches on the last of the smallest items, as if < had become <= in its scan. It
// searches the problem with its items in reverse order.
type lastTie struct{ faulty }

func (lastTie) Prepare(p *cover.Problem) (cover.Search, error) {
	var b cover.Builder
	for i := p.Primary() - 1; i >= 0; i-- {
		b.Primary(p.Name(i))
	}
	for i := p.Primary(); i < p.Items(); i++ {
		b.Secondary(p.Name(i))
	}
	var items []int
	for o := range p.Options() {
		items = items[:0]
		for _, i := range p.Option(o) {
			if at := int(i); at < p.Primary() {
				items = append(items, p.Primary()-1-at)
			} else {
				items = append(items, at)
			}
		}
		b.OptionOf(items...)
	}
	reversed, err := b.Problem()
	if err != nil {
		return nil, err
	}
	return good.Solver.Prepare(reversed)
}
