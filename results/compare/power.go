package compare

// CanMark reports whether so many samples of two sides can show a difference in a single one of so
// many comparisons, however great it is. Correction by Benjamini-Hochberg and by Holm multiply the
// p-value of a single difference by the number of comparisons.
func (m Method) CanMark(base, other, comparisons int) bool {
	return leastP(base, other)*float64(comparisons) < m.Alpha
}

// SamplesToMark returns the smallest number of samples of each side for which [Method.CanMark]
// reports true.
func (m Method) SamplesToMark(comparisons int) int {
	n := 1
	for !m.CanMark(n, n, comparisons) {
		n++
	}
	return n
}
