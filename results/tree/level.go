package tree

import "math/bits"

// Level counts the nodes of one level by how they go on. If the tree is cut off, the last node
// counts only in Nodes, because nobody knows how it goes on.
type Level struct {
	Nodes     int64
	Solutions int64
	DeadEnds  int64
	Degrees   []int64 // the other nodes, by the class of their number of children
}

// exact is the number of children from which a class has more than one number.
const exact = 16

// classOf returns the class of a number of children. Every number below 16 has a class of its own.
// From 16 on, each power of two has two classes: 16-23, 24-31, 32-47, 48-63, ...
func classOf(children int64) int {
	if children < exact {
		return int(children)
	}
	e := bits.Len64(uint64(children)) - 1
	return exact + 2*(e-4) + int(children>>(e-1)&1)
}

// Children returns the smallest and the largest number of children in a class.
func Children(class int) (least, most int64) {
	if class < exact {
		return int64(class), int64(class)
	}
	e, half := 4+(class-exact)/2, int64((class-exact)%2)
	least = (2 + half) << (e - 1)
	return least, least + 1<<(e-1) - 1
}

// count counts a node when the search has left it.
func (s *Sketch) count(level int, n ancestor) {
	for len(s.Levels) <= level {
		s.Levels = append(s.Levels, Level{})
	}
	l := &s.Levels[level]
	l.Nodes++
	switch {
	case n.solution:
		l.Solutions++
	case n.children > 0:
		class := classOf(n.children)
		for len(l.Degrees) <= class {
			l.Degrees = append(l.Degrees, 0)
		}
		l.Degrees[class]++
	case level != s.OpenAt: // OpenAt is set before the last node is left
		l.DeadEnds++
	}
}
