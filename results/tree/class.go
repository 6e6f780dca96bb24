package tree

// ownClasses is the last class of a single number of children.
const ownClasses = 16

// Children returns the least and the largest number of children of the nodes in a class. Class 0 has
// the solutions, and class 1 the dead ends. Each number of children below 16 has a class of its own.
// From 16 on, each power of two has two classes: 16-23, 24-31, 32-47, 48-63, ...
func Children(class int) (least, most int64) {
	if class <= ownClasses {
		n := int64(max(0, class-1))
		return n, n
	}
	size := int64(8) << ((class - ownClasses - 1) / 2)
	least = size * int64(2+(class-ownClasses-1)%2)
	return least, least + size - 1
}

// classOf returns the class of a node.
func classOf(b Block) (class int) {
	if b.Solution() {
		return 0
	}
	for most := int64(-1); most < b.Children; {
		class++
		_, most = Children(class)
	}
	return class
}
