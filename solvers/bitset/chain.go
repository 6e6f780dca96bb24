package bitset

// chain is a child of a node together with the forced nodes below it.
type chain struct {
	from int    // where the row of the parent begins in state
	to   int    // where the rows of the nodes begin, each overwriting the one before
	link int    // the index of the first link; its option is given
	n    int    // the number of nodes
	key  uint64 // the least key of the last node
}

// link is a node of a chain: the option chosen to reach it, and how many options are then live.
type link struct{ option, live int32 }

// chainLength is the most nodes of a chain; forced nodes below it are a chain of their own. The
// limit bounds the memory, and the work that is lost where a search stops.
const chainLength = 64
