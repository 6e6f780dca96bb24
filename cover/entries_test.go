package cover

import (
	"fmt"
	"testing"
	"unsafe"
)

// Links have 32 bits, and half of the numbers is left for headers and spacers. Of so many entries
// only the first exists.
func TestAProblemHasAtMostABillionEntries(t *testing.T) {
	const most = 1<<30 - 1
	for n, want := range map[int]string{
		most:     "<nil>",
		most + 1: "option 1: more than 1073741823 entries in all options together, expected no more",
	} {
		var b Builder
		b.Primary("a")
		b.begin()
		unreadable := struct {
			first    *int32
			len, cap int
		}{new(int32), n, n}
		b.p.items, b.p.start = *(*[]int32)(unsafe.Pointer(&unreadable)), []int32{int32(n)}
		if got := fmt.Sprint(b.end()); got != want {
			t.Errorf("%d entries: got %s, want %s", n, got, want)
		}
	}
}
