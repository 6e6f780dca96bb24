//go:build !purego

package lanes

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// kernels are the kernels that the processor can run, the fastest first.
var kernels = available()

func available() (all []kernel) {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasBMI1 {
		planes := &kernel{"avx512",
			func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
				return settlePlanes512(ws, &from[0], &to[0], option, &path[0], taken)
			},
			func(ws *workspace, from, to []uint64, options []int32) {
				takePlanes512(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
			}, nil}
		all = append(all, kernel{"avx512",
			func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
				return settle512(ws, &from[0], &to[0], option, &path[0], taken)
			},
			func(ws *workspace, from, to []uint64, options []int32) {
				take512(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
			}, planes})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		planes := &kernel{"avx2",
			func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
				return settlePlanes2(ws, &from[0], &to[0], option, &path[0], taken)
			},
			func(ws *workspace, from, to []uint64, options []int32) {
				takePlanes2(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
			}, nil}
		all = append(all, kernel{"avx2",
			func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
				return settle2(ws, &from[0], &to[0], option, &path[0], taken)
			},
			func(ws *workspace, from, to []uint64, options []int32) {
				take2(ws, &from[0], &to[0], unsafe.SliceData(options), len(options))
			}, planes})
	}
	return append(all, plain)
}

//go:noescape
func settle512(ws *workspace, from, to *uint64, option int, path *int, taken int) (item, after int)

//go:noescape
func take512(ws *workspace, from, to *uint64, options *int32, n int)

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
