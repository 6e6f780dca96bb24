package count

import (
	"context"
	"math/big"

	"xcbench/cover"
)

// A Stop says why numbers of a diagram were not found: the status is [cover.Memout] or
// [cover.Timeout].
type Stop struct{ Status cover.Status }

func (s *Stop) Error() string { return "stopped: " + string(s.Status) }

// pass begins one way through the diagram. The function that ends the pass gives its memory back, and
// returns a [Stop] if the pass had to stop.
func (d *Diagram) pass(ctx context.Context) (done func() error) {
	before := d.used
	d.start(ctx)
	return func() error {
		d.used = before
		if d.stopped {
			return &Stop{d.status}
		}
		return nil
	}
}

// Frequencies returns for each option of the problem how many solutions have it. The error is a
// [Stop].
func (d *Diagram) Frequencies(ctx context.Context) ([]*big.Int, error) {
	done := d.pass(ctx)
	above := d.numbers() // by state, the paths to it
	if d.stopped {
		return nil, done()
	}
	above.set(d.root(), big.NewInt(1))
	all := make([]*big.Int, d.p.Options())
	for o := range all {
		all[o] = new(big.Int)
	}
	sum := new(big.Int)
	for state := d.root(); state > end && !d.stopped; state-- {
		paths := above.of(state)
		for _, e := range d.out(state) {
			to := int(e.to)
			above.set(to, sum.Add(above.of(to), paths))
			all[e.option].Add(all[e.option], sum.Mul(paths, d.below.of(to)))
		}
		d.spend(int64(1 + len(d.out(state))*above.each*above.each))
	}
	return all, done()
}
