package tree

import "math/bits"

// Level counts the nodes of one level by how they continue. The last node of an open tree counts in
// Nodes only, because its children are not known.
type Level struct {
	Nodes     int64
	Solutions int64
	Degrees   []int64 // other nodes by the class of their number of children: 0 for dead ends
}

// firstRange is the least number of children that shares its class with other numbers.
const firstRange = 16

// classOf returns the class of a number of children. Each number below 16 is its own class. From 16
// on, each power of two has two classes: 16-23, 24-31, 32-47, 48-63, ...
func classOf(children int64) int {
	if children < firstRange {
		return int(children)
	}
	e := bits.Len64(uint64(children)) - 1
	return firstRange + 2*(e-4) + int(children>>(e-1)&1)
}

// Children returns the least and the largest number of children in a class.
func Children(class int) (least, most int64) {
	if class < firstRange {
		return int64(class), int64(class)
	}
	e, half := 4+(class-firstRange)/2, int64((class-firstRange)%2)
	least = (2 + half) << (e - 1)
	return least, least + 1<<(e-1) - 1
}

// count adds a node whose whole subtree is known.
func (l *Level) count(b Block) {
	l.Nodes++
	if b.Solution() {
		l.Solutions++
	} else if b.Children >= 0 {
		class := classOf(b.Children)
		for len(l.Degrees) <= class {
			l.Degrees = append(l.Degrees, 0)
		}
		l.Degrees[class]++
	}
}
