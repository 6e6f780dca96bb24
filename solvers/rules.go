package solvers

import (
	"xcbench/cover"
	"xcbench/solvers/cells"
	"xcbench/solvers/count"
	"xcbench/solvers/infer"
	"xcbench/solvers/lanes"
	"xcbench/solvers/sat"
)

// definitions defines the choice rules in words. The packages that declare them have the details.
var definitions = map[cover.Rule]string{
	cover.MRV:   "Branch on the item with the fewest options. Among equals, take the first item of the problem.",
	cover.First: "Branch on the first uncovered item of the problem.",
	cells.SSXC1: "The rule of Knuth's program SSXC1. Skip an option that would leave an item without options. " +
		"Branch on the item with the fewest options; among equals, the order left by earlier work decides.",
	cells.SSXCC: "The rule of Knuth's program SSXCC: ssxc1, but items with only one option come first. " +
		"Otherwise, among equals, take the first item of the problem.",
	lanes.Forced: "Take the option of every item that has only one, without a node of its own. " +
		"If every option of an item a contains an item b, drop the other options of b. Then branch like mrv.",
	infer.Infer: "Take forced options without a node of their own, and remove options that cannot be in a solution. " +
		"The shape of the problem decides which removals are tried. Then branch like mrv.",
	sat.CDCL: "Assign the variable that took part in the most conflicts lately. " +
		"Learn a clause from each conflict, and restart from time to time. There is no tree of options.",
	count.Input:   "Sweep the items in the order of the problem. Equal states of the frontier are one node.",
	count.Reverse: "Sweep the items in reverse order. Equal states of the frontier are one node.",
	count.Breadth: "Sweep the items breadth first from a peripheral one. Equal states of the frontier are one node.",
	count.Memory:  "Branch like mrv. A set of uncovered items that was met before is no node.",
	count.Turns:   "Enumerate and sweep in turns; the first to end has the count.",
	count.Greedy: "Sweep the items in an order that keeps the frontier small. " +
		"Equal states of the frontier are one node.",
}

// Definition defines a choice rule in a few sentences. It returns "" for a rule of another program.
func Definition(rule cover.Rule) string { return definitions[rule] }
