//go:build !purego

package bitset

import (
	"golang.org/x/sys/cpu"

	"xcbench/cover"
)

// hasAVX512, filterAVX512 and hasAVX2 say whether the processor has the instructions that the
// assembly uses. Tests switch them off. hasAVX512 is true on Intel's processors since Ice Lake
// (2019) and AMD's since Zen 4 (2022), hasAVX2 on nearly all since Haswell (2013). filterAVX512 is
// for filter_avx512_amd64.s, which needs less: Intel's servers have had it since Skylake (2017).
var hasAVX512, filterAVX512, hasAVX2 = features()

func features() (avx512, filter512, avx2 bool) {
	x := &cpu.X86
	avx512 = x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VPOPCNTDQ && x.HasAVX512BITALG
	return avx512, x.HasAVX512F && x.HasAVX512DQ, x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT
}

// choose returns the representation that suits p.
func choose(p *cover.Problem) representation {
	if hasAVX2 {
		if _, fits := shapeFor(p); fits {
			return prepareFields
		}
		if suitsFilter(p) {
			return prepareFilter
		}
	}
	return prepareDense
}

func suitsFilter(p *cover.Problem) bool {
	return p.Options() > 128 && fitsFilter(p) && (!loose(p) || suitsLeaves(p)) && p.Colours() == 0
}

// loose reports whether about every item has an option of its own, and other options are few.
func loose(p *cover.Problem) bool {
	if p.Options() > 400 {
		return false
	}
	singles := 0
	for o := range p.Options() {
		if len(p.Option(o)) == 1 {
			singles++
		}
	}
	return singles >= p.Primary()
}
