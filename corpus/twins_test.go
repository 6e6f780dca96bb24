package corpus

import (
	"errors"
	"strings"
	"testing"

	"xcbench/format"
)

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
			in, err := readRow(strings.Split(f[0]+"\t"+f[1]+"\t"+f[2]+basis+strings.Replace(f[3], "_", " ", 1), "\t"))
			if err != nil {
				t.Fatal(err)
			}
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
