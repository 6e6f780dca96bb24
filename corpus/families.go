package corpus

// families lists all families, in the order of the pages about them. A new family is a file with
// its generator, a line here, and a manifest in catalogue/.
var families = []*Family{
	&sudokus, &hunted, &sudokuEmpty, &sudokuHoles,
	&queens, &torus, &langford, &skolem,
	&domino, &aztec, &lozenge, &squares, &rectangles, &tiling, &pentomino, &pentominoHole, &polyomino,
	&hexiamond, &polyhex, &tetrastick, &soma, &polycube, &bricks, &boxes,
	&latin, &qwh, &transversal, &mates, &sts, &kirkman, &golfers, &onefactor,
	&matching, &permanent, &bell, &blocks, &threedm, &numbertriples, &threepartition, &trianglePartition, &colouring,
	&randomCover, &density,
}
