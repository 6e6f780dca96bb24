package report

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNumbersAndTextsAreWrittenAsByEncodingJSONAndCSV(t *testing.T) {
	numbers := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.99e-7, 1e-7, -1.5e-10, 1e20, 1e21, -1e22, 1 << 53, 1<<53 + 2, math.MaxFloat64, math.SmallestNonzeroFloat64}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		if x := math.Float64frombits(r.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			numbers = append(numbers, x, math.Trunc(math.Mod(x, 1e18)))
		}
	}
	for _, x := range numbers {
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendJSON([]byte("1.0e-09"), x); string(got) != "1.0e-09"+string(want) {
			t.Errorf("got %s, want %s", got[7:], want)
		}
	}
	for _, s := range []string{"", "queens/8 dlx_index", "a,b", `a"b`, "a\nb", " a", "a ", `\.`, `\a`, "é", "<&>", "\xff", "\u2028", "\u00a0a"} {
		var want strings.Builder
		w := csv.NewWriter(&want)
		w.Write([]string{s, s})
		w.Flush()
		if got := quoteCSV(s) + "," + quoteCSV(s) + "\n"; got != want.String() {
			t.Errorf("CSV of %q: got %q, want %q", s, got, want.String())
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := quoteJSON(s); got != string(text) {
			t.Errorf("JSON of %q: got %s, want %s", s, got, text)
		}
	}
}
