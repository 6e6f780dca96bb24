//go:build !purego

package infer

import "golang.org/x/sys/cpu"

// hasLists says whether the processor has what the assembly of lists needs: Intel's since Skylake-X
// (2017), AMD's since Zen 4 (2022).
var hasLists = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

var lists = listKernel{
	func(to, from []uint64, n int, chosen uint64, sizes *planes) int {
		if n == 0 {
			return 0
		}
		return siftAVX512(&to[0], &from[0], n, chosen, sizes)
	},
	func(list []uint64, n int, item uint64, own, options []uint64) int {
		return pickAVX512(&list[0], n, item, &own[0], &options[0])
	},
	func(list []uint64, n int, options []uint64, items, active uint64, rows []uint64, stride int) uint64 {
		return lookAVX512(&list[0], n, &options[0], len(options), items, active, &rows[0], 8*stride)
	},
	func(list []uint64, n int, rows []uint64, stride int, alive uint64, own []uint64, sizes *planes) int {
		return shrinkAVX512(&list[0], n, &rows[0], 8*stride, alive, &own[0], sizes)
	},
}

//go:noescape
func siftAVX512(to, from *uint64, n int, chosen uint64, sizes *planes) int

//go:noescape
func pickAVX512(list *uint64, n int, item uint64, own, options *uint64) int

//go:noescape
func lookAVX512(list *uint64, n int, options *uint64, k int, items, active uint64, rows *uint64, stride int) uint64

//go:noescape
func shrinkAVX512(list *uint64, n int, rows *uint64, stride int, alive uint64, own *uint64, sizes *planes) int
