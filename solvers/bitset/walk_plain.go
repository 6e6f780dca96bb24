package bitset

import "math/bits"

// walkPlain is the plain twin of walk.
func (t *fieldTables) walkPlain(n, steps int) (done int) {
	for done < steps {
		w := &t.walkers[done%n]
		if w.top >= w.room {
			break
		}
		solved := t.stepPlain(w)
		done++
		if solved {
			t.solutions++
		}
		if w.empty() || solved && t.ordered {
			break
		}
	}
	return done
}

// stepPlain enters the next node of w, and reports whether it is a solution.
func (t *fieldTables) stepPlain(w *walker) (solved bool) {
	parent := w.stack[w.top:]
	depth, o := t.next(w)
	t.chose[depth] = int(o.option)
	if parent[leftWord] &= parent[leftWord] - 1; parent[leftWord] != 0 {
		w.top += t.stride
	}
	child := w.stack[w.top:] // takes the place of the parent after its last option
	key, updates := t.childPlain(child[headWords:][:t.row], parent[headWords:][:t.row], t.killed(w, o))
	t.updates += updates
	t.tallies[depth*tallyWords] += uint64(updates)
	t.tallies[(depth+1)*tallyWords+nodesWord]++
	child[leftWord] = 0
	if key < t.covered {
		field := key & (1<<t.shift - 1) << t.log
		word := child[headWords+int(field/64)] >> (field % 64)
		child[leftWord], child[fieldWord] = word&(1<<(1<<t.log-1)-1), field
	}
	child[depthWord] = uint64(depth + 1)
	t.depth = depth + 1
	if child[leftWord] == 0 { // a solution or a dead end
		w.top -= t.stride
	}
	return key >= t.covered
}

// childPlain makes the row of a child: child = parent AND NOT kill. It works on words of 1 to 4
// fields instead of blocks. It returns the least key of the child, and how many options are no longer
// live.
func (t *fieldTables) childPlain(child, parent, kill []uint64) (key uint64, updates int) {
	best := t.covered
	for w, ids := range t.ids[:t.fields] {
		v := parent[w] &^ kill[w]
		child[w] = v
		if v == 0 {
			continue // its items are all covered
		}
		n := v
		switch {
		case t.first: // an active item counts as one option: its flag
			n = v >> (1<<t.log - 1) & t.lowest()
		case t.log == 6:
			n = uint64(bits.OnesCount64(v))
		default:
			n = v - v>>1&0x5555555555555555
			n = n&0x3333333333333333 + n>>2&0x3333333333333333
			n = (n + n>>4) & 0x0f0f0f0f0f0f0f0f
			n = (n + n>>8) & 0x00ff00ff00ff00ff
			if t.log == 5 {
				n = (n + n>>16) & 0x0000ffff0000ffff
			}
		}
		switch t.log {
		case 4:
			for l := 0; l < 64; l += 16 {
				best = min(best, uint64(uint16(n>>l)<<t.shift+uint16(ids>>l)))
			}
		case 5:
			for l := 0; l < 64; l += 32 {
				best = min(best, uint64(uint32(n>>l)<<t.shift+uint32(ids>>l)))
			}
		case 6:
			best = min(best, uint64(uint32(n)<<t.shift+uint32(ids)))
		}
	}
	for w := t.fieldWords; w < t.used; w++ {
		updates += bits.OnesCount64(parent[w] & kill[w])
		child[w] = parent[w] &^ kill[w]
	}
	return best, updates
}

// lowest has the lowest bit of each field.
func (s *fieldShape) lowest() uint64 { return ^uint64(0) / (1<<(1<<s.log) - 1) }
