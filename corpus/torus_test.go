package corpus

import (
	"fmt"
	"testing"
)

func TestTorusQueensAreA051906(t *testing.T) {
	for k, want := range []int64{1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524} {
		for _, form := range []string{"", "_primary"} {
			name := fmt.Sprintf("%d%s", k+1, form)
			if got := solved(t, &torus, name).Solutions; got != want {
				t.Errorf("torus/%s: got %d solutions, want %d", name, got, want)
			}
		}
	}
}
