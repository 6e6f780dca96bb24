//go:build !purego

package lanes

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// kernels are the kernels that the processor can run, the fastest first.
var kernels = available()

// available returns the kernels for the features of the processor. Both kernels of SIMD have
// the same settle: in AVX-512 it took 0.83 of the time on quasigroups of side 20 and saved nothing on
// queens and Latin squares, too little for a form of its own.
func available() (all []kernel) {
	x := &cpu.X86
	if x.HasAVX2 && x.HasBMI1 {
		if x.HasAVX512F && x.HasAVX512BW {
			all = append(all, avx2("avx512", &kernel{"avx512",
				func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
					return settlePlanes512(ws, &from[0], &to[0], option, &path[0], taken)
				},
				func(ws *workspace, from, to []uint64, options []int32) {
					takePlanes512(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
				}, nil}))
		}
		all = append(all, avx2("avx2", &kernel{"avx2",
			func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
				return settlePlanes2(ws, &from[0], &to[0], option, &path[0], taken)
			},
			func(ws *workspace, from, to []uint64, options []int32) {
				takePlanes2(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
			}, nil}))
	}
	return append(all, plain)
}

// avx2 returns the kernel with settle in AVX2 and the given planes.
func avx2(name string, planes *kernel) kernel {
	return kernel{name,
		func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
			return settle2(ws, &from[0], &to[0], option, &path[0], taken)
		},
		func(ws *workspace, from, to []uint64, options []int32) {
			take2(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
		}, planes}
}

//go:noescape
func settlePlanes512(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after int)

//go:noescape
func takePlanes512(ws *workspace, from, to *uint64, options *int32, n int)

//go:noescape
func settle2(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after int)

//go:noescape
func take2(ws *workspace, from, to *uint64, options *int32, n int)

//go:noescape
func settlePlanes2(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after int)

//go:noescape
func takePlanes2(ws *workspace, from, to *uint64, options *int32, n int)
