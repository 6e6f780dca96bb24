//go:build !purego

package lanes

import (
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

// A kernel is available exactly if the processor has all instructions that it uses.
func TestKernelsNeedTheirInstructions(t *testing.T) {
	x := &cpu.X86
	before := *x
	defer func() { *x = before }()
	for lacking, want := range map[*bool]string{
		new(bool):      "avx512 avx2 plain",
		&x.HasAVX512F:  "avx2 plain",
		&x.HasAVX512BW: "avx2 plain",
		&x.HasAVX2:     "plain",
		&x.HasBMI1:     "plain",
	} {
		x.HasAVX512F, x.HasAVX512BW, x.HasAVX2, x.HasBMI1 = true, true, true, true
		*lacking = false
		var got []string
		for _, k := range available() {
			got = append(got, k.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("features %+v: got kernels %v, want %s", cpu.X86, got, want)
		}
	}
}
