//go:build !purego

package lanes

import (
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// A kernel is available exactly if the processor has all instructions that it uses.
func TestKernelsNeedTheirInstructions(t *testing.T) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	all := func() {
		x := &cpu.X86
		x.HasAVX512F, x.HasAVX512BW, x.HasAVX2, x.HasBMI1 = true, true, true, true
	}
	for _, c := range []struct {
		lacking *bool
		want    []string
	}{
		{new(bool), []string{"avx512", "avx2", "plain"}},
		{&cpu.X86.HasAVX512F, []string{"avx2", "plain"}},
		{&cpu.X86.HasAVX512BW, []string{"avx2", "plain"}},
		{&cpu.X86.HasAVX2, []string{"plain"}},
		{&cpu.X86.HasBMI1, []string{"plain"}},
	} {
		all()
		*c.lacking = false
		var got []string
		for _, k := range available() {
			got = append(got, k.name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("features %+v: got kernels %v, want %v", cpu.X86, got, c.want)
		}
	}
}
