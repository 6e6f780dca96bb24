package learn

import "math/bits"

// weighing looks for a proof that a problem has no solution: weights of the primary items modulo 2 or 3
// under which each option weighs 0, and all items together do not. The options of a solution contain
// each item once, so their weights would add up to that of all items. On a mutilated chessboard, white
// squares weigh 1 and black ones 2, modulo 3.
//
// There are such weights unless the vector with 1 for each item is a sum of multiples of options. So
// Gaussian elimination makes a basis of the options, one after another.
type weighing struct {
	modulus int
	next    int     // the next option
	rows    []trits // by item, the vector of the basis whose first item it is, or zeros
	vector  []trits // to be added
	steps   int     // so far, of about 1 ns
}

// trits have the coefficients of 64 items: where they are 1, and where they are 2.
type trits struct{ one, two uint64 }

// plus returns the sum modulo 3, in seven operations.
func (a trits) plus(b trits) trits {
	s := (a.one | b.two) ^ (a.two | b.one)
	return trits{(a.two | b.two) ^ s, (a.one | b.one) ^ s}
}

// mostWeighed bounds the items, for the basis takes up to 16 MB then.
const mostWeighed = 1 << 13

// weighingShare is how many times fewer steps weighing takes than the search.
const weighingShare = 128

// unsolvable looks on for weights, for a share of the steps so far. The search is at level 0. No short
// proof in clauses is known for what weights show, so nobody looks for them if the search shows its proof.
func (x *search) unsolvable() bool {
	w, n := &x.weighing, len(x.items)
	if n > mostWeighed || x.proof != nil {
		return false
	}
	words := (n + 63) / 64
	for budget := (x.looks*patience - x.steps) / weighingShare; w.modulus <= 3 && w.steps < budget; w.next++ {
		if w.next == 0 {
			if w.steps+n*words > budget {
				break
			}
			w.begin(n, words)
		}
		clear(w.vector)
		if w.next < x.p.Options() {
			if x.value[2*w.next] >= 0 {
				w.add(x.primaryOf(int32(w.next)))
			}
			continue
		}
		for i := range n {
			w.vector[i/64].one |= 1 << (i % 64)
		}
		if w.reduce() {
			return true
		}
		w.modulus, w.next = w.modulus+1, -1
	}
	return false
}

// begin begins a basis.
func (w *weighing) begin(items, words int) {
	if w.rows == nil {
		w.rows, w.vector = make([]trits, items*words), make([]trits, words)
	}
	clear(w.rows)
	w.steps += len(w.rows)
}

// add adds an option to the basis.
func (w *weighing) add(items []int32) {
	for _, i := range items {
		w.vector[i/64].one |= 1 << (i % 64)
	}
	w.reduce()
}

// reduce adds multiples of the basis to the vector. It reports whether something is left, which becomes
// a vector of the basis.
func (w *weighing) reduce() bool {
	for k := range w.vector {
		for w.vector[k] != (trits{}) {
			first := 64*k + bits.TrailingZeros64(w.vector[k].one|w.vector[k].two)
			row := w.rows[first*len(w.vector):][:len(w.vector)]
			w.steps += len(row)
			if row[k] == (trits{}) {
				copy(row, w.vector)
				return true
			}
			for j := k; j < len(row); j++ {
				if w.modulus == 3 {
					w.vector[j] = w.vector[j].plus(row[j])
				} else {
					w.vector[j].one ^= row[j].one
				}
			}
		}
	}
	return false
}
