package report_test

import (
	"math/big"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/report"
)

func textOf(t *testing.T, table report.Table, format string) string {
	t.Helper()
	var text strings.Builder
	if err := table.Write(&text, format); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Options without a primary item are dropped, and keep their number.
func TestOptionsHaveTheNumbersOfTheInput(t *testing.T) {
	var b cover.Builder
	b.Primary("a")
	b.Secondary("s")
	b.Option("s")
	b.Option("a")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	table := report.OptionFrequencies("p", p, []*big.Int{big.NewInt(1)}, big.NewInt(1))
	if got := textOf(t, table, "csv"); !strings.HasSuffix(got, "\n2,a,1,1\n") {
		t.Errorf("got %s, want option 2", got)
	}
}
