//go:build !purego

package infer

import "golang.org/x/sys/cpu"

// listKernels returns the kernels that the processor can run, the fastest first. Each is for masks
// of one and of two words. Intel's processors have AVX-512 since Skylake-X (2017), AMD's since Zen 4
// (2022).
func listKernels() (all []*[2]listKernel) {
	x := &cpu.X86
	if !x.HasBMI1 || !x.HasBMI2 || !x.HasPOPCNT {
		return nil
	}
	if x.HasAVX512F && x.HasAVX512VL && x.HasAVX512BW && x.HasAVX512DQ {
		all = append(all, &listsAVX512)
	}
	if x.HasAVX2 {
		all = append(all, &listsAVX2)
	}
	return all
}

var (
	listsAVX512 = [2]listKernel{
		{sift1AVX512, pick1AVX512, look1AVX512, shrink1AVX512, squeezePEXT},
		{sift2AVX512, pick2AVX512, look2AVX512, shrink2AVX512, nil},
	}
	listsAVX2 = [2]listKernel{
		{sift1AVX2, pick1AVX2, look1AVX2, shrink1AVX2, squeezePEXT},
		{sift2AVX2, pick2AVX2, look2AVX2, shrink2AVX2, nil},
	}
)

// packings has for each set of 4 words the permutation that moves them to the front, as halves of
// words. The assembly reads it.
//
//lint:ignore U1000 by name
var packings = func() (all [16][8]uint32) {
	for set := range all {
		to := 0
		for word := range uint32(4) {
			if set>>word&1 != 0 {
				all[set][to], all[set][to+1] = 2*word, 2*word+1
				to += 2
			}
		}
	}
	return all
}()

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
func squeezePEXT(l *list, v *listLevel, two *list, from int, free mask, step uint64)

//go:noescape
func sift1AVX2(l *list, v *listLevel, from int, chosen mask)

//go:noescape
func sift2AVX2(l *list, v *listLevel, from int, chosen mask)

//go:noescape
func pick1AVX2(l *list, v *listLevel, item mask) int

//go:noescape
func pick2AVX2(l *list, v *listLevel, item mask) int

//go:noescape
func look1AVX2(l *list, v *listLevel, k int, active mask) (alive uint64)

//go:noescape
func look2AVX2(l *list, v *listLevel, k int, active mask) (alive uint64)

//go:noescape
func shrink1AVX2(l *list, v *listLevel, alive uint64) bool

//go:noescape
func shrink2AVX2(l *list, v *listLevel, alive uint64) bool
