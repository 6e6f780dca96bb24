package corpus

import (
	"errors"
	"strings"
	"testing"

	"xcbench/format"
)

// Problems of the same size that differ in one respect, and those that differ in names and order only.
func TestARefinementIsOfTheProblemAlone(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"a b | c\na c\nb\n", "x y | z\ny\nz x\n", true},
		{"a b | c\na c:r\nb c:s\n", "a b | c\na c:1\nb c:2\n", true},
		{"a b | c\na c\nb\n", "a b c\na c\nb\n", false},                                                 // secondary
		{"a b | c\na c:r\nb c:r\n", "a b | c\na c:r\nb c\n", false},                                     // colour
		{"a b c d e f g\na b\nb c\nc d\nd e\nf g\n", "a b c d e f g\na b\nb c\nc d\ne f\nf g\n", false}, // paths
	} {
		var hashes []uint64
		for _, text := range []string{c.a, c.b} {
			r := must(format.NewReader("t", strings.NewReader(text), format.Options{From: "dlx"}))
			puzzle := must(r.Read())
			hashes = append(hashes, refinement(puzzle.Problem()))
		}
		if got := hashes[0] == hashes[1]; got != c.equal {
			t.Errorf("%q and %q: got equal %v, want %v", c.a, c.b, got, c.equal)
		}
	}
}

// Of problems that look the same, all but one are declared. Order and names make no difference, colours do.
func TestAProblemCountsOnce(t *testing.T) {
	const basis = "\t-\t-\t-\t-\t-\t-\t-\t"
	for _, c := range []struct{ rows, faults string }{
		{"matching/k6 full 15 -,blocks/6_k2 full 15 -", "blocks/6_k2"},
		{"matching/k6 full 15 -,blocks/6_k2 full 15 distinct", ""},
		{"matching/k6 full 15 -,blocks/6_k2 - 15 twin_matching/k6", ""},
		{"blocks/6_k2 - 15 twin_matching/k6,matching/k6 full 15 -", ""},
		{"blocks/6_k2 - 15 twin_matching/k7", "blocks/6_k2"},
		{"queens/6 full 4 -,queens/6_middle full 4 -", "queens/6_middle"},
		{"queens/7 - 40 twin_queens/8_middle", "queens/7"},
		{"queens/8 - 92 twin_queens/8_middle", "queens/8"},      // a twin itself
		{"graceful/cycle3 full 12 -,graceful/k3 full 13 -", ""}, // two answers
		{"edges/6_c7_s1 full ? -,edges/6_c7_s3 full ? -", ""},
		{"debruijn/2x8_w2x2 full ? -,debruijn/8x2_w2x2 full ? -", "debruijn/8x2_w2x2"},
	} {
		twins, faults := Twins{}, []string{}
		for row := range strings.SplitSeq(c.rows, ",") {
			f := strings.Fields(row)
			in := must(readRow(strings.Split(f[0]+"\t"+f[1]+"\t"+f[2]+basis+strings.Replace(f[3], "_", " ", 1), "\t")))
			var syntax *format.SyntaxError
			if err := twins.Add(in, problemOf(t, in.ID())); errors.As(err, &syntax) {
				faults = append(faults, in.ID())
			}
		}
		if got := strings.Join(faults, " "); got != c.faults {
			t.Errorf("%s: got faults of %q, want %q", c.rows, got, c.faults)
		}
	}
}
