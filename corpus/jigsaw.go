package corpus

// jigsaw returns a board whose regions are random connected pieces of side cells each. It starts
// with boxes of rows by cols cells and makes many exchanges of cells between neighbouring regions.
func jigsaw(rows, cols int, d dice) symbolBoard {
	b := boxed(rows, cols, false)
	n := b.side
	for done := 0; done < 8*n; {
		x, y := d.below(n*n), d.below(n*n)
		from, to := b.region[x], b.region[y]
		if from == to || !b.touches(x, to) || !b.touches(y, from) {
			continue
		}
		b.region[x], b.region[y] = to, from
		if b.connected(from) && b.connected(to) {
			done++
		} else {
			b.region[x], b.region[y] = from, to
		}
	}
	return b
}

// around calls visit with each cell that shares a side with cell k.
func (b symbolBoard) around(k int, visit func(int)) {
	r, c := k/b.side, k%b.side
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if i, j := r+d[0], c+d[1]; 0 <= i && i < b.side && 0 <= j && j < b.side {
			visit(i*b.side + j)
		}
	}
}

// touches says whether a cell beside cell k is in the region.
func (b symbolBoard) touches(k, region int) bool {
	touches := false
	b.around(k, func(i int) { touches = touches || b.region[i] == region })
	return touches
}

// connected says whether the region is in one piece.
func (b symbolBoard) connected(region int) bool {
	seen := make([]bool, len(b.region))
	reached := 0
	var walk func(k int)
	walk = func(k int) {
		if seen[k] || b.region[k] != region {
			return
		}
		seen[k] = true
		reached++
		b.around(k, walk)
	}
	for k, r := range b.region {
		if r == region {
			walk(k)
			break
		}
	}
	return reached == b.side
}
