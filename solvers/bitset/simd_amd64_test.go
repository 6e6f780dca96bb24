//go:build !purego

package bitset

import (
	"testing"

	"golang.org/x/sys/cpu"
)

func init() {
	if !hasAVX2 {
		return
	}
	forms = append(forms, form{"filter", prepareFilter, false}, form{"fields", prepareFields, true})
	eachProcessor = func(f func(name string)) {
		avx512, filter512 := hasAVX512, filterAVX512
		defer func() { hasAVX512, filterAVX512 = avx512, filter512 }()
		if hasAVX512 {
			f("AVX-512 with popcounts")
		}
		if hasAVX512 = false; filterAVX512 {
			f("AVX-512")
		}
		filterAVX512 = false
		f("AVX2")
	}
}

// Assembly is used exactly if the processor has all of its instructions.
func TestAssemblyNeedsItsInstructions(t *testing.T) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	x := &cpu.X86
	for k, needs := range [][]*bool{
		{&x.HasAVX512F, &x.HasAVX512BW, &x.HasAVX512DQ, &x.HasAVX512VL, &x.HasAVX512VPOPCNTDQ, &x.HasAVX512BITALG},
		{&x.HasAVX512F, &x.HasAVX512DQ},
		{&x.HasAVX2, &x.HasBMI1, &x.HasBMI2, &x.HasPOPCNT},
	} {
		for _, lacking := range append(needs, new(bool)) {
			cpu.X86 = before
			for _, f := range needs {
				*f = true
			}
			complete := !*lacking
			*lacking = false
			avx512, filter512, avx2 := features()
			if got := []bool{avx512, filter512, avx2}[k]; got != complete {
				t.Errorf("level %d of 3, features %+v: got %v, want %v", k, cpu.X86, got, complete)
			}
		}
	}
}
