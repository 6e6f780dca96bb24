package tree

import "math/bits"

// Level is how the nodes of one level of a tree go on. The last node of a tree that is cut
// off counts in Nodes only: nobody knows.
type Level struct {
	Nodes     int64
	Solutions int64
	DeadEnds  int64
	Degrees   []int64 // of the others, by the class of their number of children
}

// exact is the number of children from which on classes have more than one number in them.
const exact = 16

// classOf returns the class of a number of children. A number below 16 is a class of its
// own; from there on each power of two has two: 16-23, 24-31, 32-47, 48-63, ...
func classOf(children int64) int {
	if children < exact {
		return int(children)
	}
	e := bits.Len64(uint64(children)) - 1
	return exact + 2*(e-4) + int(children>>(e-1)&1)
}

// Children returns the least and the largest number of children in a class.
func Children(class int) (least, most int64) {
	if class < exact {
		return int64(class), int64(class)
	}
	e, half := 4+(class-exact)/2, int64((class-exact)%2)
	least = (2 + half) << (e - 1)
	return least, least + 1<<(e-1) - 1
}

// count counts a node of the path that has been left.
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
	case level != s.OpenAt: // which is known when the last node is left
		l.DeadEnds++
	}
}
