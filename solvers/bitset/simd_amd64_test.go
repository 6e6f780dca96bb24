//go:build !purego

package bitset

import (
	"testing"

	"golang.org/x/sys/cpu"
)

// Assembly is used exactly if the processor has all of its instructions.
func TestAssemblyNeedsItsInstructions(t *testing.T) {
	before := cpu.X86
	defer func() { cpu.X86 = before }()
	x := &cpu.X86
	for name, c := range map[string]struct {
		needs   []*bool
		present func() bool
	}{
		"AVX-512": {[]*bool{&x.HasAVX512F, &x.HasAVX512BW, &x.HasAVX512DQ, &x.HasAVX512VL, &x.HasAVX512VPOPCNTDQ,
			&x.HasAVX512BITALG}, func() bool { has, _, _ := features(); return has }},
		"AVX-512 for filter": {[]*bool{&x.HasAVX512F, &x.HasAVX512DQ}, func() bool { _, has, _ := features(); return has }},
		"AVX2": {[]*bool{&x.HasAVX2, &x.HasBMI1, &x.HasBMI2, &x.HasPOPCNT},
			func() bool { _, _, has := features(); return has }},
	} {
		for _, lacking := range append(c.needs, nil) {
			*x = before
			x.HasAVX512F, x.HasAVX512BW, x.HasAVX512DQ, x.HasAVX512VL = false, false, false, false
			x.HasAVX512VPOPCNTDQ, x.HasAVX512BITALG = false, false
			x.HasAVX2, x.HasBMI1, x.HasBMI2, x.HasPOPCNT = false, false, false, false
			for _, f := range c.needs {
				*f = f != lacking
			}
			if got, want := c.present(), lacking == nil; got != want {
				t.Errorf("%s, features %+v: got %v, want %v", name, cpu.X86, got, want)
			}
		}
	}
}
