package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// The puzzles of a stream share memory. Nothing of one answer shows in the next.
func TestAnswersShareNothingButMemory(t *testing.T) {
	const (
		one    = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
		solved = "468931527751624839392578461134756298289413675675289314846192753513867942927345186"
		easy   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		filled = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	)
	none, many := "11"+strings.Repeat(".", 79), strings.Repeat(".", 18)+solved[18:]
	const every = "468921537751634829" + "A\n" + "468931527751624839" + "A\n" + "751624839468931527" + "A\n" +
		"751634829468921537" + "A"
	all := strings.ReplaceAll(every, "A", solved[18:])
	in := strings.Join([]string{one, none, solved, many, easy, none, one, many}, "\n") + "\n"
	for _, c := range []struct{ args, want []string }{
		{[]string{"solve", "--count"},
			[]string{"1 " + solved, "0", "1 " + solved, "4", "1 " + filled, "0", "1 " + solved, "4"}},
		{[]string{"solve", "--count", "--check"},
			[]string{"1 " + solved, "0", "1 " + solved, "4", "1 " + filled, "0", "1 " + solved, "4"}},
		{[]string{"solve", "--count", "--limit", "1"},
			[]string{"1+", "0", "1+", "1+", "1+", "0", "1+", "1+"}},
		{[]string{"solve", "--all"},
			[]string{solved, "No Solution!", solved, all, filled, "No Solution!", solved, all}},
	} {
		var out, errs bytes.Buffer
		xcbench(context.Background(), c.args, strings.NewReader(in), &out, &errs)
		if want := strings.Join(c.want, "\n") + "\n"; out.String() != want {
			t.Errorf("%v: got\n%s%swant\n%s", c.args, out.String(), errs.String(), want)
		}
	}
}
