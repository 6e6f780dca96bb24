package corpus

// families are all there are, in the order of the pages about them. A new one is
// a file with its generator, a line here, and a manifest in catalogue/.
var families = []*Family{
	&queens, &langford, &skolem, &domino, &pentomino, &sudokus, &sudokuEmpty, &sudokuHoles,
}
