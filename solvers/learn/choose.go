package learn

// activity says which items and options took part in conflicts lately. Each conflict counts more than
// the one before it (Moskewicz et al. 2001; Eén and Sörensson 2003).
type activity struct {
	of   []float64
	step float64
}

const (
	growth = 1 / 0.985 // of the step. 1/0.95, as in MiniSat, takes 1.3 times the time, 1/0.99 as long
	most   = 1e100     // of an activity, before all are made smaller
)

func newActivity(n int) activity { return activity{of: make([]float64, n)} }

func (a *activity) begin() {
	clear(a.of)
	a.step = 1
}

func (a *activity) raise(k int32) {
	a.of[k] += a.step
	if a.of[k] > most {
		for k := range a.of {
			a.of[k] /= most
		}
		a.step /= most
	}
}

// usedBy notes that a clause took part in a conflict.
func (x *search) usedBy(c cause) {
	switch n := c.number(); c.kind() {
	case last:
		x.byItem.raise(n)
	case known:
		x.words[n+usedAt] = int32(x.tables.Conflicts)
		if at := n + distanceAt; x.words[at] > 2 {
			x.words[at] = min(x.words[at], x.distance(x.literals(n)))
		}
	}
}

// next returns the literal to guess, or -1 if all primary items are covered. It chooses the item with
// the most activity for its size; at first, that is the one with the fewest options. It prefers an
// option of the item that was chosen when it last had a value. Among equals, the most active goes first.
func (x *search) next() literal {
	least := x.byItem.step * 1e-4
	best, weight, size := int32(-1), 0.0, 1.0
	for _, i := range x.open {
		// Compares (activity + least) / size, without a division.
		w, n := x.byItem.of[i]+least, float64(x.items[i].size)
		if a, b := w*size, weight*n; a > b || a == b && i < best {
			best, weight, size = i, w, n
		}
	}
	if best < 0 {
		return -1
	}
	choice := literal(-1)
	for _, l := range x.optionsOf(best) {
		if x.value[l] == 0 && (choice < 0 || x.better(l>>1, choice>>1)) {
			choice = l
		}
	}
	return choice
}

// better reports whether option o is to be guessed before option p of the same item.
func (x *search) better(o, p int32) bool {
	if x.phase[o] != x.phase[p] {
		return x.phase[o] > x.phase[p]
	}
	return x.byOption.of[o] > x.byOption.of[p]
}
