package count

import (
	"math"
	"math/big"
	"os"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

func factorials(n int64, step int64) *big.Int {
	product := big.NewInt(1)
	for ; n > 1; n -= step {
		product.Mul(product, big.NewInt(n))
	}
	return product
}

// macMahon returns the number of lozenge tilings of a hexagon with the given sides.
func macMahon(a, b, c int64) *big.Int {
	top, bottom := big.NewInt(1), big.NewInt(1)
	for i := int64(1); i <= a; i++ {
		for j := int64(1); j <= b; j++ {
			for k := int64(1); k <= c; k++ {
				top.Mul(top, big.NewInt(i+j+k-1))
				bottom.Mul(bottom, big.NewInt(i+j+k-2))
			}
		}
	}
	return top.Div(top, bottom)
}

// bell returns the number of partitions of a set of n things, by Bell's triangle.
func bell(n int) *big.Int {
	row := []*big.Int{big.NewInt(1)}
	for range n - 1 {
		next := []*big.Int{row[len(row)-1]}
		for k, x := range row {
			next = append(next, new(big.Int).Add(next[k], x))
		}
		row = next
	}
	return row[len(row)-1]
}

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return n
}

func TestCountsAreTheClosedForms(t *testing.T) {
	for _, c := range []struct {
		id   string
		rule cover.Rule
		want *big.Int
		long bool
	}{
		{"domino/8x8", Breadth, big.NewInt(12988816), false}, // Kasteleyn 1961
		{"domino/12x12", Breadth, big.NewInt(53060477521960000), false},
		{"domino/16x16", Breadth, number("2444888770250892795802079170816"), true},
		{"aztec/6", Breadth, power(21), false}, // Elkies, Kuperberg, Larsen and Propp 1992
		{"aztec/12", Greedy, power(78), false},
		{"aztec/8", Input, power(36), true},
		{"lozenge/4x4x4", Input, macMahon(4, 4, 4), false},
		{"lozenge/3x5x4", Reverse, macMahon(3, 5, 4), false},
		{"lozenge/8x8x8", Greedy, macMahon(8, 8, 8), true},
		{"matching/k14", Input, factorials(13, 2), false},
		{"matching/k20", Greedy, factorials(19, 2), true},
		{"bell/9", Greedy, bell(9), false},
		{"bell/13", Input, bell(13), true},
		{"latin/4", Input, big.NewInt(576), false}, // OEIS A002860
		{"latin/5", Input, big.NewInt(161280), false},
		{"squares/9x9", Input, number("5353011036"), false}, // OEIS A045846
		{"squares/2x20", Reverse, big.NewInt(10946), false}, // Fibonacci
		{"rectangles/5x5", Input, number("84231996"), true}, // OEIS A182275
		{"permanent/full12", Breadth, factorials(12, 1), false},
	} {
		if c.long && testing.Short() {
			continue
		}
		if got := count(t, Frontier(c.rule), corpustest.Problem(c.id), cover.Limits{}); got.CountText() != c.want.String() {
			t.Errorf("%s, %s: got %s solutions, want %s", c.id, c.rule, got.CountText(), c.want)
		}
	}
}

// kasteleyn returns the number of domino tilings of a board with even sides, about (Kasteleyn 1961).
func kasteleyn(m, n int) float64 {
	product := 1.0
	for j := 1; j <= m/2; j++ {
		for k := 1; k <= n/2; k++ {
			a, b := math.Cos(math.Pi*float64(j)/float64(m+1)), math.Cos(math.Pi*float64(k)/float64(n+1))
			product *= 4*a*a + 4*b*b
		}
	}
	return product
}

func TestLargeCountsAreThoseOfTheLiterature(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("set XCBENCH_LONG=1 to count for some seconds")
	}
	want := map[string]*big.Int{
		"bell/14":        bell(14),
		"bell/16":        bell(16),
		"matching/k28":   factorials(27, 2),
		"domino/20x20":   number("1269984011256235834242602753102293934298576249856"), // OEIS A004003
		"squares/13x13":  number("1451740730942350766748"),                            // OEIS A045846
		"squares/14x14":  number("5064070747064013556294032"),
		"rectangles/7x7": number("18100579400986674"), // OEIS A182275
	}
	for id, n := range want {
		s := Best(dlx.Index(cover.MRV), "dlx_index")
		if got := count(t, s, corpustest.Problem(id), cover.Limits{}); got.CountText() != n.String() {
			t.Errorf("%s: got %s solutions, want %s", id, got.CountText(), n)
		}
	}
	close, _ := new(big.Float).SetInt(want["domino/20x20"]).Float64()
	if ratio := kasteleyn(20, 20) / close; math.Abs(ratio-1) > 1e-12 {
		t.Errorf("Kasteleyn's formula gives %g times the count of domino/20x20", ratio)
	}
}
