package corpus

// families lists all families, in the order of the pages about them. A new family is a generator in
// a file of its own or beside its relatives, a line here, and a manifest in catalogue/.
var families = []*Family{
	&sudokus, &hunted, &sudokuEmpty, &sudokuHoles,
	&queens, &torus, &langford, &skolem,
	&domino, &mutilated, &aztec, &lozenge, &squares, &rectangles, &tiling, &pentomino, &pentominoHole, &polyomino,
	&hexiamond, &polyhex, &tetrastick, &soma, &polycube, &bricks, &boxes,
	&latin, &qwh, &qcp, &transversal, &mates, &sts, &kirkman, &golfers, &onefactor,
	&matching, &permanent, &bell, &blocks, &threedm, &numbertriples, &threepartition, &trianglePartition, &colouring,
	&randomCover, &density,
	&edges, &macmahon, &macmahonTriangles, &wang, &debruijn, &queensColours, &graceful, &words,
}

// Families returns all families, in the order of the pages about them.
func Families() []*Family { return families }

// FamilyNames returns the names of all families.
func FamilyNames() []string {
	return each(families, func(f *Family) string { return f.Name })
}

// FindFamily returns the family with the given name.
func FindFamily(name string) (*Family, bool) {
	for _, f := range families {
		if f.Name == name {
			return f, true
		}
	}
	return nil, false
}
