package bitset

// chain is a child of a node and all that is forced below it.
type chain struct {
	from int    // where the row of the parent begins in state
	to   int    // where that of each node of the chain does, one over the other
	link int    // the first of its links, the option of which is given
	n    int    // its nodes
	key  uint64 // the least of the last node
}

// link is a node of a chain: the option taken to come to it, and the number of those live
// then.
type link struct{ option, live int32 }

// chainLength is the most nodes that a chain can have; what is forced below is a chain of its own. It
// bounds the memory, and what is made for nothing where a search stops.
const chainLength = 64
