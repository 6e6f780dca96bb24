//go:build !purego

package infer

import "golang.org/x/sys/cpu"

// hasLists says whether the processor has the instructions that the assembly of lists uses. Intel's
// have had them since Skylake-X (2017), AMD's since Zen 4 (2022).
func hasLists() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ &&
		cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
}

// lists are the kernels of lists with masks of one and of two words.
var lists = [2]listKernel{
	{sift1AVX512, pick1AVX512, look1AVX512, shrink1AVX512, squeezeAVX512},
	{sift2AVX512, pick2AVX512, look2AVX512, shrink2AVX512, nil},
}

//go:noescape
func sift1AVX512(l *list, v *listLevel, from int, chosen mask)

//go:noescape
func sift2AVX512(l *list, v *listLevel, from int, chosen mask)

//go:noescape
func pick1AVX512(l *list, v *listLevel, item mask) int

//go:noescape
func pick2AVX512(l *list, v *listLevel, item mask) int

//go:noescape
func look1AVX512(l *list, v *listLevel, k int, active mask) (alive uint64)

//go:noescape
func look2AVX512(l *list, v *listLevel, k int, active mask) (alive uint64)

//go:noescape
func shrink1AVX512(l *list, v *listLevel, alive uint64) bool

//go:noescape
func shrink2AVX512(l *list, v *listLevel, alive uint64) bool

//go:noescape
func squeezeAVX512(l *list, v *listLevel, two *list, from int, free mask, step uint64)
