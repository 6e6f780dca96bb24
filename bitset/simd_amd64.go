//go:build !purego

package bitset

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasAVX512 says whether the processor has the 512-bit assembly's instructions: Intel's since Ice
// Lake (2019), AMD's since Zen 4 (2022).
var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512BITALG

// hasAVX2 says whether the processor has those of the 256-bit assembly: Intel's since Haswell
// (2013), AMD's since Excavator (2015).
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// aligned returns n words of zeros that begin at a multiple of 64 bytes: a load or
// store of 512 bits across two cache lines takes twice as long.
func aligned(n int) []uint64 {
	all := make([]uint64, n+7)
	skip := 0
	for n > 0 && uintptr(unsafe.Pointer(&all[skip]))%64 != 0 {
		skip++
	}
	return all[skip : skip+n : skip+n]
}
