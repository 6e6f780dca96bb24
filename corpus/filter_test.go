package corpus

import (
	"fmt"
	"strings"
	"testing"
)

func TestFilterChoosesInstances(t *testing.T) {
	count := func(query string) int {
		t.Helper()
		filter := must(NewFilter(query))
		n := 0
		for _, in := range All() {
			ok := must(filter.Match(in))
			if ok {
				n++
			}
		}
		return n
	}
	all, queens, domino := len(All()), len(queens.IDs()), len(domino.IDs())
	for query, want := range map[string]int{
		"":                                      all,
		"family:queens":                         queens,
		"family:queens -inst:8":                 queens - 1,
		"family:(queens OR domino)":             queens + domino,
		"tier:full OR tier:(smoke OR standard)": all - 40,
		"inst:/^forum/ family:sudoku":           8,
		"family:queens family:langford":         0,
		"nobody:asked":                          0,
		"family:sudoku author:eleven year:2011": 6,
		"/family:queens -/inst:8":               queens - 1,
		"-(/family:queens OR family:domino)":    all - queens - domino,
		"family:queens n:8":                     2,
		"family:queens n:8 order:middle":        1,
		"family:queens options:64 items:42":     2,
		"size:tiny OR -size:tiny":               all,
		"basis:open inst:/^free5_/":             2,
	} {
		if got := count(query); got != want {
			t.Errorf("%q: got %d instances, want %d", query, got, want)
		}
	}
	for _, query := range []string{"family:(", "-", "inst:/(/", "\x00", strings.Repeat("(", 1000)} {
		if _, err := NewFilter(query); err == nil || err.Error() == "" || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want an error of one line", query, err)
		}
	}
}

// The jobs of an array count from 0 or from 1.
func TestShardsAddUp(t *testing.T) {
	for _, text := range []string{"1", "1/x", "-1/3", "1/0", "0/0", "1/-3"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, s)
		}
	}
	if second, err := ParseShard("2/3"); err != nil || !second.Has(1) || second.Has(2) {
		t.Errorf("2/3: got %v, %v, want the second shard", second, err)
	}
	for _, first := range []int{0, 1, 5} {
		seen := make([]int, 10)
		for number := range 3 {
			s := must(ParseShard(fmt.Sprintf("%d/3", first+number)))
			for k := range seen {
				if s.Has(k) {
					seen[k]++
				}
			}
		}
		for k, n := range seen {
			if n != 1 {
				t.Errorf("from %d: instance %d is in %d of three shards, want 1", first, k, n)
			}
		}
	}
}
